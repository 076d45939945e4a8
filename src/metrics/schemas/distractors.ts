/** The keys of `distractors:`. */
import * as z from 'zod/mini';
import type { DistractorSource } from '../../catalog/choose-distractors.js';
import { type BlockSchema, expectSchema, toolSchema } from './common.js';

export interface Distractors {
  count?: number;
  /** Instead of `count`: the scenario runs at each. */
  counts?: number[];
  source: DistractorSource;
  correct: string[];
  complexity?: 'serial' | 'parallel';
  expect?: unknown[];
}

const countSchema = z.int().check(z.minimum(0), z.maximum(512));

export const distractorsSchema: BlockSchema<Distractors> = z
  .strictObject({
    count: z.optional(countSchema.check(z.describe('How many distractors to add; 0 is the clean baseline.'))),
    counts: z.optional(
      z
        .array(countSchema)
        .check(z.minLength(1), z.describe('Instead of `count`: run at each of these and report the curve.')),
    ),
    source: z
      .discriminatedUnion('from', [
        z.strictObject({
          from: z.literal('catalog').check(z.describe('Bundled tools that the task has no use for.')),
        }),
        z.strictObject({
          from: z.literal('near_duplicate').check(z.describe('Look-alikes of real tools.')),
          of: z.array(toolSchema).check(z.minLength(1), z.describe('The real tools to imitate.')),
        }),
      ])
      .check(z.describe('Where the distractors come from.')),
    correct: z.array(toolSchema).check(z.describe('The tools that are right to choose.')),
    complexity: z.optional(
      z
        .enum(['serial', 'parallel'])
        .check(z.describe('How the task calls tools. It is only a label in reports and changes no figure.')),
    ),
    expect: expectSchema,
  })
  .check(
    z.refine(
      (block) => (block.count === undefined) !== (block.counts === undefined),
      'give either `count` or `counts`',
    ),
    z.meta({
      description: 'Accuracy of tool selection among added, irrelevant or look-alike tools.',
      'x-mcptest-status': 'preview',
    }),
  );
