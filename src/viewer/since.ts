/** What a run changed against the last one before it that is like it. */
import { compareEnvelopes } from '../envelope/compare.js';
import { whatMatters } from '../envelope/compare-words.js';
import { workspaceAt } from '../store/workspace.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { RunSince } from '../types/reporter.js';
import { type Library, workspaceLibrary } from './library.js';
import { areAlike } from './rows.js';

/** Further back than so many runs nobody remembers. */
const MOST = 20;

export async function sinceBefore(library: Library, current: RunEnvelope): Promise<RunSince | undefined> {
  const ids = await library.list();
  for (const id of ids.filter((one) => one < current.run_id).slice(0, MOST)) {
    const base = await library.read(id).catch(() => undefined);
    if (base === undefined || !areAlike(base, current)) continue;
    const what = whatMatters(compareEnvelopes(base, current));
    return { run_id: id, started_at: base.started_at, what };
  }
  return undefined;
}

/** The same in the workspace that the run was saved in. */
export function sinceLastRun(
  envelope: RunEnvelope,
  { cwd = process.cwd(), workspace }: { cwd?: string | undefined; workspace?: string | undefined },
): Promise<RunSince | undefined> {
  return sinceBefore(workspaceLibrary(workspaceAt(cwd, workspace)), envelope);
}
