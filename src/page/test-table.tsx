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
import { useRowWindow } from './row-window.js';
import type { Selection, Sort } from './select-tests.js';
import { type FileGroup, FileRow, TestRow } from './test-rows.js';

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
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    () => (selection.group === undefined ? order : withFiles(results, order, folded)),
    [results, order, selection.group, folded],
  );
  const { from, to, height, printing } = useRowWindow(body, items.length);
  const longest = useMemo(
    () => order.reduce((most, test) => Math.max(most, results[test]!.duration_ms), 1),
    [results, order],
  );
  const draw = (item: number | FileGroup, place: number): VNode => {
    if (typeof item !== 'number') {
      const { file } = item;
      const toggle = (): void => setFolded(toggled(folded, file));
      return (
        <FileRow
          key={`file ${file}`}
          {...{ place, group: item, results, toggle }}
          folded={folded.has(file)}
        />
      );
    }
    const result = results[item]!;
    const href = hashOf([...base, 'test', result.id]);
    return <TestRow key={item} {...{ place, result, longest, href }} />;
  };
  const rows = useKept(draw, items, from, to, [results, items, longest, base.join('/')]);
  const openTest = (place: number): string | undefined => {
    const item = items[place];
    return typeof item === 'number' ? results[item]!.id : undefined;
  };
  useRowKeys(body, items.length, height, base, openTest);
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

/** The order with a heading before the tests of each file; a folded file is its heading alone. */
function withFiles(
  results: readonly CaseResult[],
  order: readonly number[],
  folded: ReadonlySet<string>,
): (number | FileGroup)[] {
  const items: (number | FileGroup)[] = [];
  let group: FileGroup | undefined;
  for (const test of order) {
    const { file } = results[test]!;
    if (group?.file !== file) {
      group = { file, tests: [] };
      items.push(group);
    }
    group.tests.push(test);
    if (!folded.has(file)) items.push(test);
  }
  return items;
}

function toggled(set: ReadonlySet<string>, word: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(word)) next.add(word);
  return next;
}

type Item = number | FileGroup;

/** A row that was drawn and is still there is handed over as it was, so that nobody compares it again. */
function useKept(
  draw: (item: Item, place: number) => VNode,
  items: readonly Item[],
  from: number,
  to: number,
  inputs: unknown[],
): VNode[] {
  const kept = useRef<{ inputs: unknown[]; rows: Map<number, VNode> }>({ inputs: [], rows: new Map() });
  const same = inputs.every((input, at) => Object.is(input, kept.current.inputs[at]));
  const before = same ? kept.current.rows : new Map<number, VNode>();
  const rows = new Map<number, VNode>();
  for (let place = from; place < Math.min(to, items.length); place += 1)
    rows.set(place, before.get(place) ?? draw(items[place]!, place));
  kept.current = { inputs, rows };
  return [...rows.values()];
}

function Heading({
  sort,
  label,
  selection,
  change,
}: { sort: Sort; label: string } & Pick<Props, 'selection' | 'change'>) {
  const active = selection.sort === sort;
  const direction = active ? (selection.down ? 'descending' : 'ascending') : 'none';
  const next = (): Partial<Selection> =>
    !active
      ? { sort, down: sort === 'duration' }
      : active && selection.down === (sort === 'duration')
        ? { down: !selection.down }
        : { sort: 'suite', down: false };
  return (
    <th {...ROLE.columnheader} scope="col" class={sort} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => change(next())}>
        {label}
        <span aria-hidden="true">{active ? (selection.down ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
