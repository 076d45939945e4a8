/** The rows of the newest saved run that did not pass, by id. */

import { isRunOf } from '../envelope/row-names.js';
import { readSavedRun } from '../store/read-run.js';
import { listRuns } from '../store/workspace.js';
import { McptestError } from '../util/errors.js';

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
  const missed = [
    ...groups.filter(({ verdict }) => verdict !== 'pass'),
    ...tool_selection.filter(({ passed }) => !passed),
  ];
  return results
    .filter((row) => {
      if (row.verdict === 'fail' || row.verdict === 'inconclusive') return true;
      return row.verdict === 'pass' && missed.some((gate) => isRunOf(row, gate));
    })
    .map(({ id }) => id);
}
