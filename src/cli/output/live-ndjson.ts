/**
 * The ndjson report while the run goes on: a line as soon as every row before it is there. What is left
 * at the end comes from the finished report, so that the stream is byte for byte what `report` renders.
 */
import { headerLine, resultLines } from '../../report/ndjson.js';
import type { CaseResult } from '../../types/envelope.js';
import type { RunEvent } from '../../types/events.js';

export interface LiveNdjson {
  event(event: RunEvent): void;
  /** The part of the finished report that has not been written yet. */
  rest(report: string): string;
}

export function liveNdjson(write: (text: string) => void): LiveNdjson {
  let written = '';
  let order: string[] = [];
  let next = 0;
  const waiting = new Map<string, CaseResult>();
  const resultLine = resultLines();
  const put = (text: string): void => {
    written += text;
    write(text);
  };
  const putInOrder = (): void => {
    for (; next < order.length; next += 1) {
      const result = waiting.get(order[next]!);
      if (result === undefined) return;
      put(resultLine(result));
      waiting.delete(result.id);
    }
  };
  return {
    event(event) {
      if (event.type === 'run') {
        order = event.ids;
        put(headerLine(event.header));
      } else if (event.type === 'case-end') {
        waiting.set(event.result.id, event.result);
        putInOrder();
      }
    },
    rest: (report) => (report.startsWith(written) ? report.slice(written.length) : report),
  };
}
