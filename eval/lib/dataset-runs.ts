/** Suites of `npm run eval:datasets` as runs of the built command: what they take, and what comes of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadReporter } from '../../src/report/registry.js';
import { readSavedRun } from '../../src/store/read-run.js';
import type { Dataset } from '../../src/types/dataset.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** Where the suites and their runs are; whoever runs them takes it away. */
export const work = mkdtempSync(join(tmpdir(), 'eval-datasets-'));

export function fail(why: string): void {
  console.log(`  NOT REACHED: ${why}`);
  process.exitCode = 1;
}

export interface Suite {
  servers: object;
  agents: { cases: { limit?: number } & Record<string, unknown>; [key: string]: unknown }[];
}

export interface Measured {
  dataset?: Dataset;
  /** Of all rows, and of the first alone. */
  took: number;
  start: number;
  html: number;
}

export async function measured(suite: Suite, name: string): Promise<Measured> {
  const cwd = join(work, name);
  const write = (one: Suite) => writeFileSync(join(cwd, 'mcptest.yml'), JSON.stringify(one));
  write({
    ...suite,
    agents: suite.agents.map((agent) => ({ ...agent, cases: { ...agent.cases, limit: 1 } })),
  });
  // The first run of a new build compiles what later ones read.
  await runBuilt(cwd);
  const start = await runBuilt(cwd);
  write(suite);
  const took = await runBuilt(cwd);
  const envelope = await readSavedRun('latest', { cwd, workspace: cwd });
  const text = (await loadReporter('html', envelope))(envelope, {
    color: false,
    width: 100,
    agent_budget: 0,
  });
  if (!text.includes('"confusion":[{')) fail('the page has no confusion matrix');
  return { dataset: envelope.datasets?.[0], took, start, html: text.length };
}

/**
 * The command as a user has it, from start to end, its servers with it; in milliseconds of processor time, which
 * neighbours on the machine lengthen little.
 */
async function runBuilt(cwd: string): Promise<number> {
  const child = spawn(
    'bash',
    ['-c', '"$@"; code=$?; times; exit $code', 'bash', process.execPath, CLI, 'run', '--quiet'],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) fail(`the run ended with ${code}`);
  // The last line of `times`: user and system time of all that was started and has ended.
  const spent = said.trimEnd().split('\n').at(-1)!;
  return [...spent.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + (Number(m) * 60 + Number(s)) * 1000,
    0,
  );
}

/** The most memory of `mcptest run` itself, in MB; what it says of itself at its end. */
export async function peakOf(name: string): Promise<number> {
  const cwd = join(work, name);
  const script = join(work, 'tell-peak.cjs');
  writeFileSync(
    script,
    "process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));",
  );
  const file = join(cwd, 'peak');
  const env = { ...process.env, PEAK_FILE: file };
  const child = spawn(process.execPath, ['-r', script, CLI, 'run', '--quiet'], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) fail(`the run ended with ${code}`);
  return Number(readFileSync(file, 'utf8')) / 1000;
}

export function folderOf(name: string): string {
  return mkdirSync(join(work, name), { recursive: true })!;
}

export function writeLines(file: string, rows: readonly object[]): void {
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
}
