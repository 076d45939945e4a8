/** `run_options:` — how the suite is run. */
import { block, duration, flag, type Infer, optional, wholeNumber } from '../shape.js';

export const runOptions = block('How the suite is run.', {
  concurrency: optional(wholeNumber('How many tests run at the same time.', 1, 256)),
  retries: optional(
    wholeNumber('How often a failed test is tried again; one that passes then is flaky.', 0, 100),
  ),
  timeout: optional(duration('How long each test may take.')),
  fail_fast: optional(flag('Stop at the first failed test.')),
});

export type RawRunOptions = Infer<typeof runOptions>;
