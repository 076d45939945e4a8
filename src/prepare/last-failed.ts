/** The rows of the newest saved run that did not pass, by id. */

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
  const gates = new Set([
    ...groups.filter(({ verdict }) => verdict !== 'pass').map(({ name, file }) => gateKey(name, file)),
    ...tool_selection
      .filter(({ passed }) => !passed)
      .flatMap(({ agent, model, file }) => [gateKey(agent, file), gateKey(`${agent} [${model}]`, file)]),
  ]);
  return results
    .filter(({ name, file, verdict }) => {
      if (verdict === 'fail' || verdict === 'inconclusive') return true;
      const test = name.replace(/ #\d+$/, '');
      return verdict === 'pass' && (gates.has(gateKey(test, file)) || gates.has(gateKey(test)));
    })
    .map(({ id }) => id);
}

/** A group or floor of an older run does not name its suite. */
function gateKey(test: string, file?: string): string {
  return JSON.stringify([test, file]);
}
