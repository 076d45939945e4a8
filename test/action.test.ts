/** The GitHub Action, read and run as GitHub does, with this checkout for npx and a stand-in for gh. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actionProblems, type Job, runAction } from './lib/action-runner.js';
import { cli, folder, root } from './lib/cli.js';

const file = join(root, 'action.yml');
const source = readFileSync(file, 'utf8');
const SUITE = {
  servers: {
    m: { command: ['mcptest', 'mock', '--tools-from', join(root, 'examples/demo/servers/harbour.yml')] },
  },
  tools: [{ name: 'fails', tool: 'nothing', expect: [{ 'result.x': 1 }] }],
};
const GREEN = { ...SUITE, tools: [{ ...SUITE.tools[0], expect: [{ 'error.code': -32602 }] }] };
const PULL = { event_name: 'pull_request', event: { pull_request: { number: 7 } } };

function hasJq(): boolean {
  return spawnSync('jq', ['--version']).status === 0;
}

function runner(suite: object = SUITE) {
  const temp = folder();
  const workspace = folder();
  mkdirSync(join(temp, 'bin'));
  mkdirSync(join(workspace, 'work dir'));
  writeFileSync(join(workspace, 'work dir', 'a b.mcptest.yml'), JSON.stringify(suite));
  const tool = (name: string, script: string): void => {
    writeFileSync(join(temp, 'bin', name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(temp, 'bin', name), 0o755);
  };
  tool('npx', `shift 2; exec "${process.execPath}" "${cli}" "$@"`);
  tool(
    'gh',
    `echo "$GH_TOKEN $*" >> "${temp}/gh.log"; [[ "$*" == *--paginate* ]] && cat "${temp}/known"; exit 0`,
  );
  const run = (inputs: Record<string, string> = {}, job: Partial<Job> = {}) =>
    runAction(file, {
      temp,
      workspace,
      inputs: {
        suites: '\na b.mcptest.yml\n',
        args: '--no-save',
        'working-directory': 'work dir',
        ...inputs,
      },
      ...job,
    });
  const text = (name: string): string => readFileSync(join(temp, name), 'utf8');
  return { temp, workspace, run, text, tool };
}

describe('action.yml', () => {
  it('is an action to the parser of GitHub, which refuses what is none', async () => {
    expect(await actionProblems(source)).toEqual([]);
    for (const [right, wrong] of [
      ['using: composite', 'using: kubernetes'],
      ['shell: bash', 'shel: bash'],
      ['color: gray-dark', 'color: mauve'],
    ] as const)
      expect(await actionProblems(source.replace(right, wrong)), wrong).not.toEqual([]);
  });

  it('hands inputs to scripts as variables, never as script', () => {
    const { inputs, runs } = parse(source);
    for (const step of runs.steps) expect(step.run ?? '').not.toContain('${{');
    for (const input of Object.values<{ description: string }>(inputs))
      expect(input.description).not.toBe('');
  });

  it('runs the suites, marks failures, keeps every report, and fails as the run did', () => {
    const { run, text, temp } = runner();
    const ran = run();
    expect(ran.stdout).toMatch(/^::error file=a b\.mcptest\.yml,line=/m);
    const report = join(temp, 'mcptest-report');
    expect(ran.outputs).toEqual({ verdict: 'fail', 'exit-code': '1', report });
    expect(ran.code).toBe(1);
    expect(ran.steps).toEqual(['Run mcptest', 'Keep the reports', 'Verdict']);
    expect(ran.used).toEqual([
      { uses: 'actions/upload-artifact@v4', with: { name: 'mcptest', path: report } },
    ]);
    for (const name of ['run.json', 'run.html', 'junit.xml', 'run.sarif', 'comment.md'])
      expect(existsSync(join(report, name)), name).toBe(true);
    expect(text('summary')).toMatch(/^## mcptest: ❌ failed/);
  });

  it('takes the version that is asked for, else that of the project, else the latest', () => {
    const { run, text, temp, tool, workspace } = runner(GREEN);
    tool('npx', `echo "$2" >> "${temp}/npx.log"; shift 2; exec "${process.execPath}" "${cli}" "$@"`);
    const project = join(workspace, 'work dir');
    run();
    const lock = { packages: { 'node_modules/mcptest': { version: '0.7.1' } } };
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
    run();
    mkdirSync(join(project, 'node_modules/mcptest'), { recursive: true });
    writeFileSync(join(project, 'node_modules/mcptest/package.json'), '{"version":"0.7.2"}');
    run();
    run({ version: '0.9' });
    expect(text('npx.log').trim().split('\n')).toEqual([
      'mcptest@latest',
      'mcptest@0.7.1',
      'mcptest@0.7.2',
      'mcptest@0.9',
    ]);
  });

  it('passes when the run does, uploads nothing when told so, and takes arguments one a line', () => {
    const { run, text } = runner(GREEN);
    const ran = run({ upload: 'false', args: '--no-save\n--profile\nnone such' });
    expect(ran.outputs['exit-code']).toBe('2');
    expect(ran.stderr).toContain('none such');
    const green = run({ upload: 'false', suites: '', args: 'a b.mcptest.yml\n--no-save' });
    expect(green).toMatchObject({ code: 0, steps: ['Run mcptest', 'Verdict'], used: [] });
    expect(text('summary')).toMatch(/^## mcptest: ✅ passed/);
  });

  it('says first what changed when there is a run to compare with', () => {
    const { run, text, temp } = runner();
    run();
    writeFileSync(join(temp, 'base.json'), text('mcptest-report/run.json'));
    run({ compare: join(temp, 'base.json') });
    expect(text('mcptest-report/comment.md')).toMatch(
      /^## mcptest: ❌ 1 test fails as before, nothing regressed/,
    );
    expect(text('mcptest-report/comment.md')).toContain('## mcptest: ❌ failed');
  });

  it('passes on that a suite is wrong, and neither uploads nor comments', () => {
    const { run } = runner();
    const ran = run({ suites: 'no-such-suite.yml' }, { github: PULL });
    expect(ran).toMatchObject({ code: 2, steps: ['Run mcptest', 'Verdict'] });
    expect(ran.outputs).toMatchObject({ 'exit-code': '2', verdict: '' });
  });

  it('writes one comment on a pull request and renews it', () => {
    const { run, text, temp } = runner();
    writeFileSync(join(temp, 'known'), '');
    expect(run({}, { github: PULL }).steps).toContain('Comment on the pull request');
    expect(text('gh.log')).toContain('ghs_x api --method POST repos/acme/weather/issues/7/comments');
    expect(text('mcptest-report/body.md')).toMatch(/^<!-- mcptest -->\n## mcptest: ❌ failed/);
    writeFileSync(join(temp, 'known'), '42\n43\n');
    run({ token: 'mine' }, { github: PULL });
    expect(text('gh.log')).toContain('mine api --method PATCH repos/acme/weather/issues/comments/42');
    expect(run({ comment: 'false' }, { github: PULL }).steps).not.toContain('Comment on the pull request');
  });

  it('keeps a comment below what GitHub takes', () => {
    const tools = Array.from({ length: 30 }, (_, n) => ({
      ...SUITE.tools[0],
      name: `${n} ${'fails '.repeat(40)}`,
    }));
    const { run, text, temp, tool } = runner({ ...SUITE, tools });
    writeFileSync(join(temp, 'known'), '');
    run({}, { github: PULL });
    const whole = text('mcptest-report/body.md');
    expect(whole.length).toBeLessThan(65_000);
    // A report of any length, as a later version of mcptest may write.
    tool(
      'npx',
      `shift 2; "${process.execPath}" "${cli}" "$@"; code=$?; for n in {1..9000}; do echo "line $n é"; done >> "$RUNNER_TEMP/mcptest-report/comment.md"; exit $code`,
    );
    run({}, { github: PULL });
    const cut = text('mcptest-report/body.md');
    expect(cut.length).toBeLessThan(65_536);
    expect(cut.slice(0, 40)).toBe(whole.slice(0, 40));
    expect(cut).toMatch(/\nline \d+ é\n\nThe rest is in the reports of this job\.\n$/);
  });

  it.skipIf(!hasJq())('renews its own comment, never one that a stranger began like ours', () => {
    const [, filter] = /--jq '([^']*author_association[^']*)'/.exec(source)!;
    const by = (id: number, type: string, author_association: string, body = '<!-- mcptest -->\n## x') => ({
      id,
      body,
      author_association,
      user: { type },
    });
    const input = JSON.stringify([
      by(1, 'User', 'NONE'),
      by(2, 'User', 'CONTRIBUTOR'),
      by(3, 'Bot', 'NONE', 'another'),
      by(4, 'Bot', 'NONE'),
      by(5, 'User', 'MEMBER'),
    ]);
    expect(execFileSync('jq', [filter!], { input, encoding: 'utf8' }).split('\n')).toEqual(['4', '5', '']);
  });

  it('warns when it may not comment, and still gives the verdict', () => {
    const { run, tool } = runner(GREEN);
    tool('gh', 'exit 1');
    const ran = run({}, { github: PULL });
    expect(ran.stdout).toContain('::warning::mcptest could not comment');
    expect(ran).toMatchObject({ code: 0, outputs: { verdict: 'pass' } });
  });

  it('runs with the real npx and the package as it is published', () => {
    const { run, temp } = runner(GREEN);
    const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', temp], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
    writeFileSync(
      join(temp, 'bin', 'npx'),
      `#!/usr/bin/env bash\nPATH="\${PATH#*:}" exec npx --offline "$@"\n`,
    );
    const ran = run({ version: `file:${join(temp, packed)}` });
    expect(ran.stderr).toBe('');
    expect(ran).toMatchObject({ code: 0, outputs: { verdict: 'pass' } });
  });

  it('audits a server, compares with the last audit of the base branch, and comments', () => {
    const { temp, run, text, tool } = runner();
    const server = `${process.execPath} ${join(root, 'fixtures/library-mcp/server.mjs')}`;
    writeFileSync(join(temp, 'known'), '');
    const base = {
      version: 1,
      mcptest: '0',
      server: { name: 'x', tools: 0 },
      target: '',
      headings: [],
      fixes: [],
      notes: [],
      tokens: { total: 1, tools: {} },
    };
    writeFileSync(join(temp, 'audit.json'), JSON.stringify(base));
    tool(
      'gh',
      `echo "$*" >> "${temp}/gh.log"; case "$*" in *name=*) echo 41;; *41/zip*) echo zip;; esac; exit 0`,
    );
    tool('unzip', `cat "${temp}/audit.json"`);
    const { code, outputs } = run(
      { suites: '', args: '--no-calls', audit: server },
      { github: { ...PULL, base_ref: 'main' } },
    );
    expect(code).toBe(0);
    expect(text('mcptest-report/comment.md')).toMatch(/### mcptest audit: [A-F][\s\S]*tokens: 1 → \d+/);
    const { version, verdict } = JSON.parse(text('mcptest-report/audit.json'));
    expect([version, verdict, outputs['exit-code']]).toEqual([1, outputs.verdict, '0']);
    expect(text('gh.log')).toMatch(/issues\/7\/comments/);
  });
});
