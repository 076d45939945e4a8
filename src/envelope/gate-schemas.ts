/** The parts of the envelope's schema that are about several tests or runs at once: strength, floors, distractors. */
import {
  anything,
  count,
  figure,
  flag,
  list,
  maybe,
  object,
  one,
  oneOf,
  text,
  texts,
} from './schema-parts.js';

const tally = {
  rate: maybe(figure('Killed of all, between 0 and 1; absent when there was nothing to change.')),
  killed: count('Changes that some check objected to.'),
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
      hollow: flag('It passes whatever is answered, so long as something is.'),
      equivalent: maybe(count('Changes left out, since what they change differs from call to call.')),
      survivors: list(
        'Changes that all checks let pass.',
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

export const distractorChoices = object('What was chosen among distractors.', {
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
  reasons: texts('Why it did not hold.'),
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
  judged: count('How many judgements of it the tests rest on.'),
  unanswered: maybe(count('How often it gave no score.')),
  calibrated: maybe(flag('Whether all of its rubrics were held against labels in this run, and passed.')),
});
