/**
 * The ndjson report while the run goes on: a line as soon as every row before it is there. What is left
 * at the end comes from the finished report, so that the stream is byte for byte what `report` renders.
 */
import { headerLine, resultLine } from '../../report/ndjson.js';
import type { RunEvent } from '../../types/events.js';

export interface LiveNdjson {
  event(event: RunEvent): void;
  /** The part of the finished report that has not been written yet. */
  rest(report: string): string;
}

export function liveNdjson(write: (text: string) => void): LiveNdjson {
  let written = '';
  let order: string[] = [];
  const waiting = new Map<string, string>();
  const put = (text: string): void => {
    written += text;
    write(text);
  };
  const putInOrder = (): void => {
    for (const [at, id] of order.entries()) {
      const line = waiting.get(id);
      if (line === undefined) {
        order = order.slice(at);
        return;
      }
      put(line);
      waiting.delete(id);
    }
    order = [];
  };
  return {
    event(event) {
      if (event.type === 'run') {
        order = event.ids;
        put(headerLine(event.header));
      } else if (event.type === 'case-end') {
        waiting.set(event.result.id, resultLine(event.result));
        putInOrder();
      }
    },
    rest: (report) => (report.startsWith(written) ? report.slice(written.length) : report),
  };
}
