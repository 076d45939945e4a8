/**
 * The library: the same verbs as the commands, without printing. Options are checked here as the commands check theirs.
 * What looks at catalogues loads when it is first used: `import { run }` stays light.
 */
import * as reading from './store/read-run.js';
import { checkArgument } from './util/check-options.js';
import * as calling from './verbs/call.js';
import * as comparing from './verbs/comparing/compare.js';
import * as introspecting from './verbs/introspect.js';
import { checkLibraryOptions, type LibraryFunction } from './verbs/library-options.js';
import * as planning from './verbs/plan-runs.js';
import * as running from './verbs/run.js';
import * as schemas from './verbs/schema.js';
import * as scoring from './verbs/score.js';
import * as validating from './verbs/validate.js';

export type { CatalogInput } from './target/catalogs.js';
export type { TargetInput } from './target/target.js';
export type { ClientReport, CompatFinding, CompatReport, CompatVerdict } from './types/compat.js';
export type * from './types/conformance.js';
export type * from './types/envelope.js';
export type { RunEvent } from './types/events.js';
export type * from './types/fuzz.js';
export type * from './types/improve.js';
export type { LoadResult, MemorySample } from './types/load.js';
export type * from './types/redteam.js';
export type * from './types/strength.js';
export type { Trace, TraceCall } from './types/trace.js';
export type { Check, Outcome, Verdict } from './types/verdict.js';
export { McptestError } from './util/errors.js';
export type { CallInput, CallReport } from './verbs/call.js';
export type { CompatInput, CompatOutcome } from './verbs/compat.js';
export type { DiffInput, DiffReport } from './verbs/diff.js';
export type { DoctorInput, DoctorReport } from './verbs/doctor.js';
export type { ImproveInput, ImproveOutcome } from './verbs/improving/improve.js';
export type { Introspection } from './verbs/introspect.js';
export type { LintInput, LintReport } from './verbs/lint.js';
export type { LockInput, LockReport } from './verbs/lock.js';
export type { PlanRunsInput } from './verbs/plan-runs.js';
export type { ConformanceInput, ConformanceReport } from './verbs/probing/conformance.js';
export type { FuzzInput, FuzzReport } from './verbs/probing/fuzz.js';
export type { LoadInput, LoadReport } from './verbs/probing/load.js';
export type { RedteamInput } from './verbs/probing/redteam.js';
export type { RunInput, RunReport, StrengthFlags } from './verbs/run.js';
export type { ScoreInput, ScoreReport } from './verbs/score.js';
export type { SecurityInput, SecurityReport } from './verbs/security.js';
export type { MutateInput, MutateReport } from './verbs/strength/mutate.js';
export type { TdqsInput, TdqsResult } from './verbs/tdqs.js';
export type { TokensInput } from './verbs/tokens.js';
export type { BenchInput } from './verbs/tool-bench.js';
export type { ValidateInput, Validation } from './verbs/validate.js';

/** A verb that takes nothing but options; those that are wrong reject. */
function checked<Input, Output>(name: LibraryFunction, verb: (input: Input) => Promise<Output>) {
  return async (input: Input): Promise<Output> => {
    return verb(checkLibraryOptions(name, input));
  };
}

export const run: typeof running.run = checked('run', running.run);
export const validate: typeof validating.validate = checked('validate', validating.validate);
export const score: typeof scoring.score = checked('score', scoring.score);
export const callTool: typeof calling.callTool = checked('callTool', calling.callTool);
export const listTools: typeof introspecting.listTools = checked('listTools', introspecting.listTools);
export const listResources: typeof introspecting.listResources = checked(
  'listResources',
  introspecting.listResources,
);
export const listPrompts: typeof introspecting.listPrompts = checked(
  'listPrompts',
  introspecting.listPrompts,
);
export const getCapabilities: typeof introspecting.getCapabilities = checked(
  'getCapabilities',
  introspecting.getCapabilities,
);

export const readSavedRun: typeof reading.readSavedRun = async (saved, input) => {
  checkArgument('the run of readSavedRun', 'text', saved);
  checkLibraryOptions('readSavedRun', input);
  return reading.readSavedRun(saved, input);
};

export const compareRuns: typeof comparing.compareRuns = async (base, current, input) => {
  checkArgument('the base of compareRuns', 'text', base);
  checkArgument('the current run of compareRuns', 'map', current);
  checkLibraryOptions('compareRuns', input);
  return comparing.compareRuns(base, current, input);
};

export const planRunCount: typeof planning.planRunCount = (input) => {
  checkLibraryOptions('planRunCount', input);
  return planning.planRunCount(input);
};

export const jsonSchema: typeof schemas.jsonSchema = (which) => {
  checkArgument('the schema of jsonSchema', { oneOf: ['suite', 'envelope'] }, which);
  return schemas.jsonSchema(which);
};

export const benchTools: typeof import('./verbs/tool-bench.js').benchTools = checked(
  'benchTools',
  async (input) => (await import('./verbs/tool-bench.js')).benchTools(input),
);
export const checkConformance: typeof import('./verbs/probing/conformance.js').checkConformance = checked(
  'checkConformance',
  async (input) => (await import('./verbs/probing/conformance.js')).checkConformance(input),
);
export const checkClients: typeof import('./verbs/compat.js').checkClients = checked(
  'checkClients',
  async (input) => (await import('./verbs/compat.js')).checkClients(input),
);
export const checkSecurity: typeof import('./verbs/security.js').checkSecurity = checked(
  'checkSecurity',
  async (input) => (await import('./verbs/security.js')).checkSecurity(input),
);
export const diffTargets: typeof import('./verbs/diff.js').diffTargets = checked(
  'diffTargets',
  async (input) => (await import('./verbs/diff.js')).diffTargets(input),
);
export const doctor: typeof import('./verbs/doctor.js').doctor = checked('doctor', async (input) =>
  (await import('./verbs/doctor.js')).doctor(input),
);
export const lint: typeof import('./verbs/lint.js').lint = checked('lint', async (input) =>
  (await import('./verbs/lint.js')).lint(input),
);
export const lockCatalogs: typeof import('./verbs/lock.js').lockCatalogs = checked(
  'lockCatalogs',
  async (input) => (await import('./verbs/lock.js')).lockCatalogs(input),
);
export const measureTokens: typeof import('./verbs/tokens.js').measureTokens = checked(
  'measureTokens',
  async (input) => (await import('./verbs/tokens.js')).measureTokens(input),
);
export const scoreCatalogs: typeof import('./verbs/tdqs.js').scoreCatalogs = checked(
  'scoreCatalogs',
  async (input) => (await import('./verbs/tdqs.js')).scoreCatalogs(input),
);
export const mutate: typeof import('./verbs/strength/mutate.js').mutate = checked('mutate', async (input) =>
  (await import('./verbs/strength/mutate.js')).mutate(input),
);
export const fuzz: typeof import('./verbs/probing/fuzz.js').fuzz = checked('fuzz', async (input) =>
  (await import('./verbs/probing/fuzz.js')).fuzz(input),
);
export const redteam: (
  input: import('./verbs/probing/redteam.js').RedteamInput,
) => Promise<import('./types/redteam.js').RedteamReport> = checked('redteam', async (input) =>
  (await import('./verbs/probing/redteam.js')).redteam(input),
);
export const improve: typeof import('./verbs/improving/improve.js').improve = checked(
  'improve',
  async (input) => (await import('./verbs/improving/improve.js')).improve(input),
);
export const load: typeof import('./verbs/probing/load.js').load = checked('load', async (input) =>
  (await import('./verbs/probing/load.js')).load(input),
);
