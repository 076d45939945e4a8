/** The library: the same verbs as the commands, without printing. */

export type * from './types/envelope.js';
export type { RunEvent } from './types/events.js';
export type { Trace, TraceCall } from './types/trace.js';
export type { Check, Outcome, Verdict } from './types/verdict.js';
export { McptestError } from './util/errors.js';
export { type CallInput, type CallReport, callTool } from './verbs/call.js';
export { compareRuns } from './verbs/compare.js';
export {
  getCapabilities,
  type Introspection,
  listPrompts,
  listResources,
  listTools,
} from './verbs/introspect.js';
export { type PlanRunsInput, planRunCount } from './verbs/plan-runs.js';
export { readSavedRun } from './verbs/read-run.js';
export { type RunInput, type RunReport, run } from './verbs/run.js';
export { jsonSchema } from './verbs/schema.js';
export { type ScoreInput, type ScoreReport, score } from './verbs/score.js';
export type { TargetInput } from './verbs/target.js';
export { type ValidateInput, type Validation, validate } from './verbs/validate.js';
