/** Draft, observe, run: the verbs of the loop in which a suite is written. */

import { jsonText } from '../../util/printable-json.js';
import { clip, oneLine } from '../../util/text.js';
import { proposeAssertions } from '../../verbs/propose.js';
import { run } from '../../verbs/run.js';
import { runInline } from '../../verbs/run-inline.js';
import { bounded } from '../bounded.js';
import { checkDraft, validation } from '../draft.js';
import { type Edit, unknownDraft } from '../drafts.js';
import { insidePaths } from '../inside-paths.js';
import { type RunDetail, runProgress, runShape } from '../run-shape.js';
import { detail, flag, input, names, output, READS, RUNS, targeted, text } from '../shapes.js';
import type { Args, Verb, VerbCall } from '../verb.js';

export const SUITE = {
  suite: {
    type: 'string',
    contentMediaType: 'text/yaml',
    description: 'Suite as YAML, or a draft or run id',
  },
};
const EDITED = {
  ...SUITE,
  edits: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        old: { type: 'string', maxLength: 1999 },
        new: { type: 'string', maxLength: 1999 },
        all: { type: 'boolean' },
      },
      required: ['old', 'new'],
      additionalProperties: false,
    },
    maxItems: 99,
    description: 'Made first, kept in a draft. `old` is there once, otherwise all: true',
  },
};
const DETAIL = { detail: detail('summary leaves `results` out; default full') };

/** The suite that a call names or gives, its edits made. */
export function suiteOf({ suite, edits }: Args, { drafts }: VerbCall): Promise<string> {
  return drafts.text(suite as string, edits as Edit[] | undefined);
}

const EXAMPLE = { suite: 'servers: {s: {command: [node, server.js]}}\ntools: [{name: works, tool: ping}]' };

/** As of `run_tool_test`, whose description and schema tell the rest. */
const RUN_OUTPUT = output({ verdict: 's', run_id: 's', failures: 'a' });

/** A suite that is not valid has errors in place of a run. */
const INLINE_OUTPUT = output({
  verdict: 's',
  run_id: 's?',
  total: 'n?',
  passed: 'n?',
  failed: 'n?',
  inconclusive: 'n?',
  skipped: 'n?',
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
      'Check a draft suite against the suite language without running it. Each error has a JSON pointer and a hint. Call it before run_tool_test.',
    input: input(EDITED, ['suite'], EXAMPLE),
    output: output({ valid: 'b', errors: 'a' }),
    annotations: READS,
    written: jsonText,
    run: async (args, call) => validation(await suiteOf(args, call), call),
  },
  {
    name: 'propose_assertions',
    title: 'Propose assertions',
    description:
      'Propose assertions for one tool: call it and derive a test from its answer. Tools that only read are called twice, to see what is volatile; destructive ones are refused unless allowed. Use it after scaffold_suite: paste `test` under tools:.',
    input: targeted(
      {
        tool: text('The tool to call'),
        args: { type: 'object', description: 'Its arguments (default {})' },
        single_call: flag('Observe one call only'),
        execute_destructive: flag('Allow one call of a destructive tool'),
        draft: text('Draft that the test is added to'),
      },
      ['tool'],
      { tool: 'get_status' },
    ),
    output: output({
      test: 's',
      excluded_volatile: 'a',
      calls_made: 'n',
      strength: 'o?',
      notes: 'a',
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
        draft,
      } = args as {
        tool: string;
        args?: Record<string, unknown>;
        single_call?: boolean;
        execute_destructive?: boolean;
        draft?: string;
      };
      if (draft !== undefined && !call.drafts.has(draft)) throw unknownDraft(draft);
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
      if (draft !== undefined) call.drafts.add(draft, test);
      return { test, ...bounded(rest), ...(await poisoned()) };
    },
  },
  {
    name: 'run_tool_test',
    title: 'Run an inline suite',
    description:
      'Run a complete suite given as text and return a verdict per test. Each failure carries the assertion, the actual value and a repro command. To run suites that are files use trigger_run.',
    input: input({ ...EDITED, ...DETAIL }, ['suite'], EXAMPLE),
    output: INLINE_OUTPUT,
    writes: true,
    annotations: RUNS,
    run: async (args, call) => {
      const { workspace, env, signal, redactor } = call;
      const suite = await suiteOf(args, call);
      await checkDraft(suite, call);
      const report = await runInline({
        suite,
        workspace,
        env,
        signal,
        redactor,
        progress: runProgress(call),
      });
      await report.closing;
      return runShape(report.envelope, args.detail as RunDetail);
    },
  },
  {
    name: 'trigger_run',
    title: 'Run the suites of the workspace',
    description:
      'Run suite files of the workspace, as `mcptest run` does, and save the run. For a suite as text use run_tool_test, whose shape it returns.',
    input: input({ ...SELECTION, ...DETAIL }, [], { filter: 'status' }),
    output: RUN_OUTPUT,
    writes: true,
    annotations: RUNS,
    run: async (args, call) => {
      const { envelope, warnings } = await run(await selection(args, call));
      const shape = runShape(envelope, args.detail as RunDetail);
      const notes = warnings.map((line) => clip(oneLine(line), 500));
      return notes.length === 0 ? shape : { ...shape, notes };
    },
  },
  {
    name: 'record_cassette',
    title: 'Record cassettes',
    description:
      'Run the agent tests of the workspace live and record a cassette for each, so that later runs replay without models or servers. Overwrites the cassettes of these tests.',
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
