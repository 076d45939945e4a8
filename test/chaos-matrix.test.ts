/** The chaos matrix in short: the table is whole, and a handful of its cells is met. `npm run eval:chaos` walks all of it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../eval/lib/chaos/cell.js';
import { cells, expectations, expectedOf, faults, wrongWith } from '../eval/lib/chaos/matrix.js';
import { meet } from '../eval/lib/chaos/meet.js';
import { randomOf } from '../eval/lib/random.js';

/** Rows of the table of faults that no server can show: they are about mcptest itself, and have tests of their own. */
const ELSEWHERE = new Map([[18, 'test/told-to-stop.test.ts, npm run eval:kills']]);

describe('the table of expectations', () => {
  it('names every fault, and a verdict for each', () => {
    expect(Object.keys(expectations()).sort()).toEqual(faults().sort());
    for (const cell of cells())
      expect(expectedOf(cell).run, JSON.stringify(cell)).toMatch(/^(pass|fail|incon)/);
  });

  it('has as many faults as docs/guarantees.md says', () => {
    const page = readFileSync(new URL('../docs/guarantees.md', import.meta.url), 'utf8');
    expect(page).toContain(`${faults().filter((fault) => fault !== 'none').length} faults of servers`);
  });

  it('has a fault for every row of the table in the specification', () => {
    const rows = new Set(Object.values(expectations()).flatMap(({ rows: some = [] }) => some));
    const missing = Array.from({ length: 52 }, (_, at) => at + 1).filter((row) => !rows.has(row));
    expect(missing).toEqual([...ELSEWHERE.keys()]);
  });

  it('has more than a thousand cells: both transports, both eras, five surfaces', () => {
    const all = cells();
    expect(all.length).toBeGreaterThan(1000);
    for (const key of ['transport', 'era', 'surface'] as const)
      expect(new Set(all.map((cell) => cell[key])).size).toBeGreaterThan(1);
  });

  it('is not content with just anything', () => {
    const cell: Cell = { fault: 'noise', transport: 'stdio', era: 'legacy', surface: 'run' };
    const seen = { outcome: 'pass', findings: ['stdout-noise'], trouble: [], ms: 1 };
    expect(wrongWith(cell, seen)).toEqual([]);
    expect(wrongWith(cell, { ...seen, outcome: 'fail' })).toHaveLength(1);
    expect(wrongWith(cell, { ...seen, findings: [] })).toHaveLength(1);
    expect(wrongWith(cell, { ...seen, trouble: ['left behind: 7'] })).toHaveLength(1);
    const proxied: Cell = { fault: 'odd-names', transport: 'stdio', era: 'legacy', surface: 'proxy' };
    expect(wrongWith(proxied, { ...seen, outcome: 'answered' })).toEqual([]);
    expect(wrongWith(proxied, { ...seen, outcome: 'error' })).toHaveLength(1);
  });
});

describe('a handful of cells', () => {
  const quick = cells().filter(({ fault }) => !/big|many|no-newline|endless|hang|drip|late/.test(fault));
  it.each(randomOf(25).sample(quick, 6))('$surface on $fault over $transport, $era', async (cell) => {
    expect(wrongWith(cell, await meet(cell))).toEqual([]);
  });
});
