/** The library: the same verbs as the commands, without printing. */

export { readSavedRun } from './store/read-run.js';
// What looks at catalogues loads when it is first used: `import { run }` stays as light as it was.
export type { CatalogInput } from './target/catalogs.js';
export type { TargetInput } from './target/target.js';
export type * from './types/envelope.js';
export type { RunEvent } from './types/events.js';
export type { Trace, TraceCall } from './types/trace.js';
export type { Check, Outcome, Verdict } from './types/verdict.js';
export { McptestError } from './util/errors.js';
export { type CallInput, type CallReport, callTool } from './verbs/call.js';
export { compareRuns } from './verbs/compare.js';
export type { DiffInput, DiffReport } from './verbs/diff.js';
export type { DoctorInput, DoctorReport } from './verbs/doctor.js';
export {
  getCapabilities,
  type Introspection,
  listPrompts,
  listResources,
  listTools,
} from './verbs/introspect.js';
export type { LintInput, LintReport } from './verbs/lint.js';
export type { LockInput, LockReport } from './verbs/lock.js';
export { type PlanRunsInput, planRunCount } from './verbs/plan-runs.js';
export { type RunInput, type RunReport, run } from './verbs/run.js';
export { jsonSchema } from './verbs/schema.js';
export { type ScoreInput, type ScoreReport, score } from './verbs/score.js';
export type { SecurityInput, SecurityReport } from './verbs/security.js';
export type { TdqsInput, TdqsResult } from './verbs/tdqs.js';
export type { TokensInput } from './verbs/tokens.js';
export type { BenchInput } from './verbs/tool-bench.js';
export { type ValidateInput, type Validation, validate } from './verbs/validate.js';

export const benchTools: typeof import('./verbs/tool-bench.js').benchTools = async (input) =>
  (await import('./verbs/tool-bench.js')).benchTools(input);
export const checkSecurity: typeof import('./verbs/security.js').checkSecurity = async (input) =>
  (await import('./verbs/security.js')).checkSecurity(input);
export const diffTargets: typeof import('./verbs/diff.js').diffTargets = async (input) =>
  (await import('./verbs/diff.js')).diffTargets(input);
export const doctor: typeof import('./verbs/doctor.js').doctor = async (input) =>
  (await import('./verbs/doctor.js')).doctor(input);
export const lint: typeof import('./verbs/lint.js').lint = async (input) =>
  (await import('./verbs/lint.js')).lint(input);
export const lockCatalogs: typeof import('./verbs/lock.js').lockCatalogs = async (input) =>
  (await import('./verbs/lock.js')).lockCatalogs(input);
export const measureTokens: typeof import('./verbs/tokens.js').measureTokens = async (input) =>
  (await import('./verbs/tokens.js')).measureTokens(input);
export const scoreCatalogs: typeof import('./verbs/tdqs.js').scoreCatalogs = async (input) =>
  (await import('./verbs/tdqs.js')).scoreCatalogs(input);
