/**
 * A run of an agent of the user's own in a cassette. Nobody asks it turn by turn, so that there is nothing
 * to answer on replay: its calls, with what came back, and its last words are kept as they were written
 * down, and written down again.
 */

import type { RunRecord } from '../../score/score-row.js';
import type { RecordedActions } from '../../types/cassette.js';
import type { ModelSpec } from '../../types/driver.js';
import type { PlannedGroup } from '../../types/plan.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { CommandEnding } from './command-agent.js';
import type { RunLog } from './run-log.js';

/** Under whose name runs are recorded. */
export interface Actor {
  name: string;
  provider: string;
  model: string;
}

const OWN = 'command';

export function actorOf(
  { agent, model, cli }: Pick<PlannedGroup, 'agent' | 'model' | 'cli'>,
  modelOf: (name: string) => ModelSpec,
): Actor {
  if (cli !== undefined) return { name: model!, provider: cli.name, model: cli.model };
  if (agent.command === undefined) return modelOf(model!);
  const name = model ?? OWN;
  return { name, provider: OWN, model: name };
}

/** `timed`: the test is judged by how long things take. */
export function actionsOf({ trace, checks, notes }: RunRecord, timed: boolean): RecordedActions {
  const { calls, faults, final_response, turns, tokens, cost_usd, view, catalog } = trace;
  const [check] = checks ?? [];
  return omitUndefined({
    calls: calls.map(({ duration_ms, ...call }) =>
      timed && duration_ms !== undefined ? { ...call, duration_ms: Math.round(duration_ms) } : call,
    ),
    faults,
    ...(view && { turns, tokens, cost_usd, view, catalog }),
    text: final_response ?? '',
    check,
    notes: notes && notes.length > 0 ? notes : undefined,
  });
}

export function replayActions(
  { calls, faults = [], text, check, notes = [], ...rest }: RecordedActions,
  log: RunLog,
): CommandEnding {
  let met = 0;
  for (const [index, call] of calls.entries()) {
    for (let next = faults[met]; next && next.call <= index; next = faults[met]) {
      log.fault(next.kind);
      met += 1;
    }
    log.call(call);
  }
  for (const note of notes) log.note(note);
  const { turns, tokens, cost_usd, view, catalog } = rest;
  return omitUndefined({ text, check, known: omitUndefined({ turns, tokens, cost_usd, view, catalog }) });
}
