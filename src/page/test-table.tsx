/**
 * The full table. Only the rows near the screen exist, each where its place puts it, so that ten thousand
 * scroll like ten: what is on the screen already is neither drawn nor laid out again.
 */
import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { CaseResult } from '../types/envelope.js';
import { ROLE } from './roles.js';
import { hashOf } from './route.js';
import { useRowKeys } from './row-keys.js';
import { usePrinting, useRowWindow } from './row-window.js';
import {
  foldsWell,
  type Grouping,
  groupingOf,
  groupOf,
  isWell,
  type Selection,
  type Sort,
} from './select-tests.js';
import { GroupRow, type TestGroup, TestRow } from './test-rows.js';

const COLUMNS: [Sort, string][] = [
  ['verdict', 'Verdict'],
  ['name', 'Test'],
  ['kind', 'Kind'],
  ['server', 'Server'],
  ['duration', 'Time'],
];

interface Props {
  results: readonly CaseResult[];
  /** Grouped already where the reader wants groups. */
  order: readonly number[];
  selection: Selection;
  base: readonly string[];
  change(next: Partial<Selection>): void;
}

export function TestTable({ results, order, selection, base, change }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** Groups that the reader folded or opened. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const tests = useMemo(() => testsIn(order, results), [results, order]);
  const by = groupingOf(results, selection);
  // What is printed stands in the flow of the page, and nothing of it is folded.
  const printing = usePrinting();
  const { items, folded } = useMemo(
    () =>
      by === undefined
        ? { items: tests, folded: NONE }
        : withGroups(tests, { by, selection, turned: printing ? ALL : turned }),
    [tests, by, selection.sort, turned, printing],
  );
  const { from, to, height } = useRowWindow(body, items.length, printing);
  const longest = useMemo(
    () => tests.reduce((most, { result }) => Math.max(most, result.duration_ms), 1),
    [tests],
  );
  const draw = (item: Item, place: number): VNode => {
    if (isGroup(item)) {
      const { key } = item;
      const toggle = (): void => setTurned(toggled(turned, `${by} ${key}`));
      return <GroupRow key={`group ${key}`} {...{ place, group: item, toggle }} folded={folded.has(key)} />;
    }
    const { at, result } = item;
    const href = hashOf([...base, 'test', result.id]);
    return <TestRow key={at} {...{ place, result, longest, href }} />;
  };
  const rows = useKept(draw, items.slice(from, to), from, [items, longest, base.join('/')]);
  const testAt = (place: number): string | undefined => {
    const item = items[place];
    return item === undefined || isGroup(item) ? undefined : item.result.id;
  };
  useRowKeys({ body, count: items.length, height, base, testAt });
  return (
    <table class="tests" {...ROLE.table} aria-labelledby="tests" aria-rowcount={items.length + 1}>
      <thead {...ROLE.rowgroup}>
        <tr {...ROLE.row} aria-rowindex={1}>
          {COLUMNS.map(([sort, label]) => (
            <Heading key={sort} sort={sort} label={label} selection={selection} change={change} />
          ))}
        </tr>
      </thead>
      <tbody
        {...ROLE.rowgroup}
        ref={body}
        style={printing ? {} : { paddingTop: `${from * height}px`, height: `${items.length * height}px` }}
      >
        {rows}
      </tbody>
    </table>
  );
}

function testsIn(order: readonly number[], results: readonly CaseResult[]): TestItem[] {
  return order.flatMap((at) => {
    const result = results[at];
    return result === undefined ? [] : [{ at, result }];
  });
}

const NONE: ReadonlySet<string> = new Set();
/** Every group is open. */
const ALL = 'all';

interface Groups {
  by: Exclude<Grouping, 'none'>;
  selection: Selection;
  turned: ReadonlySet<string> | typeof ALL;
}

/**
 * The order with a heading before the tests of each group; a folded group is its heading alone. Where something went
 * wrong, groups in which all is well are folded until they are opened, and so are the many that went well beside others.
 */
function withGroups(tests: readonly TestItem[], { by, selection, turned }: Groups) {
  const broken = tests.some(({ result }) => !isWell(result));
  const folded = new Set<string>();
  const unfolded = (heading: TestGroup, below: () => Item[]): Item[] => {
    const usual = broken && heading.tests.every(isWell);
    if (turned === ALL || usual === turned.has(`${by} ${heading.key}`)) return [heading, ...below()];
    folded.add(heading.key);
    return [heading];
  };
  const items = inGroups(tests, by).flatMap(({ label, own }) => {
    const results = own.map(({ result }) => result);
    return unfolded({ key: label, label, tests: results }, () => {
      if (!foldsWell(results, by, selection)) return own;
      const well = own.filter(({ result }) => isWell(result));
      const heading = { key: `${label} well`, tests: well.map(({ result }) => result) };
      return [...own.filter(({ result }) => !isWell(result)), ...unfolded(heading, () => well)];
    });
  });
  return { items, folded };
}

function inGroups(tests: readonly TestItem[], by: Groups['by']): { label: string; own: TestItem[] }[] {
  const groups: { label: string; own: TestItem[] }[] = [];
  for (const test of tests) {
    const label = groupOf(test.result, by);
    const last = groups.at(-1);
    if (last?.label === label) last.own.push(test);
    else groups.push({ label, own: [test] });
  }
  return groups;
}

function toggled(set: ReadonlySet<string>, word: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(word)) next.add(word);
  return next;
}

interface TestItem {
  /** Place among the results, which tells also tests of one id apart. */
  at: number;
  result: CaseResult;
}

type Item = TestItem | TestGroup;

function isGroup(item: Item): item is TestGroup {
  return 'tests' in item;
}

/** A row that was drawn and is still there is handed over as it was, so that nobody compares it again. */
function useKept(
  draw: (item: Item, place: number) => VNode,
  visible: readonly Item[],
  from: number,
  inputs: unknown[],
): VNode[] {
  const kept = useRef<{ inputs: unknown[]; rows: Map<number, VNode> }>({ inputs: [], rows: new Map() });
  const same = inputs.every((input, at) => Object.is(input, kept.current.inputs[at]));
  const before = same ? kept.current.rows : new Map<number, VNode>();
  const rows = new Map<number, VNode>();
  for (const [at, item] of visible.entries()) {
    const place = from + at;
    rows.set(place, before.get(place) ?? draw(item, place));
  }
  kept.current = { inputs, rows };
  return [...rows.values()];
}

const UNSORTED = { direction: 'none', arrow: '' } as const;

function sortWords(down: boolean) {
  return down
    ? ({ direction: 'descending', arrow: ' ↓' } as const)
    : ({ direction: 'ascending', arrow: ' ↑' } as const);
}

/** Its own way first (times fall), then the other, then the order of the suite. */
function nextSort(sort: Sort, { sort: current, down }: Selection): Partial<Selection> {
  const usual = sort === 'duration';
  if (current !== sort) return { sort, down: usual };
  return down === usual ? { down: !down } : { sort: 'suite', down: false };
}

function Heading({
  sort,
  label,
  selection,
  change,
}: { sort: Sort; label: string } & Pick<Props, 'selection' | 'change'>) {
  const { direction, arrow } = selection.sort === sort ? sortWords(selection.down) : UNSORTED;
  return (
    <th {...ROLE.columnheader} scope="col" class={sort} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => change(nextSort(sort, selection))}>
        {label}
        <span aria-hidden="true">{arrow}</span>
      </button>
    </th>
  );
}
