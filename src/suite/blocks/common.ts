/** Keys that tests of every kind have. */
import * as z from 'zod/mini';
import { block, define, duration, flag, list, map, optional, text, variant, wholeNumber } from '../shape.js';

const SKIP = 'expected true, false or the reason as text';
const NOT_A_REASON = 'expected true or false without quotes, or a reason that says why';
/** YAML 1.2 reads `no` as text, and a test that should run would be skipped. */
const isReason = (said: string): boolean =>
  !/^\s*(?:true|false|yes|no|on|off|y|n|null|~|0|1)?\s*$/i.test(said);

export const testName = () =>
  text('Name of the test; no other test of the file has it.').check(
    z.maxLength(500, 'expected at most 500 characters'),
  );

const caseFile = block('Cases of a file.', () => ({
  from: text(
    'The file, relative to the folder of the suite: JSONL, CSV, YAML or JSON, by its extension. It must be inside the workspace.',
  ),
  limit: optional(wholeNumber('Read only the first rows.', 1, 10_000_000)),
  sample: optional(
    wholeNumber('Take this many rows at random; the same seed takes the same rows.', 1, 100_000),
  ),
  map: optional(
    map(
      'For rows of another shape: each column, and where its value is in the row, such as `question.0.content`. `*` is every item of a list, `@keys` and `@values` those of a map, `@one_of` lists of accepted values as `expect_args`. Only these columns are kept.',
      text('A path into the row.'),
    ),
  ),
  join: optional(
    block('A second file that has more columns of the same rows, such as answers.', () => ({
      from: text('The file, as above.'),
      on: text('The column by which rows of both files belong together.'),
    })),
  ),
  seed: optional(wholeNumber('Another seed takes another sample. Default: 1.', 0, 2 ** 31)),
}));

const rows = list(
  'Cases, one map each.',
  map('One case: column to value.', z.unknown().check(z.describe('A value.'))),
  1,
);

/** One shape for all, so that problems and editors know it by one name. */
export const cases = define(
  'cases',
  variant(
    `Do the test once for each case: a list of maps, or a file of them. \`\${case.x}\` reads a column anywhere in the test and keeps its type; \`name\` names the case, \`tags\` adds tags.`,
    [rows, caseFile],
    (value) => (Array.isArray(value) ? 0 : 1),
  ),
);

/** What a test is done on, row by row. */
export const matrix = define(
  'matrix',
  block('Do the test once on each of these servers, in its own row.', () => ({
    server: list(
      'Names of servers: the same server with several transports, eras or settings. Coverage counts them as one.',
      text('The name of a server.'),
      1,
    ),
  })),
);

export const selection = {
  tags: optional(list('Words to select tests by, with `--tag` and `--skip-tag`.', text('A tag.'))),
  only: optional(flag('Run only the tests marked so. Refused in CI.')),
  skip: optional(
    z
      .union([z.boolean(), z.string().check(z.minLength(1, SKIP), z.refine(isReason, NOT_A_REASON))], {
        error: SKIP,
      })
      .check(z.describe('Do not run this test: true, or the reason.')),
  ),
  timeout: optional(duration('How long the test may take.')),
  retries: optional(wholeNumber('How often the test is tried again when it fails.', 0, 100)),
};
