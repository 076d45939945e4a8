/** `run_options:` — how the suite is run. */
import { block, duration, flag, type Infer, optional, percent, text, wholeNumber } from '../shape.js';

export const runOptions = block('How the suite is run.', {
  concurrency: optional(
    wholeNumber(
      'How many tests of the suite run at the same time, at most; 4 unless given. Tests that share a server follow one another.',
      1,
      256,
    ),
  ),
  takes_turns: optional(
    text(
      'A word for what it has to itself, such as a database: suites of one command with the same word run one after another.',
    ),
  ),
  retries: optional(
    wholeNumber('How often a failed test is tried again; one that passes then is flaky.', 0, 100),
  ),
  timeout: optional(duration('How long each test may take.')),
  bail: optional(flag('Stop the suite after the first test that does not pass.')),
  fail_fast: optional(flag('An older word for `bail`, which is the one that counts where both stand.')),
  inconclusive: optional(
    block('When a floor over runs cannot be judged.', {
      min_trials: optional(wholeNumber('The fewest runs that a floor is judged on.', 1, 10_000)),
      confidence_pct: optional(
        percent(
          'A floor inside the Wilson interval of the rate at this confidence, in percent, is not judged.',
          50,
          99.99,
        ),
      ),
    }),
  ),
});

export type RawRunOptions = Infer<typeof runOptions>;
