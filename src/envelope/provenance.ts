/** Where a run came from: the commit, whether the tree was clean, the CI system. Never waits long. */

import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CaseResult, Provenance, ServerProvenance } from '../types/envelope.js';
import type { Selection, Shard } from '../types/plan.js';
import { isCi } from '../util/is-ci.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { VERSION } from '../util/version.js';

export interface GitSource {
  repo?: string;
  branch?: string;
  commit?: string;
  dirty?: boolean;
}

const GIT_TIMEOUT = 2000;

/**
 * Outside a repository, or without git, it is empty. Without `processes` git itself is not started, and what only
 * it can say is absent.
 */
export async function gitSource(dir: string, processes = true): Promise<GitSource> {
  if (!processes) return savedSource(dir);
  if (!isInRepository(dir)) return {};
  const [status, repo] = await Promise.all([gitStatus(dir), remoteOf(dir)]);
  if (status === undefined) return {};
  const field = (name: string): string | undefined =>
    new RegExp(`^# branch\\.${name} (.*)$`, 'm').exec(status)?.[1];
  const commit = field('oid');
  const branch = field('head');
  return omitUndefined({
    repo,
    branch: branch === '(detached)' ? undefined : branch,
    commit: commit === '(initial)' ? undefined : commit,
    dirty: /^[^#]/m.test(status),
  });
}

/** Branch and commit from the repository's own files. */
async function savedSource(dir: string): Promise<GitSource> {
  const read = (name: string) => readFile(join(dir, '.git', name), 'utf8').catch(() => '');
  const head = (await read('HEAD')).trim();
  const ref = /^ref: (refs\/heads\/[^\s]+)$/.exec(head)?.[1];
  if (ref?.split('/').includes('..')) return {};
  const lines = ref === undefined ? [] : (await read('packed-refs')).split('\n');
  const packed = lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
  const commit = (ref === undefined ? head : (await read(ref)).trim() || packed) ?? '';
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return {};
  const repo = await remoteOf(dir);
  return omitUndefined({ repo, branch: ref?.slice('refs/heads/'.length), commit });
}

/** As git would find it, without a process. */
function isInRepository(dir: string): boolean {
  if (process.env.GIT_DIR) return true;
  for (let at = existsSync(dir) ? realpathSync(dir) : dir; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** What runs leave in `.mcptest` is no change of the project; `rules.yml` beside it is. */
const OWN_FILES = ['.gitignore', 'runs/**', 'live/**', 'inline/**', 'doctor.json*', 'judgements.jsonl*'];

function gitStatus(dir: string): Promise<string | undefined> {
  const args = ['-c', 'core.fsmonitor=false', '--no-optional-locks', 'status', '--porcelain=v2', '--branch'];
  const ours = OWN_FILES.map((name) => `:(exclude,top,glob)**/.mcptest/${name}`);
  args.push('--', ':(top)', ...ours);
  return new Promise((done) => {
    execFile('git', args, { cwd: dir, timeout: GIT_TIMEOUT, maxBuffer: 1 << 26 }, (error, stdout) =>
      done(error ? undefined : stdout),
    );
  });
}

/** The remote's address without credentials, read from the file: one process less. */
async function remoteOf(dir: string): Promise<string | undefined> {
  const config = await readFile(join(dir, '.git', 'config'), 'utf8').catch(() => '');
  const url = /\[remote "origin"\][^[]*?\burl\s*=\s*(\S+)/.exec(config)?.[1];
  return url?.replace(/^([a-z+]+:\/\/)[^@/]*@/i, '$1');
}

/** What a user chose tests by. */
type Chosen = Pick<Selection, 'filter' | 'tags' | 'skip_tags'>;

interface RunOrigin {
  mode: Provenance['mode'];
  profile?: string;
  source: GitSource;
  env: NodeJS.ProcessEnv;
  shard?: Shard;
  chosen?: Chosen;
  command?: string;
  servers: ServerProvenance[];
  rows: readonly Pick<CaseResult, 'model' | 'checks' | 'trace'>[];
}

/** Everything that a saved run says of where it comes from. Not yet redacted. */
export function provenanceOf(origin: RunOrigin): Provenance {
  const { mode, profile, source, env, shard, chosen, command, servers, rows } = origin;
  return {
    tool_version: VERSION,
    mode,
    profile: profile || undefined,
    ...source,
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
    ci: ciName(env),
    shard: shard && `${shard.index}/${shard.total}`,
    selection: selectionOf(chosen ?? {}),
    command,
    servers,
    models: modelsOf(rows),
  };
}

function selectionOf({ filter = [], tags = [], skip_tags = [] }: Chosen): string | undefined {
  const parts = [
    ...[filter].flat().map((text) => `filter ${JSON.stringify(text)}`),
    ...tags.map((tag) => `tag ${tag}`),
    ...skip_tags.map((tag) => `without tag ${tag}`),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** In the order in which they were asked. */
function modelsOf(rows: RunOrigin['rows']): string[] {
  const models = new Set<string>();
  for (const row of rows)
    if (row.model !== undefined && !models.has(row.model) && wasAsked(row)) models.add(row.model);
  return [...models];
}

/** A run that never got as far as its model has no trace; one whose model did not answer says so. */
function wasAsked({ checks, trace }: RunOrigin['rows'][number]): boolean {
  return trace !== undefined || checks.some(({ target }) => target === 'model');
}

/** The CI system's name, by the variables that each sets. */
function ciName(env: Record<string, string | undefined>): string | undefined {
  const known: [string, string][] = [
    ['GITHUB_ACTIONS', 'github-actions'],
    ['GITLAB_CI', 'gitlab'],
    ['CIRCLECI', 'circleci'],
    ['BUILDKITE', 'buildkite'],
    ['TF_BUILD', 'azure-pipelines'],
    ['JENKINS_URL', 'jenkins'],
    ['TRAVIS', 'travis'],
  ];
  return known.find(([name]) => env[name])?.[1] ?? (isCi(env) ? 'ci' : undefined);
}
