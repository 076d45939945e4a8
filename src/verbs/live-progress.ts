/** Tells whoever watches the workspace how far a run is, beside those who listen anyway. */
import { type LiveFile, openLive } from '../store/live-run.js';
import type { Progress } from '../types/events.js';

export function liveProgress(
  workspace: string,
  others: Progress = () => {},
): { progress: Progress; close(): Promise<void> } {
  let file: LiveFile | undefined;
  return {
    progress: (event) => {
      if (event.type === 'run') {
        const { run_id, started_at } = event.header;
        file = openLive(workspace, { run_id, started_at, total: event.ids.length });
      } else if (event.type === 'case-end') {
        const { name, verdict, duration_ms } = event.result;
        file?.add({ name, verdict, duration_ms });
      }
      others(event);
    },
    close: async () => file?.close(),
  };
}
