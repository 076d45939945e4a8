/** The options of each function of the library. The compiler holds every list against the type of its function. */
import type { ReadRunInput } from '../store/read-run.js';
import type { CatalogInput } from '../target/catalogs.js';
import type { TargetInput } from '../target/target.js';
import { checkOptions, type OptionKinds, type OptionTable, withNewNames } from '../util/check-options.js';
import type { CallInput } from './call.js';
import type { CompatInput } from './compat.js';
import type { DiffInput } from './diff.js';
import type { DoctorInput } from './doctor.js';
import type { ImproveInput } from './improving/improve.js';
import type { LintInput } from './lint.js';
import type { LockInput } from './lock.js';
import type { PlanRunsInput } from './plan-runs.js';
import type { ConformanceInput } from './probing/conformance.js';
import type { FuzzInput } from './probing/fuzz.js';
import type { LoadInput } from './probing/load.js';
import type { RedteamInput } from './probing/redteam.js';
import type { RunInput, StrengthFlags } from './run.js';
import type { ScoreInput } from './score.js';
import type { SecurityInput } from './security.js';
import type { MutateInput } from './strength/mutate.js';
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
  request_timeout_ms: 'number',
  signal: 'signal',
};

const catalog: OptionKinds<CatalogInput> = { ...target, from: 'text or texts' };

const suites = { ...redacting, ...place, paths: 'texts', vars: 'map of texts', profile: 'text' } as const;

const selection = {
  filter: 'text or texts',
  with_earlier: 'flag',
  tags: 'texts',
  skip_tags: 'texts',
  ids: 'texts',
} as const;

const strength: OptionKinds<StrengthFlags> = { seed: 'count', repeat: 'times', fail_under: 'number' };

const inRun: OptionKinds<Omit<RunInput, 'strength'>> = {
  ...suites,
  ...selection,
  last_failed: 'flag',
  shard: 'shard',
  timings: 'text',
  repeat: 'times',
  models: 'texts',
  runs: 'times',
  record: 'flag',
  live: 'flag',
  resume: 'flag',
  update_snapshots: 'flag',
  allow_update_in_ci: 'flag',
  run_id: 'text',
  signal: 'signal',
  bail: 'flag',
  max_cost: 'number',
  retries: 'count',
  concurrency: 'times',
  timeout_ms: 'number',
  wait_ms: 'number',
  lenient_stdout: 'flag',
  token_surface: 'flag',
  trace_context: 'flag',
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
  from: 'text or texts',
  save: 'flag',
};

const validate: OptionKinds<ValidateInput> = suites;
const callTool: OptionKinds<CallInput> = { ...target, tool: 'text', args: 'map' };
const fuzz: OptionKinds<FuzzInput> = {
  ...target,
  tools: 'texts',
  seed: 'count',
  cases: 'times',
  max_call_ms: 'times',
  allow_writes: 'flag',
  allow_destructive: 'flag',
  strict: 'flag',
};
const redteam: OptionKinds<RedteamInput> = {
  ...catalog,
  model: 'text',
  base_url: 'text',
  api_key_env: 'text',
  price: 'map',
  agent: 'texts',
  cli: 'text',
  probes: 'texts',
  runs: 'number',
  seed: 'number',
  max_complied: 'number',
  max_complied_of: 'map',
  max_cost: 'number',
};
const improve: OptionKinds<ImproveInput> = {
  ...catalog,
  tool: 'text',
  model: 'text',
  base_url: 'text',
  api_key_env: 'text',
  price: 'map',
  bench: 'text',
  max_cost: 'number',
};
const load: OptionKinds<LoadInput> = {
  ...target,
  tool: 'text',
  args: 'map',
  concurrency: 'times',
  rate: 'number',
  for_ms: 'number',
  calls: 'times',
  pid: 'times',
  allow_remote: 'flag',
  allow_destructive: 'flag',
  gates: {
    options: {
      max_p50_ms: 'number',
      max_p95_ms: 'number',
      max_p99_ms: 'number',
      max_error_rate: 'number',
      min_per_second: 'number',
      max_memory_growth_mb: 'number',
    },
  },
};
const diffTargets: OptionKinds<DiffInput> = { ...target, before: 'text', after: 'text' };
const doctor: OptionKinds<DoctorInput> = {
  ...target,
  home: 'text',
  call: 'flag',
  lenient_stdout: 'flag',
  save: 'flag',
  progress: 'function',
};
const lint: OptionKinds<LintInput> = {
  ...catalog,
  rules: 'texts',
  clients: 'text or flag',
  severity: SEVERITY,
  fail_on: SEVERITY,
};
const checkClients: OptionKinds<CompatInput> = {
  ...catalog,
  client: 'texts',
  clients: 'text',
  server_name: 'text',
  fail_on: { oneOf: ['error', 'dropped', 'degraded', 'never'] },
  call: 'text',
  args: 'map',
};
const lockCatalogs: OptionKinds<LockInput> = { ...catalog, lock: 'text', check: 'flag', update: 'flag' };
const checkConformance: OptionKinds<ConformanceInput> = {
  ...target,
  revision: 'text',
  only: 'texts',
  allow_calls: 'texts',
  baseline: 'text',
  update: 'flag',
  compare: 'text',
  fail_under: { oneOf: ['A+', 'A', 'B', 'C', 'D', 'F'] },
};

const checkSecurity: OptionKinds<SecurityInput> = {
  ...target,
  from: 'text or texts',
  rules: 'texts',
  severity: SEVERITY,
  fail_on: SEVERITY,
  baseline: 'text',
  update: 'flag',
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
  against: 'text',
  budget: 'number',
  per_tool: 'number',
};
const benchTools: OptionKinds<BenchInput> = {
  spec: 'text',
  cwd: 'text',
  min_drop: 'number',
  against: 'text',
};
const planRunCount: OptionKinds<PlanRunsInput> = {
  half_width: 'number',
  floor: 'number',
  confidence: 'number',
};

const renamed = { timeout_ms: 'request_timeout_ms' };

export const LIBRARY_OPTIONS = {
  run: { options: run },
  mutate: { options: mutate, renamed: { observe: 'repeat' } },
  validate: { options: validate },
  score: { options: score, required: ['traces'], renamed: { catalogs: 'from' } },
  callTool: { options: callTool, required: ['tool'], renamed },
  fuzz: { options: fuzz },
  load: { options: load, required: ['tool'] },
  redteam: { options: redteam },
  improve: { options: improve, required: ['tool'] },
  listTools: { options: target, renamed },
  listResources: { options: target, renamed },
  listPrompts: { options: target, renamed },
  getCapabilities: { options: target, renamed },
  readSavedRun: { options: savedRun },
  compareRuns: { options: savedRun },
  planRunCount: { options: planRunCount },
  lint: { options: lint, renamed },
  lockCatalogs: { options: lockCatalogs, renamed: { ...renamed, file: 'lock' } },
  diffTargets: { options: diffTargets, required: ['before'], renamed },
  doctor: { options: doctor, renamed },
  checkConformance: { options: checkConformance, renamed },
  checkClients: { options: checkClients },
  checkSecurity: { options: checkSecurity, renamed: { ...renamed, update_baseline: 'update' } },
  scoreCatalogs: { options: scoreCatalogs, renamed },
  measureTokens: { options: measureTokens, renamed: { ...renamed, compare: 'against' } },
  benchTools: { options: benchTools, required: ['spec'] },
} satisfies Record<string, OptionTable>;

export type LibraryFunction = keyof typeof LIBRARY_OPTIONS;

/** The options as given, old names made new. Throws for one that the function does not have, or of another type. */
export function checkLibraryOptions<T>(name: LibraryFunction, given: T): T {
  const table: OptionTable = LIBRARY_OPTIONS[name];
  const options = withNewNames(name, table, given);
  checkOptions(name, table, options);
  return options;
}
