/**
 * The way of one run and of one agent run through the code, hop by hop. test/where-things-are.test.ts follows them:
 * a hop's file exports the function, and the file that the hop comes from imports that file and names the function.
 */
export interface Hop {
  /** Below `src/`. */
  file: string;
  /** A function or class that the file exports. */
  name: string;
  does: string;
  /** The number of the hop that calls it; the one before unless told. */
  from?: number;
}

export const RUN_WALK: Hop[] = [
  {
    file: 'cli/run.ts',
    name: 'runCommand',
    does: 'declares the options and makes them the input of the verb',
  },
  {
    file: 'cli/run-once.ts',
    name: 'runOnce',
    does: 'starts the run, shows progress meanwhile and reports afterwards',
  },
  { file: 'verbs/run.ts', name: 'startRun', does: 'prepare → run → record → keep: the table of contents' },
  {
    file: 'prepare/prepare-run.ts',
    name: 'prepareRun',
    does: 'tells everything that could stop the run; starts nothing',
  },
  {
    file: 'prepare/plan-tests.ts',
    name: 'planTests',
    does: 'suites → plan, narrowed by filter, tags and shard',
  },
  {
    file: 'suite/load.ts',
    name: 'loadSuites',
    does: 'finds the files; `parse-suite.ts` beside it reads each one',
  },
  {
    file: 'suite/plan.ts',
    name: 'makePlan',
    does: 'one planned case a test, with its id and its repro line',
    from: 5,
  },
  { file: 'run/run.ts', name: 'runPlan', does: 'suites side by side, tests in lanes', from: 3 },
  { file: 'run/suite-run.ts', name: 'SuiteRun', does: 'servers of a suite, setup, tests, teardown' },
  {
    file: 'run/case.ts',
    name: 'runCase',
    does: 'attempts, retries and repetitions → one row; `attempt.ts` asks, redacts and judges each step',
  },
  {
    file: 'envelope/build.ts',
    name: 'buildEnvelope',
    does: 'rows, findings, coverage → the record, its verdict and exit code',
    from: 3,
  },
  {
    file: 'cli/output/reports.ts',
    name: 'writeReports',
    does: 'renders the record with each reporter, and writes it where it goes',
    from: 2,
  },
];

export const AGENT_WALK: Hop[] = [
  { file: 'verbs/run.ts', name: 'startRun', does: 'as above' },
  { file: 'prepare/prepare-run.ts', name: 'prepareRun', does: 'as above' },
  {
    file: 'prepare/agent-settings.ts',
    name: 'agentSettings',
    does: 'models, prices and cassettes are there, or the run is refused',
  },
  { file: 'run/run.ts', name: 'runPlan', does: 'loads what agents need, since the plan has some', from: 1 },
  {
    file: 'run/agent/agent-jobs.ts',
    name: 'agentJobs',
    does: 'the agent tests of a suite as jobs with one budget',
  },
  {
    file: 'run/agent/agent-group.ts',
    name: 'GroupRun',
    does: 'one test with one model: its runs side by side',
  },
  {
    file: 'run/agent/live-ports.ts',
    name: 'livePorts',
    does: 'real models and servers; `recorded-ports.ts` puts a cassette in their place',
  },
  {
    file: 'run/agent/agent-run.ts',
    name: 'runAgent',
    does: 'one run: connections, the tools that the agent sees, the conversation → a trace',
    from: 6,
  },
  {
    file: 'run/agent/agent-loop.ts',
    name: 'converse',
    does: 'turn, calls, answers, until the model is done or a bound is reached',
  },
  {
    file: 'score/score-group.ts',
    name: 'scoreGroup',
    does: 'traces → rows, figures and floor; `mcptest score` begins here',
    from: 6,
  },
  {
    file: 'score/measure-runs.ts',
    name: 'measureRuns',
    does: 'every metric block of the test → figures and their gates',
  },
  {
    file: 'score/score-row.ts',
    name: 'scoreRow',
    does: 'one trace against `expect:` → a row with its verdict',
    from: 10,
  },
];

export function walkTable(walk: readonly Hop[]): string {
  const rows = walk.map(({ file, name, does, from }, at) => {
    const caller = from ?? at;
    return `| ${at + 1} | \`${file}\` | \`${name}\` | ${caller === 0 ? '–' : caller} | ${does} |`;
  });
  return ['| hop | file | function | called by | what it does |', '|---:|---|---|---:|---|', ...rows].join(
    '\n',
  );
}
