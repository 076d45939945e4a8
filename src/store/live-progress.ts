/**
 * Tells whoever watches the workspace how far a run is, beside those who listen anyway. A run that is over in a
 * moment is not worth a file: writing starts when it has gone on for a while.
 */

import type { Progress } from '../types/events.js';
import type { LiveFile } from './live-run.js';

const AFTER_MS = 400;

export function liveProgress(
  workspace: string,
  others: Progress = () => {},
): { progress: Progress; close(): Promise<void> } {
  const results: Parameters<LiveFile['add']>[0][] = [];
  let file: LiveFile | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  return {
    progress: (event) => {
      if (event.type === 'run') {
        const { run_id, started_at } = event.header;
        const total = event.ids.length;
        timer = setTimeout(async () => {
          const { openLive } = await import('./live-run.js');
          if (closed) return;
          file = openLive(workspace, { run_id, started_at, total });
          for (const result of results) file.add(result);
        }, AFTER_MS);
        timer.unref();
      } else if (event.type === 'case-end') {
        const { name, verdict, duration_ms } = event.result;
        if (file) file.add({ name, verdict, duration_ms });
        else results.push({ name, verdict, duration_ms });
      }
      others(event);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await file?.close();
    },
  };
}
