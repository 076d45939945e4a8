import { Command } from 'commander';
import type { Redactor } from '../redact/redactor.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Shard } from '../types/plan.js';
import { EXIT, McptestError } from '../util/errors.js';
import type { RunInput } from '../verbs/run.js';
import type { Context } from './context.js';
import {
  atLeastOne,
  count,
  deadlineOption,
  dollars,
  duration,
  files,
  filterOptions,
  names,
  shard,
  suiteOptions,
  times,
  workspaceOption,
} from './options.js';
import type { Collector } from './output/send-spans.js';
import { printOrWrite, tell } from './output/terminal.js';

interface RunFlags {
  config?: string[];
  filter?: string[];
  withEarlier?: boolean;
  tag?: string[];
  skipTag?: string[];
  bail?: boolean;
  retries?: number;
  concurrency?: number;
  reporter?: string[];
  otlp?: string[];
  output?: string;
  agentBudget?: number;
  verbose?: boolean;
  quiet?: boolean;
  profile?: string;
  var?: Record<string, string>;
  timeout?: number;
  workspace?: string;
  updateSnapshots?: boolean;
  allowUpdateInCi?: boolean;
  strength?: boolean;
  save: boolean;
  watch?: boolean;
  list?: boolean;
  dryRun?: boolean;
  explain?: boolean;
  maxCost?: number;
  repeat?: number;
  lastFailed?: boolean;
  shard?: Shard;
  timings?: string;
  envFile?: string[];
  waitForReady?: number;
  lenientStdout?: boolean;
  models?: string[];
  runs?: number;
  record?: boolean;
  live?: boolean;
  resume?: boolean;
  against?: string;
}

export function runCommand(context: Context): Command {
  const command = new Command('run')
    .summary('run suites against real servers')
    .description('Run suites against real servers. With no path: mcptest.yaml or mcptest.yml of this folder.')
    .option('--record', 'call models and servers, and record agent tests in cassettes')
    .option('--live', 'call models and servers, even if there is a cassette');
  return withRunOptions(command, context, EXAMPLES);
}

/** `mcptest record` is `run --record`. */
export function recordCommand(context: Context): Command {
  const command = new Command('record')
    .summary('run suites and record agent tests (run --record)')
    .description('Run suites, call models and servers, and record agent tests in cassettes.');
  return withRunOptions(command, context, RECORD_EXAMPLES, { record: true });
}

function withRunOptions(
  command: Command,
  context: Context,
  examples: string,
  always: Partial<RunFlags> = {},
): Command {
  selectionOptions(command)
    .option('--watch', 'run again the tests that a change affects, until you press q')
    .option('--list', 'print the tests that would run, and run nothing')
    .option('--dry-run', 'show what would be done, and do nothing: the plan with servers and commands')
    .option('--explain', 'print the plan, the models and what they may cost, and run nothing')
    .option(
      '--against <file>',
      'a second catalogue, saved, to compare with the first: agent tests run with both; or the name of a second server of the suite',
    )
    .option('--resume', 'continue agent tests of a stopped run: finished cases are not run again')
    .option('--max-cost <usd>', 'stop asking models when they have cost this much (US dollars)', dollars)
    .option('--bail', 'stop after the first test that does not pass')
    .option('--retries <n>', 'try a failed test again up to n times', count)
    .option('--repeat <n>', 'run every test n times: all must pass', times)
    .option('--models <name>', 'run agent tests with these models (repeatable)', names)
    .option('--runs <n>', 'run agent tests this many times with each model', times)
    .option(
      '--concurrency <n>',
      'how many run at the same time, at most: tests (4, or as the suites say)',
      atLeastOne,
    );
  return suiteOptions(deadlineOption(workspaceOption(command)))
    .option('--wait-for-ready <duration>', 'how long to wait until servers behind a URL are up', duration)
    .option('--timeout <duration>', 'how long one test may take', duration)
    .option(
      '--lenient-stdout',
      'allow servers to log on stdout: it is a finding, and does not fail `compliance:`',
    )
    .option('--update-snapshots', 'accept what the servers answer now')
    .option('--allow-update-in-ci', 'allow --update-snapshots in CI')
    .option(
      '--otlp <file|url>',
      'write spans to a file, or send them to an OTLP collector (repeatable)',
      files,
    )
    .option('--strength', 'also measure whether the tests would notice a broken server')
    .option('--no-save', 'do not keep the run in .mcptest')
    .addHelpText('after', examples)
    .action((paths: string[], given: RunFlags) => runSuites(paths, { ...given, ...always }, context));
}

async function runSuites(paths: string[], flags: RunFlags, context: Context): Promise<void> {
  if (flags.envFile) (await import('./env-file.js')).applyEnvFiles(flags.envFile);
  const { destinations } = await import('./output/reports.js');
  const spans = await spanTargets(flags, context);
  const targets = destinations(spans.reporters, flags.output, [...paths, ...(flags.config ?? [])]);
  const input = {
    ...inputOf(paths, flags, context),
    token_surface: targets.some(({ reporter }) => reporter === 'html'),
    trace_context: spans.collectors.length > 0 || targets.some(({ reporter }) => reporter === 'otlp'),
  };
  if (flags.explain) {
    context.exit(await explainPlan(input, flags));
    return;
  }
  if (flags.list || flags.dryRun) {
    context.exit(await showPlan(input, flags));
    return;
  }
  if (flags.watch) {
    if (flags.against !== undefined)
      throw new McptestError({
        code: 'bad-against',
        message: '--watch compares with no second catalogue',
        hint: 'Leave out --watch or --against.',
      });
    const { watchRun } = await import('./watch/watch.js');
    context.exit(await watchRun(input, targets, flags));
    return;
  }
  const { runOnce } = await import('./run-once.js');
  if (flags.against !== undefined) {
    const { runBoth } = await import('./run-both.js');
    const { envelope, code } = await runBoth(input, targets, { ...flags, against: flags.against });
    context.exit(code);
    await sendTo(spans.collectors, envelope);
    return;
  }
  const report = await runOnce(input, targets, flags);
  context.exit(report.envelope.exit_code);
  report.letGo();
  await report.closing;
  await sendTo(spans.collectors, report.envelope);
}

async function sendTo(collectors: Collector[], envelope: RunEnvelope): Promise<void> {
  if (collectors.length === 0) return;
  const { sendSpans } = await import('./output/send-spans.js');
  await sendSpans(envelope, collectors);
}

interface SpanTargets {
  /** The reporters that were asked for, with one for each file that spans go to. */
  reporters?: string[];
  collectors: Collector[];
}

/** A URL is sent to after the run; a file is a report like others. */
async function spanTargets({ otlp = [], reporter, watch }: RunFlags, context: Context): Promise<SpanTargets> {
  if (otlp.length === 0) return { reporters: reporter, collectors: [] };
  const { collectorAt } = await import('./output/send-spans.js');
  const urls = otlp.filter((one) => /^https?:/i.test(one));
  if (watch && urls.length > 0) {
    throw new McptestError({
      code: 'bad-otlp',
      message: '--watch sends no spans to a collector',
      hint: 'Leave out --watch, or write them to a file: --otlp spans.json.',
    });
  }
  const paths = otlp.filter((one) => !urls.includes(one)).map((path) => `otlp=${path}`);
  return {
    reporters: [...(reporter ?? ['pretty']), ...paths],
    collectors: urls.map((url) => collectorAt(url, process.env, context.redactor.add)),
  };
}

/** Which tests are run. */
function selectionOptions(command: Command): Command {
  return filterOptions(command)
    .argument('[paths...]', 'suite files, or folders with *.mcptest.yml files')
    .option('--config <suite>', 'a suite file (the same as naming it; repeatable)', files)
    .option('--with-earlier', 'also run earlier tests that use the same servers')
    .option('--last-failed', 'run only what did not pass in the newest saved run')
    .option('--shard <i/n>', 'run one of n parts, split by test; join them with report --merge', shard)
    .option(
      '--timings <file>',
      'how long tests take, for shards: splits them evenly (report --timings writes the file)',
    );
}

function inputOf(paths: string[], flags: RunFlags, context: Context): RunInput {
  return {
    paths: [...paths, ...(flags.config ?? [])],
    filter: flags.filter,
    with_earlier: flags.withEarlier,
    tags: flags.tag,
    skip_tags: flags.skipTag,
    last_failed: flags.lastFailed,
    shard: flags.shard,
    timings: flags.timings,
    repeat: flags.repeat,
    models: flags.models,
    runs: flags.runs,
    record: flags.record,
    live: flags.live,
    resume: flags.resume,
    max_cost: flags.maxCost,
    bail: flags.bail,
    retries: flags.retries,
    concurrency: flags.concurrency,
    profile: flags.profile,
    vars: flags.var,
    timeout_ms: flags.timeout,
    wait_ms: flags.waitForReady,
    lenient_stdout: flags.lenientStdout,
    workspace: flags.workspace,
    update_snapshots: flags.updateSnapshots,
    allow_update_in_ci: flags.allowUpdateInCi,
    strength: flags.strength ? {} : undefined,
    save: flags.save,
    signal: context.signal,
    redactor: context.redactor,
  };
}

async function showPlan(input: RunInput, { list, output, against }: RunFlags): Promise<number> {
  const { planTests } = await import('../verbs/plan.js');
  const { planList, planText } = await import('./output/show-plan.js');
  const { plan, redactor, warnings, empty_shard } = await planTests(input);
  for (const warning of warnings) tell(`mcptest: ${warning}`);
  const code = plan.cases.length + plan.groups.length > 0 || empty_shard ? EXIT.ok : EXIT.nothing;
  if (code === EXIT.nothing) await tellNone(input);
  const estimate = list || plan.groups.length === 0 ? '' : await agentsText(input, redactor, against);
  await printOrWrite((list ? planList : planText)(plan, redactor) + estimate, output);
  return code;
}

async function tellNone(input: RunInput): Promise<void> {
  const { nothingSelected } = await import('./output/nothing-selected.js');
  const nothing = nothingSelected({ exit_code: EXIT.nothing, summary: { total: 0 } }, input);
  if (nothing !== undefined) tell(`mcptest: ${nothing}`);
}

async function agentsText(input: RunInput, redactor: Redactor, against?: string): Promise<string> {
  const { estimateAgents } = await import('../verbs/explain-run.js');
  const { estimateText } = await import('./output/show-estimate.js');
  return estimateText(await estimateAgents(input, against), redactor);
}

async function explainPlan(input: RunInput, { output, against }: RunFlags): Promise<number> {
  const { explainRun } = await import('../verbs/explain-run.js');
  const { explainText } = await import('./output/show-plan.js');
  const explained = await explainRun(input, against);
  for (const warning of explained.warnings) tell(`mcptest: ${warning}`);
  await printOrWrite(explainText(explained), output);
  const { plan, empty_shard } = explained;
  return plan.cases.length + plan.groups.length > 0 || empty_shard ? EXIT.ok : EXIT.nothing;
}

const EXAMPLES = `
Examples:
  $ mcptest run
  $ mcptest run suite.yml --filter "reads a file"
  $ mcptest run tests --reporter pretty --reporter junit=junit.xml
  $ mcptest run --reporter json --output run.json
  $ mcptest run --last-failed
  $ mcptest run tests --shard 1/4 --reporter json=shard-1.json
  $ mcptest run agents.yml --models claude-sonnet-4-5,gpt-5 --reporter matrix
  $ mcptest run agents.yml --record
`;

const RECORD_EXAMPLES = `
Examples:
  $ mcptest record agents.yml
  $ mcptest record agents.yml --filter "weather selection"
`;
