/** One set of cassettes played again and again, in shuffled order, in other time zones and languages. */
import { rmSync } from 'node:fs';
import { randomOf } from '../random.js';
import { command, parsed, workspace } from './command.js';
import { SUITE } from './commands.js';

/** What differs from run to run and says so in its name: ids, moments and how long it took. */
const VOLATILE =
  /^(run_id|id|started_at|finished_at|recorded_at|duration_ms|total_ms|wall_ms|.*_ms|timestamp|order)$/;
const PLACES = [
  { TZ: 'UTC', LANG: 'C' },
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
];

export async function repeatability(runs: number): Promise<{ runs: number; different: string[] }> {
  const random = randomOf(1);
  const { servers, agents } = SUITE;
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.mcptest.yml`);
  const files = names.map((file) => [
    file,
    { servers, agents: agents.map((agent) => ({ ...agent, name: `says ${file[0]}`, runs: 3 })) },
  ]);
  const cwd = workspace(Object.fromEntries(files));
  const recorded = await command(['record', ...names], { cwd, limitMs: 300_000 });
  if (recorded.code !== 0) throw new Error(`nothing was recorded: ${recorded.stdout}${recorded.stderr}`);
  let first: string | undefined;
  const different: string[] = [];
  for (let n = 0; n < runs; n += 1) {
    const shuffled = [...names].sort(() => random.next() - 0.5);
    const env = PLACES[n % PLACES.length]!;
    const { stdout } = await command(['run', ...shuffled, '--reporter', 'json', '--no-save'], {
      cwd,
      limitMs: 300_000,
      env,
    });
    const steady = steadyPart(stdout);
    first ??= steady;
    if (steady !== first) different.push(`#${n} ${JSON.stringify(env)} ${firstDifference(first, steady)}`);
  }
  rmSync(cwd, { recursive: true, force: true });
  return { runs, different };
}

function steadyPart(report: string): string {
  const envelope = parsed(report) as { results?: { name: string }[] } | undefined;
  if (envelope?.results === undefined) return `no report: ${report.slice(0, 200)}`;
  const byName = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const strip = (value: unknown): unknown => {
    // In which order the files were named is not what is compared.
    if (Array.isArray(value)) return value.map(strip).sort(byName);
    if (value === null || typeof value !== 'object') return value;
    const kept = Object.entries(value).filter(([key]) => !VOLATILE.test(key));
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]));
  };
  return JSON.stringify(strip(envelope));
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at] && at < a.length) at += 1;
  return `${a.slice(Math.max(0, at - 60), at + 40)} | ${b.slice(at, at + 40)}`;
}
