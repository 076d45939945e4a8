/** Server-sent events: the list of runs and the runs that are going on, told when they change. */
import type { ServerResponse } from 'node:http';
import type { Library } from './library.js';

const EVERY_MS = 300;

export interface Events {
  join(response: ServerResponse): void;
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
    const nowLive = JSON.stringify(await library.live().catch(() => []));
    if (runs !== undefined && nowRuns !== runs) send('runs', '{}');
    if (nowLive !== live) send('live', nowLive);
    runs = nowRuns;
    live = nowLive;
    if (listeners.size > 0) timer = setTimeout(() => void look(), EVERY_MS);
    else timer = undefined;
  };
  const send = (event: string, data: string): void => {
    for (const response of listeners) response.write(`event: ${event}\ndata: ${data}\n\n`);
  };
  return {
    join: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`event: live\ndata: ${live}\n\n`);
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      if (!timer) {
        runs = undefined;
        timer = setTimeout(() => void look(), 0);
      }
    },
    close: () => {
      clearTimeout(timer);
      for (const response of listeners) response.end();
      listeners.clear();
    },
  };
}
