/** Which tool was called where which was expected. */
import type { Confusion, DatasetRow } from '../../types/dataset.js';
import { compareText } from '../../util/compare-text.js';

/** Stands for no tool, expected or called. */
export const NO_TOOL = '(none)';
const MOST_CASES = 20;

export function confusionOf(rows: Iterable<DatasetRow>): Confusion[] {
  const counter = confusionCounter();
  for (const row of rows) counter.add(row);
  return counter.cells();
}

export function confusionCounter(): { add(row: DatasetRow): void; cells(): Confusion[] } {
  const cells = new Map<string, Omit<Confusion, 'cases'> & { cases: Set<string> }>();
  return {
    add: (row) => {
      for (const [expected, called] of pairsOf(row)) {
        const key = JSON.stringify([expected, called]);
        const cell = cells.get(key) ?? { expected, called, n: 0, cases: new Set<string>() };
        cell.n += 1;
        cell.cases.add(row.case);
        // No more than are shown, and for a while a few more.
        if (cell.cases.size > 10 * MOST_CASES) cell.cases = new Set(firstOf(cell.cases));
        cells.set(key, cell);
      }
    },
    // Confusions first, the most frequent first.
    cells: () => [...cells.values()].sort(order).map((cell) => ({ ...cell, cases: firstOf(cell.cases) })),
  };
}

function firstOf(cases: ReadonlySet<string>): string[] {
  return [...cases].sort(compareText).slice(0, MOST_CASES);
}

/** Each expected tool beside what was called for it. What was missed is set against what was called instead, in order. */
function pairsOf({ expected, called }: DatasetRow): [string, string][] {
  const right = expected.filter((label) => called.includes(label));
  const missed = expected.filter((label) => !called.includes(label));
  const extra = called.filter((label) => !expected.includes(label));
  const pairs = right.map((label): [string, string] => [label, label]);
  for (let at = 0; at < Math.max(missed.length, extra.length); at += 1)
    pairs.push([missed[at] ?? NO_TOOL, extra[at] ?? NO_TOOL]);
  return pairs.length === 0 ? [[NO_TOOL, NO_TOOL]] : pairs;
}

type Cell = Pick<Confusion, 'expected' | 'called' | 'n'>;

function order(a: Cell, b: Cell): number {
  const right = (cell: Cell) => (cell.expected === cell.called ? 1 : 0);
  return (
    right(a) - right(b) || b.n - a.n || compareText(a.expected, b.expected) || compareText(a.called, b.called)
  );
}
