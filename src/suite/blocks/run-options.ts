/** `run_options:` — how the suite is run. */
import { block, duration, flag, type Infer, optional, percent, text, wholeNumber } from '../shape.js';

export const runOptions = block('How the suite is run.', () => ({
  concurrency: optional(
    wholeNumber(
      'How many tests of the suite run at the same time, at most; 4 unless given. Tests that share a server follow one another.',
      1,
      256,
    ),
  ),
  takes_turns: optional(
    text(
      'A name for something that only one suite may use at a time, such as a database: suites with the same name run one after another.',
    ),
  ),
  retries: optional(
    wholeNumber('How often a failed test is tried again; one that passes then is flaky.', 0, 100),
  ),
  timeout: optional(duration('How long each test may take.')),
  bail: optional(flag('Stop the suite after the first test that does not pass.')),
  fail_fast: optional(flag('The older name of `bail`. If both are given, `bail` is used.')),
  inconclusive: optional(
    block('When a floor over runs cannot be judged.', () => ({
      min_trials: optional(wholeNumber('With fewer runs, a floor is not judged.', 1, 10_000)),
      confidence_pct: optional(
        percent(
          'A floor is not judged if it lies inside the Wilson interval of the rate at this confidence (in percent).',
          50,
          99.99,
        ),
      ),
    })),
  ),
}));

export type RawRunOptions = Infer<typeof runOptions>;
