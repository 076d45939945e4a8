/** Server-sent events: the list of runs and the runs that are going on, told when they change. */
import type { ServerResponse } from 'node:http';
import type { LiveRun as LiveProgress } from '../report/viewer-html.js';
import type { LiveRun } from '../store/live-run.js';
import type { Library } from './library.js';

const EVERY_MS = 300;
const FAILURES = 5;
const NAME = 200;
/** Characters that wait for a listener that does not read; beyond them it is left, and may come back. */
const MOST_WAITING = 1_000_000;

export interface Events {
  /** `headers` go with the answer. */
  join(response: ServerResponse, headers?: Record<string, string>): void;
  close(): void;
}

/** Looks at the workspace only while somebody listens; a look works on every file system, a watch does not. */
export function watchLibrary(library: Library): Events {
  const listeners = new Set<ServerResponse>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runs: string | undefined;
  let live = '[]';

  const look = async (): Promise<void> => {
    const nowRuns = (await library.list().catch(() => [])).join();
    const nowLive = JSON.stringify((await library.live().catch(() => [])).map(progressOf));
    if (nowRuns !== runs) send('runs', '{}');
    if (nowLive !== live) send('live', nowLive);
    runs = nowRuns;
    live = nowLive;
    if (listeners.size > 0) timer = setTimeout(() => void look(), EVERY_MS);
    else timer = undefined;
  };
  const send = (event: string, data: string): void => {
    for (const response of listeners) {
      if (response.writableLength > MOST_WAITING) response.destroy();
      else response.write(`event: ${event}\ndata: ${data}\n\n`);
    }
  };
  return {
    join: (response, headers) => {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      response.write(`event: live\ndata: ${live}\n\n`);
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      // The next look tells of the runs in any case: some may have come since the newcomer read the list.
      runs = undefined;
      timer ??= setTimeout(() => void look(), 0);
    },
    close: () => {
      clearTimeout(timer);
      for (const response of listeners) response.end();
      listeners.clear();
    },
  };
}

/** Bounded, however many tests there are: it is sent with each of them. */
export function progressOf({ run_id, started_at, total, done }: LiveRun): LiveProgress {
  const failed = done.filter(({ verdict }) => verdict === 'fail');
  return {
    run_id,
    started_at,
    total,
    done: done.length,
    failed: failed.length,
    last: done.at(-1)?.name.slice(0, NAME),
    failures: failed.slice(-FAILURES).map(({ name }) => name.slice(0, NAME)),
  };
}
