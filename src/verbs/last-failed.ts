/** The rows of the newest saved run that did not pass, by id. */
import { listRuns } from '../store/workspace.js';
import { McptestError } from '../util/errors.js';
import { readSavedRun } from './read-run.js';

export async function lastFailed(workspace: string): Promise<string[]> {
  const [newest] = await listRuns(workspace);
  if (newest === undefined) {
    throw new McptestError({
      code: 'no-run',
      message: 'no run is saved here, so nothing is known to have failed',
      hint: 'Run once without --last-failed (and without --no-save).',
    });
  }
  const { results, groups = [], tool_selection = [] } = await readSavedRun(newest, { workspace });
  const gates = new Set([
    ...groups.filter(({ verdict }) => verdict !== 'pass').map(({ name }) => name),
    ...tool_selection.filter(({ passed }) => !passed).map(({ agent }) => agent),
  ]);
  return results
    .filter(({ name, verdict }) => {
      if (verdict === 'fail' || verdict === 'inconclusive') return true;
      return verdict === 'pass' && gates.has(name.replace(/ #\d+$/, ''));
    })
    .map(({ id }) => id);
}
