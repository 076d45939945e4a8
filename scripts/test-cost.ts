/**
 * `npx tsx scripts/test-cost.ts [vitest words]`: runs the tests and says where the processor time goes, by file, with that of the
 * processes that a test waited for. With `--compare` it runs them once more with a process for every command, the way that
 * users start it, and shows both. `--from LOG` shows what an earlier run wrote to the file that MCPTEST_TEST_COST named, with
 * `--before LOG` beside what one before it wrote.
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

function table(costs: Map<string, number>, past?: Map<string, number>, called = 'before'): string {
  const rows = [...costs].filter(([file]) => past?.has(file) ?? true).sort((a, b) => b[1] - a[1]);
  const sum = (of?: Map<string, number>): number =>
    rows.reduce((all, [file]) => all + (of?.get(file) ?? 0), 0);
  const cells = (name: string, here: number, there = 0): string =>
    `| ${[name, ...(past ? [there.toFixed(1)] : []), here.toFixed(1)].join(' | ')} |`;
  return [
    past ? `| file | ${called}, s | now, s |` : '| file | s |',
    past ? '|---|---:|---:|' : '|---|---:|',
    ...rows.slice(0, SHOWN).map(([file, here]) => cells(`\`${file}\``, here, past?.get(file))),
    cells(`all ${rows.length} files`, sum(costs), sum(past)),
  ].join('\n');
}

const given = process.argv.slice(2);
const after = (option: string): string | undefined => given[given.indexOf(option) + 1 || given.length];
const [from, earlier] = [after('--from'), after('--before')];
const words = given.filter((word) => word !== '--compare');
const before = earlier === undefined ? undefined : read(earlier);
const processes = given.includes('--compare') ? measure(words, { MCPTEST_TEST_PROCESSES: '1' }) : undefined;
const now = from === undefined ? measure(words) : read(from);
console.log(`\n${processes ? table(now, processes, 'a process for each command') : table(now, before)}`);
