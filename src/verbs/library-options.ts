/** The options of each function of the library. The compiler holds every list against the type of its function. */
import type { ReadRunInput } from '../store/read-run.js';
import type { CatalogInput } from '../target/catalogs.js';
import type { TargetInput } from '../target/target.js';
import { checkOptions, type OptionKinds, type OptionTable } from '../util/check-options.js';
import type { CallInput } from './call.js';
import type { DiffInput } from './diff.js';
import type { DoctorInput } from './doctor.js';
import type { LintInput } from './lint.js';
import type { LockInput } from './lock.js';
import type { MutateInput } from './mutate.js';
import type { PlanRunsInput } from './plan-runs.js';
import type { RunInput, StrengthFlags } from './run.js';
import type { ScoreInput } from './score.js';
import type { SecurityInput } from './security.js';
import type { TdqsInput } from './tdqs.js';
import type { TokensInput } from './tokens.js';
import type { BenchInput } from './tool-bench.js';
import type { ValidateInput } from './validate.js';

const SEVERITY = { oneOf: ['critical', 'high', 'medium', 'warning', 'low', 'info', 'pass'] };

const redacting = { env: 'map of texts', redactor: 'map' } as const;
const place = { cwd: 'text', workspace: 'text' } as const;

const savedRun: OptionKinds<ReadRunInput> = place;

const target: OptionKinds<TargetInput> = {
  ...redacting,
  ...place,
  server: 'text',
  command: 'text or texts',
  url: 'text',
  bearer_token_env: 'text',
  headers: 'map of texts',
  protocol: 'text',
  config: 'text',
  pass_env: 'texts',
  child_env: 'map of texts',
  max_message_bytes: 'times',
  reach: 'text',
  timeout_ms: 'number',
  signal: 'signal',
};

const catalog: OptionKinds<CatalogInput> = { ...target, from: 'text' };

const suites = { ...redacting, ...place, paths: 'texts', vars: 'map of texts', profile: 'text' } as const;

const selection = {
  filter: 'text or texts',
  with_earlier: 'flag',
  tags: 'texts',
  skip_tags: 'texts',
  ids: 'texts',
} as const;

const strength: OptionKinds<StrengthFlags> = { seed: 'count', observe: 'times', fail_under: 'number' };

const inRun: OptionKinds<Omit<RunInput, 'strength'>> = {
  ...suites,
  ...selection,
  last_failed: 'flag',
  shard: 'shard',
  repeat: 'times',
  models: 'texts',
  runs: 'times',
  record: 'flag',
  live: 'flag',
  update_snapshots: 'flag',
  allow_update_in_ci: 'flag',
  run_id: 'text',
  signal: 'signal',
  bail: 'flag',
  retries: 'count',
  concurrency: 'times',
  timeout_ms: 'number',
  wait_ms: 'number',
  lenient_stdout: 'flag',
  token_surface: 'flag',
  save: 'flag',
  progress: 'function',
};

const run: OptionKinds<RunInput> = { ...inRun, strength: { options: strength } };
const mutate: OptionKinds<MutateInput> = { ...inRun, ...strength, run: 'text' };

const score: OptionKinds<ScoreInput> = {
  ...suites,
  ...selection,
  traces: 'texts',
  trace_format: 'text',
  catalogs: 'texts',
  save: 'flag',
};

const validate: OptionKinds<ValidateInput> = suites;
const callTool: OptionKinds<CallInput> = { ...target, tool: 'text', args: 'map' };
const diffTargets: OptionKinds<DiffInput> = { ...target, before: 'text', after: 'text' };
const doctor: OptionKinds<DoctorInput> = {
  ...target,
  home: 'text',
  call: 'flag',
  lenient_stdout: 'flag',
  save: 'flag',
  progress: 'function',
};
const lint: OptionKinds<LintInput> = { ...catalog, rules: 'texts', severity: SEVERITY, fail_on: SEVERITY };
const lockCatalogs: OptionKinds<LockInput> = { ...catalog, file: 'text', check: 'flag', update: 'flag' };
const checkSecurity: OptionKinds<SecurityInput> = {
  ...target,
  from: 'texts',
  rules: 'texts',
  severity: SEVERITY,
  fail_on: SEVERITY,
  baseline: 'text',
  update_baseline: 'flag',
  lock: 'text',
};
const scoreCatalogs: OptionKinds<TdqsInput> = {
  ...catalog,
  judge: 'text',
  base_url: 'text',
  api_key_env: 'text',
  rubric: 'text',
  judge_timeout_ms: 'number',
  fresh: 'flag',
  max_cost: 'number',
  fail_under: 'text',
  compare: 'text',
  tokens: 'flag',
  on_estimate: 'function',
};
const measureTokens: OptionKinds<TokensInput> = {
  ...catalog,
  compare: 'text',
  budget: 'number',
  per_tool: 'number',
};
const benchTools: OptionKinds<BenchInput> = { spec: 'text', cwd: 'text', min_drop: 'number' };
const planRunCount: OptionKinds<PlanRunsInput> = {
  half_width: 'number',
  floor: 'number',
  confidence: 'number',
};

export const LIBRARY_OPTIONS = {
  run: { options: run },
  mutate: { options: mutate },
  validate: { options: validate },
  score: { options: score, required: ['traces'] },
  callTool: { options: callTool, required: ['tool'] },
  listTools: { options: target },
  listResources: { options: target },
  listPrompts: { options: target },
  getCapabilities: { options: target },
  readSavedRun: { options: savedRun },
  compareRuns: { options: savedRun },
  planRunCount: { options: planRunCount },
  lint: { options: lint },
  lockCatalogs: { options: lockCatalogs },
  diffTargets: { options: diffTargets, required: ['before'] },
  doctor: { options: doctor },
  checkSecurity: { options: checkSecurity },
  scoreCatalogs: { options: scoreCatalogs },
  measureTokens: { options: measureTokens },
  benchTools: { options: benchTools, required: ['spec'] },
} satisfies Record<string, OptionTable>;

export type LibraryFunction = keyof typeof LIBRARY_OPTIONS;

/** Throws for an option that the function does not have, or that is of another type. */
export function checkLibraryOptions(name: LibraryFunction, given: unknown): void {
  checkOptions(name, LIBRARY_OPTIONS[name], given);
}
