/** The keys of `golden_path:`. */
import * as z from 'zod/mini';
import { type CallPattern, callPatternSchema } from './call-pattern.js';
import { type BlockSchema, expectSchema, toolSchema } from './common.js';

export interface GoldenPath {
  /** A tool id stands for a call with any arguments. */
  calls: (string | CallPattern)[];
  expect?: unknown[];
}

export const goldenPathSchema: BlockSchema<GoldenPath> = z
  .strictObject({
    calls: z
      .array(z.union([toolSchema, callPatternSchema]))
      .check(z.describe('The shortest good path, in order: tools, or tools with their arguments.')),
    expect: expectSchema,
  })
  .check(z.describe('How directly each run took the shortest good path.'));
