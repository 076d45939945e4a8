/**
 * `agents:` and `tests:` of `type: agent` — an agent, what it is asked, and what is measured of its
 * calls. The metric blocks are those of the registry: a new metric needs no line here.
 */
import * as z from 'zod/mini';
import { METRIC_SCHEMAS } from '../../metrics/schemas.js';
import type { MetricBlock } from '../../types/metric.js';
import { AGENT_CLIS } from '../../util/agent-names.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { isObject } from '../../util/plain.js';
import { judgeAgentTarget } from '../agent-targets.js';
import {
  anyText,
  block,
  choice,
  define,
  flag,
  type Infer,
  list,
  number,
  optional,
  type Shape,
  text,
  variant,
  wholeNumber,
} from '../shape.js';
import { cases, selection, testName } from './common.js';
import { dataset, expectArgs, expectTools, offerTools } from './dataset.js';
import { expectationOf } from './expect.js';
import { faults } from './faults.js';

const MOST_RUNS = 10_000;

const callKeys = {
  call: text('The tool to call: `server.tool`.'),
  args: optional(z.unknown().check(z.describe('Arguments of the call. Default: {}.'))),
};

const scriptCall = block('One call of several in a turn.', () => callKeys);

const scriptLine = define(
  'script_line',
  block('One turn: a call, several calls at once, or something said.', () => ({
    say: optional(
      text('What the agent says. A line with only `say` ends the run, or belongs to the next call.'),
    ),
    call: optional(callKeys.call),
    args: callKeys.args,
    calls: optional(list('Several calls in one turn.', scriptCall, 1)),
  })).check(
    z.refine(
      (line) => ['say', 'call', 'calls'].some((key) => Object.hasOwn(line, key)),
      'a line needs `call`, `calls` or `say`',
    ),
    z.refine(
      (line) => line.call === undefined || line.calls === undefined,
      '`call` and `calls` cannot both be given',
    ),
    z.refine((line) => line.args === undefined || line.call !== undefined, '`args` needs `call`'),
  ),
);

const script = list('What the `scripted` model does, turn by turn.', scriptLine);

const threshold = number('The least score that passes, from 0 to 1.', 0, 1);
const judgedMetric = (about: string) => optional(block(about, () => ({ threshold })));

const judgedBlock = define(
  'judged',
  block('What a model judges of each run; without a judge the test is inconclusive.', () => ({
    task_completion: judgedMetric('Whether the task was done.'),
    tool_use: judgedMetric('Whether the tools were used well.'),
    argument_correctness: judgedMetric('Whether the arguments were right.'),
    rubric: optional(
      block('A rubric of your own.', () => ({ text: text('What the judge is asked.'), threshold })),
    ),
    model: optional(text('The model that judges.')),
  })),
);

const RUNS = `expected a whole number of at most ${MOST_RUNS}`;

const runs = z
  .number({ error: RUNS })
  .check(
    z.multipleOf(1, RUNS),
    z.maximum(MOST_RUNS, RUNS),
    z.describe('How often the agent is run with each model; below 1 is read as 1. Default: 1.'),
  );

const watch = variant(
  'Files that a recording depends on, besides those that `command` names; `false`: no files.',
  [
    list('Patterns of files, from the folder of the suite.', text('A pattern such as `agent/**/*.py`.')),
    z.literal(false, { error: 'expected a list of patterns, or false' }),
  ],
  (value) => (Array.isArray(value) ? 0 : 1),
);

const cliName = choice('The agent.', AGENT_CLIS);

const cli = variant(
  'An agent that is installed on this machine, or several; each has its own rows.',
  [cliName, list('Several agents.', cliName, 1)],
  (value) => (Array.isArray(value) ? 1 : 0),
);

const cliAgent = block('An agent that somebody else wrote, such as Claude Code or Codex.', () => ({
  cli,
  path: optional(text('Where its program is, from the folder of the suite. Default: the search path.')),
  network: optional(
    choice('`loopback`: it runs where there is no network but loopback (Linux).', ['loopback']),
  ),
}));

const commandAgent = block('Your own agent instead of a model.', () => ({
  command: list('Argument vector that starts it. No shell reads it.', anyText('One argument.'), 1),
  watch: optional(watch),
}));

const ownAgent = variant(
  'An agent instead of a model: your own (`{ command }`), or one that is installed (`{ cli }`).',
  [commandAgent, cliAgent],
  (value) => (isObject(value) && Object.keys(value).some((key) => didYouMean(key, ['cli'])) ? 1 : 0),
);

const metricBlocks = Object.fromEntries(
  Object.entries(METRIC_SCHEMAS).map(([name, schema]) => [name, optional(define(name, schema))]),
) as Record<MetricBlock, ReturnType<typeof optional<Shape>>>;

const toolSearch = block(
  'Tools are not shown from the start: the model has a search tool, and sees what it finds.',
  () => ({
    kind: optional(choice('How tools are searched: `bm25` (the default), or `regex`.', ['bm25', 'regex'])),
    k: optional(wholeNumber('How many tools a search finds. Default: 5.', 1, 100)),
  }),
);

const agentKeys = {
  name: testName(),
  cases: optional(cases),
  expect_tools: optional(expectTools),
  expect_args: optional(expectArgs),
  offer_tools: optional(offerTools),
  dataset: optional(dataset),
  model: optional(
    text('The model: a name known to a provider, a name of `models`, `scripted` or `lexical`.'),
  ),
  models: optional(list('Several models; the test runs with each of them.', text('A model.'), 1)),
  servers: optional(
    list('The servers that the agent can use. Default: all of the suite.', text('A server.')),
  ),
  share_servers: optional(
    flag(
      'All runs of this test use the same process of each server. For servers that keep no state between calls. Default: false, each run starts its own.',
    ),
  ),
  prompt: optional(text('What the agent is asked.')),
  system_prompt: optional(text('What the agent reads before the prompt.')),
  server_instructions: optional(
    flag('Whether the agent reads the `instructions` of its servers. Default: true.'),
  ),
  client: optional(
    text('A client, such as `codex`: tools and results are shown to the model as that client shows them.'),
  ),
  tool_search: optional(toolSearch),
  max_turns: optional(wholeNumber('The most turns of the model in a run.', 1, 1000)),
  temperature: optional(number('The sampling temperature of the model.', 0, 2)),
  runs: optional(runs),
  delegates: optional(list('Entries of `agents` that it may hand work to.', text('The name of an entry.'))),
  script: optional(script),
  scripts: optional(
    list(
      'Several scripts: the first run plays the first one, the second run the second, and so on, from the first again after the last.',
      script,
      1,
    ),
  ),
  faults: optional(faults),
  ...metricBlocks,
  judged: optional(judgedBlock),
  expect: optional(expectationOf('agent', judgeAgentTarget)),
  ...selection,
};

const agentTest = define(
  'agent_test',
  block(
    'An agent with its task and what is measured; one that a test refers to does not run by itself.',
    () => ({
      ...agentKeys,
      agent: optional(ownAgent),
    }),
  ),
);

const inherits = text('The entry of `agents` whose keys, all but `name`, are inherited; own keys win.');

export const typedAgentTest = (type: Shape) =>
  block('An agent test.', () => ({
    type,
    ...agentKeys,
    agent: optional(
      variant(
        'The entry of `agents` that this test inherits from, `{ command }` for an agent of your own, or `{ cli }` for one of somebody else.',
        [inherits, ownAgent],
        (value) => (isObject(value) ? 1 : 0),
      ),
    ),
  }));

export const agents = list('Agents; each is a test, unless another test refers to it.', agentTest);

export type RawCli = Infer<typeof cliAgent>;

export type RawAgent = Omit<Infer<typeof agentTest>, 'agent'> & {
  type?: 'agent';
  agent?:
    | string
    | { command: string[]; watch?: string[] | false; cli?: undefined }
    | ({ command?: undefined; watch?: undefined } & RawCli);
};
