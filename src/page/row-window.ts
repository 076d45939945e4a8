/**
 * Which rows of a long table exist: those near the screen. Rows are all of one height, which the style
 * sets; the range moves in steps, so that a slow scroll mostly draws nothing new.
 */
import { useLayoutEffect, useState } from 'preact/hooks';

const AHEAD = 10;
const STEP = 8;
const MOST_PRINTED = 2000;
/** So few rows may all exist: the browser's own search finds them. */
const FEW = 300;
const USUAL_HEIGHT = 40;

export interface RowWindow {
  from: number;
  to: number;
  height: number;
}

export function useRowWindow(
  body: { current: HTMLElement | null },
  count: number,
  printing: boolean,
): RowWindow {
  const [range, setRange] = useState({ from: 0, to: STEP * 5 });
  const [height, setHeight] = useState(USUAL_HEIGHT);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!body.current) return;
      const row = Number.parseFloat(getComputedStyle(body.current).getPropertyValue('--row'));
      setHeight(row || USUAL_HEIGHT);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  useLayoutEffect(() => {
    const update = (): void => {
      if (!body.current) return;
      const top = -body.current.getBoundingClientRect().top;
      const first = Math.floor((Math.floor(top / height) - AHEAD) / STEP) * STEP;
      const last = Math.ceil((Math.ceil((top + innerHeight) / height) + AHEAD) / STEP) * STEP;
      const from = Math.max(0, Math.min(first, Math.floor((count - 1) / STEP) * STEP));
      const to = Math.max(from + STEP, last);
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    update();
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [count, height]);
  if (printing) return { from: 0, to: Math.min(count, MOST_PRINTED), height };
  if (count <= FEW) return { from: 0, to: count, height };
  return { from: range.from, to: Math.min(count, range.to), height };
}

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    const print = (): void => setPrinting(true);
    const printed = (): void => setPrinting(false);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', printed);
    return () => {
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', printed);
    };
  }, []);
  return printing;
}
