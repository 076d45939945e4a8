/** Keys that tests of every kind have. */
import * as z from 'zod/mini';
import { duration, flag, list, optional, text, wholeNumber } from '../shape.js';

const SKIP = 'expected true, false or the reason as text';

export const testName = () =>
  text('Name of the test; no other test of the file has it.').check(
    z.maxLength(500, 'expected at most 500 characters'),
  );

export const selection = {
  tags: optional(list('Words to select tests by, with `--tag` and `--skip-tag`.', text('A tag.'))),
  only: optional(flag('Run only the tests marked so. Refused in CI.')),
  skip: optional(
    z
      .union([z.boolean(), z.string().check(z.minLength(1, SKIP))], {
        error: SKIP,
      })
      .check(z.describe('Do not run this test: true, or the reason.')),
  ),
  timeout: optional(duration('How long the test may take.')),
  retries: optional(wholeNumber('How often the test is tried again when it fails.', 0, 100)),
};
