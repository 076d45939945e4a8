/** One line on stderr that says what is going on; only on a terminal, gone before the report comes. */

import { cut } from '../../report/text/columns.js';
import type { RunEvent } from '../../types/events.js';
import { oneLine } from '../../util/text.js';

/** Faster than this a line only flickers. */
const QUIET_MS = 50;

export function progressLine(stream: NodeJS.WriteStream = process.stderr): {
  event(event: RunEvent): void;
  clear(): void;
} {
  if (!stream.isTTY || process.env.TERM === 'dumb' || process.env.CI)
    return { event: () => {}, clear: () => {} };
  let total = 0;
  let done = 0;
  let failed = 0;
  let now = 'starting';
  let drawn = 0;
  let begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const draw = (force = false): void => {
    const left = drawn + QUIET_MS - performance.now();
    if (!force && left > 0) {
      // What is skipped now is drawn when the time is over, or a long test would never show its name.
      timer ??= setTimeout(() => draw(true), left).unref();
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    drawn = performance.now();
    const counts = `${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}${timeLeft({ done, total, spent: performance.now() - begun })}`;
    stream.write(`\r\x1b[2K${cut(`${counts}  ${now}`, (stream.columns || 80) - 1)}`);
  };
  return {
    event(event) {
      if (event.type === 'plan') {
        total = event.total;
        begun = performance.now();
      } else if (event.type === 'server' && event.state !== 'ready')
        now = `${event.state} ${oneLine(event.server)}`;
      else if (event.type === 'case-start') now = oneLine(event.name);
      else if (event.type === 'case-end') {
        done += 1;
        if (event.result.verdict === 'fail') failed += 1;
      }
      draw(event.type === 'plan' || event.type === 'server');
    },
    clear() {
      clearTimeout(timer);
      stream.write('\r\x1b[2K');
    },
  };
}

/** Before that nobody knows how fast it goes. */
const FIRST_ROWS = 5;
const FIRST_MS = 5000;

/** At the pace so far; in whole minutes once it is many. */
export function timeLeft({ done, total, spent }: { done: number; total: number; spent: number }): string {
  if (done < FIRST_ROWS || spent < FIRST_MS || done >= total) return '';
  const left = (spent / done) * (total - done);
  const shown = left < 90_000 ? `${Math.ceil(left / 1000)} s` : `${Math.round(left / 60_000)} min`;
  return `, about ${shown} left`;
}
