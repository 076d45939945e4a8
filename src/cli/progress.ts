/** One line on stderr that says what is going on; only on a terminal, gone before the report comes. */
import type { RunEvent } from '../types/events.js';
import { clip, oneLine } from '../util/text.js';

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
  const draw = (force = false): void => {
    const at = performance.now();
    if (!force && at - drawn < 50) return;
    drawn = at;
    const counts = `${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}`;
    stream.write(`\r\x1b[2K${clip(`${counts}  ${now}`, (stream.columns ?? 80) - 1)}`);
  };
  return {
    event(event) {
      if (event.type === 'plan') total = event.total;
      else if (event.type === 'server' && event.state !== 'ready')
        now = `${event.state} ${oneLine(event.server)}`;
      else if (event.type === 'case-start') now = oneLine(event.name);
      else if (event.type === 'case-end') {
        done += 1;
        if (event.result.verdict === 'fail') failed += 1;
      }
      draw(event.type === 'plan' || event.type === 'server');
    },
    clear: () => void stream.write('\r\x1b[2K'),
  };
}
