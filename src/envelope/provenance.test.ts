import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { project } from '../../test/lib/agents.js';
import { saveRun } from '../store/workspace.js';
import { gitSource, provenanceOf } from './provenance.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const CONFIG = '[remote "origin"]\n\turl = https://user:secret@git.example/depot.git\n';

describe('the source of a run, from the files of the repository', () => {
  const saved = (files: Record<string, string>) => gitSource(project(files), false);

  it('is the branch, its commit, and the remote without who may read it', async () => {
    const files = {
      '.git/HEAD': 'ref: refs/heads/feature/x\n',
      '.git/refs/heads/feature/x': `${COMMIT}\n`,
      '.git/config': CONFIG,
    };
    const repo = 'https://git.example/depot.git';
    expect(await saved(files)).toEqual({ repo, branch: 'feature/x', commit: COMMIT });
  });

  it('is found among packed refs', async () => {
    const refs = `# pack-refs\n${'f'.repeat(40)} refs/heads/other\n${COMMIT} refs/heads/main\n`;
    const files = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': refs };
    expect(await saved(files)).toEqual({ branch: 'main', commit: COMMIT });
  });

  it('has no branch where a commit is checked out', async () => {
    expect(await saved({ '.git/HEAD': `${COMMIT}\n` })).toEqual({ commit: COMMIT });
  });

  it.each([
    ['outside a repository', {}],
    ['before the first commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    [
      'where the branch leads out of the repository',
      { '.git/HEAD': 'ref: refs/heads/../../../commit\n', commit: COMMIT },
    ],
  ])('is empty %s', async (_, files) => {
    expect(await saved(files)).toEqual({});
  });
});

describe('the source of a run, as git tells it', () => {
  it('says whether something is not committed', async () => {
    const cwd = project({ '.keep': '' });
    const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe' });
    git('init', '-b', 'trunk');
    git('add', '.');
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.example',
      '-c',
      'commit.gpgsign=false',
      'commit',
      '-m',
      'x',
    );
    const commit = git('rev-parse', 'HEAD').toString().trim();
    expect(await gitSource(cwd)).toEqual({ branch: 'trunk', commit, dirty: false });
    const saved = saveRun(cwd, '01JCQQYV4S3H6KX7M8RN2T5XZC', { envelope: '{}' });
    expect(await gitSource(cwd)).toEqual({ branch: 'trunk', commit, dirty: false });
    expect(git('status', '--porcelain').toString()).toBe('');
    // A folder of an older version has no file that hides it.
    rmSync(join(cwd, '.mcptest', '.gitignore'));
    expect(existsSync(saved)).toBe(true);
    expect(await gitSource(cwd)).toEqual({ branch: 'trunk', commit, dirty: false });
    writeFileSync(join(cwd, '.mcptest', 'rules.yml'), '');
    expect(await gitSource(cwd)).toMatchObject({ dirty: true });
    rmSync(join(cwd, '.mcptest', 'rules.yml'));
    writeFileSync(join(cwd, 'new.txt'), '');
    expect(await gitSource(cwd)).toEqual({ branch: 'trunk', commit, dirty: true });
  });

  it('is empty outside a repository', async () => {
    expect(await gitSource(project({ 'a.txt': '' }))).toEqual({});
  });

  it('asks git below a repository, and does not start it outside of one', async () => {
    const cwd = project({ 'bin/git': '#!/bin/sh\necho x >> "$GIT_ASKED"\n', 'a/b/c.txt': '' });
    chmodSync(join(cwd, 'bin/git'), 0o755);
    const asked = join(cwd, 'asked');
    vi.stubEnv('PATH', `${join(cwd, 'bin')}:${process.env.PATH}`);
    vi.stubEnv('GIT_ASKED', asked);
    onTestFinished(() => void vi.unstubAllEnvs());
    await gitSource(join(cwd, 'a/b'));
    expect(existsSync(asked)).toBe(false);
    // In a work tree, and in a submodule, it is a file.
    writeFileSync(join(cwd, '.git'), 'gitdir: elsewhere\n');
    await gitSource(join(cwd, 'a/b'));
    expect(existsSync(asked)).toBe(true);
  });

  it('leaves it to git where a variable names the repository', async () => {
    const cwd = project({ 'a.txt': '' });
    const repository = project({ '.keep': '' });
    execFileSync('git', ['init', '-b', 'trunk'], { cwd: repository, stdio: 'pipe' });
    vi.stubEnv('GIT_DIR', join(repository, '.git'));
    vi.stubEnv('GIT_WORK_TREE', repository);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await gitSource(cwd)).toMatchObject({ branch: 'trunk' });
  });
});

describe('provenance', () => {
  const origin = { mode: 'live' as const, source: {}, env: {}, servers: [], rows: [] };

  it('names each model once and the part of the tests that ran', () => {
    const asked = { checks: [], trace: { calls: [] } };
    const rows = [
      { ...asked, model: 'fast' },
      { ...asked, model: 'good' },
      { ...asked, model: 'fast' },
      asked,
    ];
    const made = provenanceOf({ ...origin, rows, shard: { index: 2, total: 5 }, profile: '' });
    expect(made).toMatchObject({ models: ['fast', 'good'], shard: '2/5' });
    expect(made.profile).toBeUndefined();
  });

  it('names no model that was never asked, and one that did not answer', () => {
    const check = { matcher: 'x', outcome: 'inconclusive', message: 'x' } as const;
    const rows = [
      { model: 'behind a dead server', checks: [{ ...check, target: 'server' }] },
      { model: 'silent', checks: [{ ...check, target: 'model' }] },
    ];
    expect(provenanceOf({ ...origin, rows }).models).toEqual(['silent']);
  });

  it.each([
    [{ GITLAB_CI: 'true', CI: 'true' }, 'gitlab'],
    [{ JENKINS_URL: 'http://ci.example' }, 'jenkins'],
    [{ CI: '1' }, 'ci'],
    [{ CI: 'false' }, undefined],
    [{}, undefined],
  ])('knows the CI system by %j', (env, ci) => {
    expect(provenanceOf({ ...origin, env }).ci).toBe(ci);
  });
});

it('says by what the tests of a run were chosen', () => {
  const origin = { mode: 'live' as const, source: {}, env: {}, servers: [], rows: [] };
  const chosen = { filter: ['boat', 're:^a'], tags: ['slow'], skip_tags: ['wip'] };
  expect(provenanceOf({ ...origin, chosen }).selection).toBe(
    'filter "boat", filter "re:^a", tag slow, without tag wip',
  );
  expect(provenanceOf({ ...origin, chosen: { filter: 'boat' } }).selection).toBe('filter "boat"');
  expect(provenanceOf({ ...origin, chosen: {} }).selection).toBeUndefined();
  expect(provenanceOf(origin).selection).toBeUndefined();
});
