/** Datasets in the JSON Schema of the envelope. */
import {
  count,
  figure,
  figures,
  flag,
  freeObject,
  list,
  maybe,
  object,
  oneOf,
  type SchemaNode,
  text,
  texts,
} from './schema-parts.js';

const call = object(
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
  correct: flag('All of the expected tools were called, and nothing else.'),
  calls: count('How many calls were made.'),
  invented: maybe(texts('Names that were called and never offered, each time.')),
  arguments: maybe(list('The arguments of the calls that reached an expected tool.', call)),
});

const perTool = object('One tool over all rows.', {
  tool: text('The tool, or equal ones joined by ` | `.'),
  expected: count('Rows that expected it.'),
  called: count('Rows that called it.'),
  right: count('Rows that did both.'),
  precision: figure('Percent of the rows that called it which expected it.'),
  recall: figure('Percent of the rows that expected it which called it.'),
  f1: figure('F1 of the two, in percent.'),
  recall_interval: maybe(list('95 % of the recall, in percent.', { type: 'number' })),
});

const confusion = object('Rows that expected one tool and called another; `(none)` is no tool.', {
  expected: text('What was expected.'),
  called: text('What was called.'),
  n: count('How many rows.'),
  cases: texts('Their cases, at most twenty.'),
});

export const datasetWith = (check: SchemaNode): SchemaNode =>
  object('The cases of one test with one model. Percentages are whole numbers.', {
    file: text('The suite.'),
    test: text('The test as it is written.'),
    model: maybe(text('The model.')),
    n: count('Rows that were judged: cases times runs.'),
    cases: count('Cases that were judged.'),
    unjudged: maybe(count('Rows that could not be judged and count in no figure.')),
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
    confusion: list('Off the diagonal first, the most frequent first.', confusion),
    of_cases: count('How many cases the test has; gates are judged only where all of them were run.'),
    gates: maybe(list('What is asked of the figures.', { type: 'object' })),
    verdict: maybe(oneOf('Of the gates.', ['pass', 'fail', 'inconclusive'])),
    checks: maybe(list('The gates, judged.', check)),
  });
