/**
 * `npx tsx scripts/test-cost.ts [vitest words]`: runs the tests and says where the processor time goes, by file, with that of the
 * processes that a test waited for. With `--compare` it runs them once more with a process for every command, the way that
 * users start it, and shows both. `--from LOG` shows what an earlier run wrote to the file that MCPTEST_TEST_COST named.
 * Processor time tells the same on a busy machine, where the clock does not. Linux only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Cost {
  file: string;
  self: number;
  children: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const SHOWN = 20;

function measure(asked: string[], env: Record<string, string> = {}): Map<string, number> {
  const log = join(mkdtempSync(join(tmpdir(), 'test-cost-')), 'log.jsonl');
  const argv = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...asked];
  const { status } = spawnSync(process.execPath, argv, {
    cwd: root,
    env: { ...process.env, ...env, MCPTEST_TEST_COST: log },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) console.error('Some tests failed: what they would have cost is not known.');
  return read(log);
}

function read(log: string): Map<string, number> {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const costs = lines.map((line) => JSON.parse(line) as Cost);
  return new Map(costs.map(({ file, self, children }) => [relative(root, file), self + children]));
}

function table(now: Map<string, number>, before?: Map<string, number>): string {
  const rows = [...now].sort((a, b) => b[1] - a[1]);
  const sum = (costs: Map<string, number>): number => [...costs.values()].reduce((all, one) => all + one, 0);
  const cells = (name: string, here: number, there = 0): string =>
    `| ${[name, ...(before ? [there.toFixed(1)] : []), here.toFixed(1)].join(' | ')} |`;
  return [
    before ? '| file | a process for each command, s | now, s |' : '| file | s |',
    before ? '|---|---:|---:|' : '|---|---:|',
    ...rows.slice(0, SHOWN).map(([file, here]) => cells(`\`${file}\``, here, before?.get(file))),
    cells(`all ${rows.length} files`, sum(now), before && sum(before)),
  ].join('\n');
}

const given = process.argv.slice(2);
const from = given.indexOf('--from');
const words = given.filter((word) => word !== '--compare');
const isCompared = given.length > words.length;
const processes = isCompared ? measure(words, { MCPTEST_TEST_PROCESSES: '1' }) : undefined;
console.log(`\n${table(from < 0 ? measure(words) : read(given[from + 1]!), processes)}`);
