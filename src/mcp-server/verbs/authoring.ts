/** Draft, observe, run: the verbs of the loop in which a suite is written. */

import { clip, oneLine } from '../../util/text.js';
import { proposeAssertions } from '../../verbs/propose.js';
import { run } from '../../verbs/run.js';
import { runInline } from '../../verbs/run-inline.js';
import { bounded } from '../bounded.js';
import { checkDraft, draftErrors } from '../draft.js';
import { insidePaths } from '../inside-paths.js';
import { runProgress, runShape } from '../run-shape.js';
import { flag, input, names, output, READS, RUNS, targeted, text } from '../shapes.js';
import type { Verb } from '../verb.js';

export const SUITE = { suite: text('Complete suite as YAML', 999_999) };
const EXAMPLE = { suite: 'servers: {s: {command: [node, server.js]}}\ntools: [{name: works, tool: ping}]' };

const RUN_OUTPUT = output({
  verdict: 's',
  run_id: 's',
  total: 'n',
  passed: 'n',
  failed: 'n',
  inconclusive: 'n',
  results: 'a',
  failures: 'a',
});

/** A suite that is not valid has errors in place of a run. */
const INLINE_OUTPUT = output({
  verdict: 's',
  run_id: 's?',
  total: 'n?',
  passed: 'n?',
  failed: 'n?',
  inconclusive: 'n?',
  results: 'a?',
  failures: 'a?',
  errors: 'a?',
});

export const SELECTION = {
  paths: names('Suite files or folders inside the workspace; default: its mcptest.yml'),
  filter: text('Only tests whose name contains this'),
  tags: names('Only tests with one of these tags'),
};

export const authoringVerbs: Verb[] = [
  {
    name: 'validate_suite',
    title: 'Validate a suite',
    description:
      'Check a draft suite against the suite language without running it. Each error has a JSON pointer, a message and a did-you-mean hint. Call it before run_tool_test.',
    input: input(SUITE, ['suite'], EXAMPLE),
    output: output({ valid: 'b', errors: 'a' }),
    annotations: READS,
    run: async ({ suite }, call) => {
      const errors = await draftErrors(suite as string, call);
      return bounded({ valid: errors.length === 0, errors });
    },
  },
  {
    name: 'propose_assertions',
    title: 'Propose assertions',
    description:
      'Call one tool of the server under test and derive a test from what it answers. Tools that only read are called twice, so that volatile values are left out; others once; destructive ones are refused unless allowed. Paste `test` under tools: of a scaffolded suite.',
    input: targeted(
      {
        tool: text('The tool to call'),
        args: { type: 'object', description: 'Its arguments (default {})' },
        single_call: flag('Observe one call only'),
        execute_destructive: flag('Allow one call of a destructive tool'),
      },
      ['tool'],
      { tool: 'get_status' },
    ),
    output: output({
      test: 's',
      excluded_volatile: 't',
      calls_made: 'n',
      strength: 'o?',
      notes: 't',
      warnings: 'a?',
    }),
    writes: true,
    annotations: RUNS,
    run: async (args, call) => {
      const {
        tool,
        args: own,
        single_call,
        execute_destructive,
      } = args as {
        tool: string;
        args?: Record<string, unknown>;
        single_call?: boolean;
        execute_destructive?: boolean;
      };
      const target = await call.target(args);
      const { result, poisoned, closing } = await proposeAssertions({
        ...target,
        tool,
        args: own,
        single_call,
        execute_destructive,
        signal: call.signal,
      });
      await closing;
      const { test, ...rest } = result;
      return { test, ...bounded(rest), ...(await poisoned()) };
    },
  },
  {
    name: 'run_tool_test',
    title: 'Run an inline suite',
    description:
      'Run a complete suite given as text and return a verdict per test. Each failure carries the assertion, the actual value and a repro command; `full` is a resource with the whole value when it was clipped. To run suites that are files use trigger_run.',
    input: input(SUITE, ['suite'], EXAMPLE),
    output: INLINE_OUTPUT,
    writes: true,
    annotations: RUNS,
    run: async ({ suite }, call) => {
      const { workspace, env, signal, redactor } = call;
      await checkDraft(suite as string, call);
      const report = await runInline({
        suite: suite as string,
        workspace,
        env,
        signal,
        redactor,
        progress: runProgress(call),
      });
      await report.closing;
      return runShape(report.envelope);
    },
  },
  {
    name: 'trigger_run',
    title: 'Run the suites of the workspace',
    description:
      'Run suite files of the workspace, as `mcptest run` does, and save the run. Returns the same shape as run_tool_test.',
    input: input(SELECTION, [], { filter: 'status' }),
    output: RUN_OUTPUT,
    writes: true,
    annotations: RUNS,
    run: async (args, call) => {
      const { envelope, warnings } = await run(await selection(args, call));
      const shape = runShape(envelope);
      const notes = warnings.map((line) => clip(oneLine(line), 500));
      return notes.length === 0 ? shape : { ...shape, notes };
    },
  },
  {
    name: 'record_cassette',
    title: 'Record cassettes',
    description:
      'Run the agent tests of the workspace against live models and servers and record a cassette for each, so that later runs replay without them. Overwrites the cassettes of these tests.',
    input: input(SELECTION, [], { paths: ['agents.mcptest.yml'] }),
    output: {
      ...RUN_OUTPUT,
      properties: { ...(RUN_OUTPUT.properties as object), recorded: { type: 'array' } },
    },
    writes: true,
    annotations: RUNS,
    run: async (args, call) => {
      const { envelope, recorded } = await run({ ...(await selection(args, call)), record: true });
      return { ...runShape(envelope), recorded };
    },
  },
];

export async function selection(args: Parameters<Verb['run']>[0], call: Parameters<Verb['run']>[1]) {
  const { workspace, env, signal, redactor } = call;
  const { paths, filter, tags } = args as { paths?: string[]; filter?: string; tags?: string[] };
  return {
    paths: paths && (await insidePaths(workspace, paths)),
    filter,
    tags,
    cwd: workspace,
    workspace,
    env,
    signal,
    redactor,
    progress: runProgress(call),
  };
}
