/** The parts of the envelope's schema that are about several tests or runs at once (strength, floors, distractors, datasets), and of agents. */
import {
  anything,
  count,
  figure,
  figures,
  flag,
  freeObject,
  list,
  maybe,
  object,
  one,
  oneOf,
  type SchemaNode,
  text,
  texts,
} from './schema-parts.js';

const tally = {
  rate: maybe(figure('Killed of all, between 0 and 1; absent when there was nothing to change.')),
  killed: count('Changes that a check noticed.'),
  mutants: count('Changes that were tried.'),
};

export const strength = object('Whether the suites would notice a broken server.', {
  ...tally,
  seed: count('The same seed chooses the same changes.'),
  tests: list(
    'The tests, hollow ones first, then the weakest.',
    object('One test.', {
      name: text('The name of the test, with the model of an agent test.'),
      file: text('The suite.'),
      line: count('Line of the test in the suite file, counted from 1.'),
      subject: maybe(text('The tool, the URI or the prompt that it is about.')),
      server: maybe(text('The server under test.')),
      model: maybe(text('The model of an agent test.')),
      ...tally,
      hollow: flag('It passes with any answer, as long as there is one.'),
      equivalent: maybe(count('Changes that were left out, because the value differs from call to call.')),
      survivors: list(
        'Changes that no check noticed.',
        object('One change.', {
          id: text('The same change of the same reply has the same id.'),
          family: text('Its family, such as `M-DROP`.'),
          path: text('Where it was changed, as a target.'),
          change: text('What was changed there.'),
          suggestion: maybe(text('Lines of the suite that would have caught it, ready to paste.')),
        }),
      ),
    }),
  ),
  suites: list('By suite.', object('One suite.', { file: text('The suite.'), ...tally })),
  tools: list(
    'By tool.',
    object('One tool.', { server: text('The server.'), tool: text('The tool.'), ...tally }),
  ),
  families: list(
    'By family of changes.',
    object('One family.', { family: text('Its id, such as `M-DROP`.'), ...tally }),
  ),
  unmeasured: maybe(
    list(
      'Tests that were not measured.',
      object('One test.', {
        name: text('The test.'),
        file: text('The suite.'),
        reason: text('Why it was not.'),
      }),
    ),
  ),
  uncalled: maybe(
    list(
      'Tools that no test calls: nothing that breaks in them would be noticed.',
      object('One server.', {
        file: text('The suite.'),
        server: text('The server.'),
        tools: texts('The tools.'),
      }),
    ),
  ),
  gates: maybe(
    list(
      'One for each suite that asks for a strength, and one for all together where the command asks for it.',
      object('What is asked for.', {
        file: maybe(text('The suite; absent: all together.')),
        min: figure('The least rate that it asks for, in percent.'),
        rate: maybe(figure('Its rate, between 0 and 1; absent when nothing could be measured.')),
        passed: maybe(flag('Whether it was met; absent when nothing could be measured.')),
      }),
    ),
  ),
});

export const outputSchema = object('What one tool promises of its results.', {
  file: text('The suite.'),
  server: text('The server.'),
  tool: text('The tool.'),
  schema: anything('Its `outputSchema`.'),
});

export const distractorChoices = object('What was chosen when there were distractors.', {
  complexity: maybe(oneOf('How the task calls its tools.', ['serial', 'parallel'])),
  at: list(
    'By how many distractors there were, the fewest first.',
    object('The runs with so many distractors.', {
      count: count('Distractors that were offered.'),
      runs: count('Runs that had so many.'),
      right: count('Calls of a right tool.'),
      wrong: count('Calls of a distractor.'),
      accuracy: figure('The share of the right ones, in percent.'),
    }),
  ),
});

export const floor = object('A tool-selection floor over several runs.', {
  file: text('The suite of the test. Its rows have the same `file`, `test` and `model`.'),
  agent: text('The agent test.'),
  test: text('The name of the test, as its rows have it.'),
  model: maybe(text('The model.')),
  runs: count('How many runs were made.'),
  selected: count('In how many of them the tool was selected.'),
  selection_rate: maybe(figure('Share of the runs that selected the tool.')),
  pass_k: maybe(figure('Share of the runs that selected the tool within the token budget.')),
  tokens: maybe(
    one(object('Tokens per run.', { median: figure('The median run.'), max: figure('The largest run.') })),
  ),
  passed: flag('Whether the floor held.'),
  inconclusive: maybe(text('Why the floor could not be judged; it then neither held nor failed.')),
  reasons: texts('Why it failed.'),
  because: maybe(texts('Which runs broke it, and how.')),
  expected_tool: maybe(text('The tool that every run should have called.')),
  min_selection_rate: maybe(figure('The share of the runs that the floor asks for.')),
  max_total_tokens: maybe(figure('The most tokens that a run may use.')),
  interval: maybe(
    list('The 95 % Wilson interval of the selection rate.', { description: 'A bound.', type: 'number' }),
  ),
  per_run: list(
    'The runs, in order.',
    object('One run.', {
      run: count('Number of the run, counted from 1.'),
      selected: flag('Whether the tool was selected.'),
      called: texts('The tools that were called.'),
      tokens: maybe(count('Tokens that the run used.')),
      over_budget: flag('Whether that was more than allowed.'),
    }),
  ),
});

/** One judgement inside a check. */
export const judgedBy = object('One judgement.', {
  model: maybe(text('The model.')),
  scorer: maybe(text('The program.')),
  rubric: maybe(text('Names the rubric, whatever it was applied to.')),
  score: maybe(figure('Between 0 and 1; absent when there is none.')),
  reason: maybe(text('Why.')),
  problem: maybe(text('Why there is no score.')),
});

/** One judgement inside a trace. */
export const judgement = object('One judgement.', {
  metric: text('What was judged.'),
  model: text('The model that judged, or the scorer.'),
  of: maybe(text('Names what was asked about which text.')),
  parts: maybe(
    list(
      'One answer for each question of the rubric.',
      object('One answer.', {
        score: maybe(figure('Between 0 and 1.')),
        answer: maybe(oneOf('Of a tree.', ['yes', 'no'])),
        reason: maybe(text('Why.')),
      }),
    ),
  ),
  score: maybe(figure('Between 0 and 1; absent when there is none.')),
  reason: maybe(anything('Why.')),
  problem: maybe(text('Why there is no score.')),
});

export const judgeUse = object('A model or a program that judged.', {
  model: maybe(text('The model.')),
  scorer: maybe(text('The program.')),
  judged: count('How many of its judgements the tests use.'),
  unanswered: maybe(count('How often it gave no score.')),
  calibrated: maybe(flag('Whether all of its rubrics were compared with labels in this run, and passed.')),
});

const argumentFaults = object(
  'The arguments of one rightly chosen call; an empty list says that there is no such fault.',
  {
    tool: text('The tool.'),
    unknown: maybe(texts('Names that the tool does not declare.')),
    required_missing: maybe(texts('Required by the schema and not given.')),
    expected_missing: maybe(texts('Expected by the case and not given.')),
    wrong: maybe(texts('Expected by the case and given with another value.')),
  },
);

export const datasetRow = object('What the case expected of the calls, and what came.', {
  case: text('The name of the case.'),
  expected: texts('The expected tools, equal ones joined by ` | `; empty where none is needed.'),
  called: texts('What was called, each once.'),
  fewer: maybe(texts('Of what was called, the tools that were expected more often.')),
  correct: flag('All of the expected tools were called, and nothing else.'),
  calls: count('How many calls were made.'),
  invented: maybe(texts('Names that were called and never offered, each time.')),
  arguments: maybe(list('The arguments of the calls that reached an expected tool.', argumentFaults)),
});

const perTool = object('One tool over all rows.', {
  tool: text('The tool, or equal ones joined by ` | `.'),
  expected: count('Rows that expected it.'),
  called: count('Rows that called it.'),
  right: count('Rows that expected it and called it.'),
  precision: figure('Percent of the rows that called it which expected it.'),
  recall: figure('Percent of the rows that expected it which called it.'),
  f1: figure('F1 of the two, in percent.'),
  recall_interval: maybe(
    list('95 % of the recall, in percent, where each case ran once.', { type: 'number' }),
  ),
});

const confusion = object('Rows that expected one tool and called another; `(none)` is not a tool.', {
  expected: text('What was expected.'),
  called: text('What was called.'),
  n: count('How many rows.'),
  cases: texts('Their cases, at most twenty.'),
  shared_words: maybe(
    texts(
      'Words that the descriptions of two confused tools share, at most twelve; absent where a description is not known.',
    ),
  ),
  by_words: {
    optional: true,
    node: object('Which of the two tools the selector of tool-bench chooses; it knows only words.', {
      rows: count('Of how many of these rows.'),
      expected: count('How many go to the expected tool.'),
      called: count('How many go to the tool that was called.'),
    }),
  },
});

export const datasetWith = (check: SchemaNode): SchemaNode =>
  object('The cases of one test with one model. Percentages are whole numbers.', {
    file: text('The suite.'),
    test: text('The test as it is written.'),
    model: maybe(text('The model.')),
    n: count('Rows that were judged: cases times runs.'),
    cases: count('Cases that were judged.'),
    unjudged: maybe(count('Rows that could not be judged; no figure counts them.')),
    correct: count('Rows that called what was expected and nothing else.'),
    accuracy: figure('Percent of rows that are correct.'),
    precision: figure('Micro-averaged over rows and tools, in percent.'),
    recall: figure('Micro-averaged over rows and tools, in percent.'),
    f1: figure('Micro-averaged over rows and tools, in percent.'),
    precision_macro: figure('The mean over tools, in percent.'),
    recall_macro: figure('The mean over tools, in percent.'),
    f1_macro: figure('The mean over tools, in percent.'),
    hallucination: maybe(figure('Percent of calls whose name was never offered.')),
    unnecessary_calls: maybe(figure('Percent of the rows that need no tool which called one.')),
    pass_hat: maybe(figures('k → percent: the chance that k runs of a case are all correct.')),
    pass_at: maybe(figures('k → percent: the chance that at least one of k runs is correct.')),
    arguments: maybe(
      figures('Over calls that reached an expected tool: how many, and four shares in percent.'),
    ),
    intervals: freeObject('Figure → the ends of its 95 % interval, in percent.'),
    per_tool: list('Every tool that was expected or called.', perTool),
    never_offered: maybe(texts('Tools that cases expect and no model was ever offered.')),
    confusion: list('Confusions first, the most frequent first.', confusion),
    of_cases: count('How many cases the test has; gates are judged only where all of them were run.'),
    gates: maybe(list('What is asked of the figures.', { type: 'object' })),
    verdict: maybe(oneOf('Of the gates.', ['pass', 'fail', 'inconclusive'])),
    checks: maybe(list('The gates, judged.', check)),
  });

export const agentView = object('The agent that was run by `agent: { cli }`, and what it showed its model.', {
  program: text('The agent.'),
  version: maybe(text('Its version, where it is known.')),
  tools: maybe(
    list(
      'The tools of the servers as the model saw them.',
      object('One tool.', {
        tool: text('`server.tool`.'),
        name: text('What the agent calls it.'),
        description: maybe(anything('As the model read it.')),
        inputSchema: maybe(anything('As the model read it.')),
        changes: maybe(texts('What differs from the server, in words.')),
      }),
    ),
  ),
  dropped: maybe(texts('`server.tool` of those that the model was not shown.')),
});

const call = object('One call of a tool.', {
  tool: text('The bare tool name, or `server.tool`.'),
  server: maybe(text('The server that was asked.')),
  args: maybe(anything('The arguments as they were sent, even when they are not an object.')),
  result: maybe(anything('What the server answered.')),
  is_error: maybe(flag('Whether the server said that the call went wrong.')),
  duration_ms: maybe(figure('How long the answer took, in milliseconds.')),
  agent: maybe(text('Which agent made the call, when several work together.')),
});

export const trace = object('What the test or agent did.', {
  agent: maybe(text('Name of the agent.')),
  model: maybe(text('The model that drove it.')),
  servers: maybe(texts('Servers that it could reach.')),
  calls: list('The calls, in order.', call),
  delegations: maybe(
    list(
      'Work that was handed from one agent to another, in order.',
      object('One hand-over.', { from: text('Who handed over.'), to: text('Who took it.') }),
    ),
  ),
  final_response: maybe(anything('The last thing the agent said.')),
  prompt: maybe(anything('The prompt it was given.')),
  turns: maybe(
    list(
      'The turns of the conversation.',
      object('One turn.', {
        tokens: maybe(count('Tokens that this turn used.')),
        input: maybe(count('Of these, the tokens that the model read.')),
        output: maybe(count('Of these, the tokens that the model wrote.')),
        cost_usd: maybe(figure('What this turn cost, in US dollars; absent where the price is not known.')),
        retries: maybe(count('How often the request to the provider was repeated.')),
        reasoning: maybe(anything('What the model thought, if the provider shows it.')),
        text: maybe(anything('What it said in addition to its calls.')),
        call: maybe(count('How many calls came before it.')),
      }),
    ),
  ),
  tokens: maybe(
    one(
      object('Tokens of the whole conversation.', {
        input: maybe(count('Tokens read.')),
        output: maybe(count('Tokens written.')),
        total: maybe(count('Both together.')),
      }),
    ),
  ),
  cost_usd: maybe(figure('What the conversation cost, in US dollars.')),
  catalog: maybe(
    freeObject(
      'Server name to its tools, as the agent saw them. Tools that several rows were shown are in `catalogs`.',
    ),
  ),
  shared_catalog: maybe(
    count(
      'Which of `catalogs` the agent saw, counted from 0; in NDJSON the first row with a number has them.',
    ),
  ),
  faults: maybe(
    list(
      'Faults that were injected.',
      object('One fault.', { call: count('Index of the call that had it.'), kind: text('Kind of fault.') }),
    ),
  ),
  distractors: maybe(texts('Ids of the distractor tools that were added.')),
  view: maybe(one(agentView)),
  judgements: maybe(list('What judges said.', judgement)),
});
