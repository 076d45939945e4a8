/**
 * The full table. Only the rows near the screen exist, so that ten thousand scroll like ten; what is
 * printed is the whole table up to a bound.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CaseResult } from '../types/envelope.js';
import { useKeys } from './keys.js';
import { Mark } from './mark.js';
import { go, hashOf } from './route.js';
import { firstMessage, type Selection, type Sort } from './select-tests.js';
import { milliseconds, shown } from './words.js';

const AHEAD = 12;
const MOST_PRINTED = 2000;
/** So few rows may all exist: the browser's own search finds them. */
const FEW = 300;
const COLUMNS: [Sort, string][] = [
  ['verdict', 'Verdict'],
  ['name', 'Test'],
  ['kind', 'Kind'],
  ['server', 'Server'],
  ['duration', 'Time'],
];

interface Props {
  results: readonly CaseResult[];
  order: readonly number[];
  selection: Selection;
  base: readonly string[];
  change(next: Partial<Selection>): void;
}

export function TestTable({ results, order, selection, base, change }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, height } = useWindow(body, order.length);
  const longest = order.reduce((most, at) => Math.max(most, results[at]!.duration_ms), 1);
  useRowKeys(body, order, results, base, height);
  return (
    <table class="tests" aria-rowcount={order.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map(([sort, label]) => (
            <Heading key={sort} sort={sort} label={label} selection={selection} change={change} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={from * height} />
        {order.slice(from, to).map((at, index) => (
          <Row
            key={at}
            result={results[at]!}
            place={from + index}
            longest={longest}
            href={hashOf([...base, 'test', results[at]!.id])}
          />
        ))}
        <Spacer height={(order.length - to) * height} />
      </tbody>
    </table>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr class="spacer">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
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
    <th scope="col" class={sort} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => change(next())}>
        {label}
        <span aria-hidden="true">{active ? (selection.down ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps {
  result: CaseResult;
  place: number;
  longest: number;
  href: string;
}

function Row({ result, place, longest, href }: RowProps) {
  const message = firstMessage(result);
  const width = Math.max(1, Math.round((result.duration_ms / longest) * 48));
  return (
    <tr class={`row ${result.verdict}`} aria-rowindex={place + 2} data-place={place}>
      <td class="verdict">
        <Mark verdict={result.verdict} />
      </td>
      <td class="name">
        <a href={href}>{shown(result.name, 200)}</a>
        {result.flaky && <span class="flag">flaky</span>}
        {message !== undefined && <span class="dim message">{shown(message, 160)}</span>}
      </td>
      <td class="kind dim">{shown(result.kind, 40)}</td>
      <td class="server dim">{shown(result.server ?? '', 60)}</td>
      <td class="duration number">
        {result.verdict !== 'skipped' && (
          <>
            <svg width="48" height="4" aria-hidden="true">
              <rect class="bar" x={48 - width} width={width} height="4" rx="2" />
            </svg>
            {milliseconds(result.duration_ms)}
          </>
        )}
      </td>
    </tr>
  );
}

/** Which rows are near the screen. A row's height is fixed by the style, and read from it. */
function useWindow(body: { current: HTMLElement | null }, count: number) {
  const [view, setView] = useState({ from: 0, to: Math.min(count, 40), height: 40 });
  const [printing, setPrinting] = useState(false);
  const update = (): void => {
    if (!body.current) return;
    const height = body.current.querySelector('.row')?.getBoundingClientRect().height || view.height;
    const top = -body.current.getBoundingClientRect().top;
    const from = Math.max(0, Math.min(count - 1, Math.floor(top / height) - AHEAD));
    const to = Math.min(count, Math.ceil((top + innerHeight) / height) + AHEAD);
    const next = { from, to: Math.max(to, Math.min(count, from + 1)), height };
    if (next.from !== view.from || next.to !== view.to || next.height !== view.height) setView(next);
  };
  useLayoutEffect(update);
  useEffect(() => {
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    const print = (): void => setPrinting(true);
    const printed = (): void => setPrinting(false);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', printed);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', printed);
    };
  });
  if (count <= FEW) return { from: 0, to: count, height: view.height };
  return printing ? { from: 0, to: Math.min(count, MOST_PRINTED), height: 0 } : view;
}

/** j and k walk the rows, also those that do not exist yet. */
function useRowKeys(
  body: { current: HTMLElement | null },
  order: readonly number[],
  results: readonly CaseResult[],
  base: readonly string[],
  height: number,
): void {
  const current = useRef(-1);
  const wanted = useRef<number | undefined>(undefined);
  const focusRow = (place: number): boolean => {
    const link = body.current?.querySelector<HTMLElement>(`[data-place="${place}"] a`);
    link?.focus({ preventScroll: true });
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    return link != null;
  };
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(wanted.current)) wanted.current = undefined;
  });
  const move =
    (by: number) =>
    (event: KeyboardEvent): void => {
      if (order.length === 0) return;
      const row = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr[data-place]');
      const at = row ? Number(row.dataset.place) : current.current;
      if (event.key.startsWith('Arrow') && !row) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(order.length - 1, at + by));
      current.current = place;
      if (focusRow(place)) return;
      wanted.current = place;
      const top = (body.current?.getBoundingClientRect().top ?? 0) + scrollY;
      scrollTo(0, top + place * height - innerHeight / 2);
    };
  useKeys({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    o: () => {
      const id = results[order[current.current] ?? -1]?.id;
      if (id !== undefined) go([...base, 'test', id]);
    },
  });
}
