/** What the envelope says of a tool-selection floor. */
import { count, figure, flag, list, maybe, object, one, text, texts } from './schema-parts.js';

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
