/** j and k walk the rows of the table, also those that do not exist yet; o opens the one they stand on. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useKeys } from './keys.js';
import { go } from './route.js';

export interface KeyedRows {
  body: { current: HTMLElement | null };
  count: number;
  height: number;
  base: readonly string[];
  /** The id of the test at a place of the table. */
  testAt(place: number): string | undefined;
}

export function useRowKeys({ body, count, height, base, testAt }: KeyedRows): void {
  const current = useRef(-1);
  const wanted = useRef<number | undefined>(undefined);
  const focusRow = (place: number): boolean => {
    const link = body.current?.querySelector<HTMLElement>(`[data-place="${place}"] :is(a, button)`);
    link?.focus({ preventScroll: true });
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    return link != null;
  };
  useLayoutEffect(() => {
    if (wanted.current !== undefined && focusRow(wanted.current)) wanted.current = undefined;
  });
  const move =
    (by: number) =>
    (event: KeyboardEvent): void => {
      if (count === 0) return;
      const row = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr[data-place]');
      const at = row ? Number(row.dataset.place) : current.current;
      if (event.key.startsWith('Arrow') && !row) return;
      event.preventDefault();
      const place = Math.max(0, Math.min(count - 1, at + by));
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
      const id = testAt(current.current);
      if (id !== undefined) go([...base, 'test', id]);
    },
  });
}
