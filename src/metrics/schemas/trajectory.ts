/** The keys of `trajectory:`. */
import * as z from 'zod/mini';
import { type ArgsMode, argsModeSchema, type CallPattern, callPatternSchema } from './call-pattern.js';
import { type BlockSchema, expectSchema } from './common.js';

export type TrajectoryMode = 'strict' | 'unordered' | 'subset' | 'superset' | 'subsequence';

export interface Trajectory {
  expected: CallPattern[];
  mode?: TrajectoryMode;
  args?: ArgsMode;
  args_for?: Record<string, ArgsMode>;
  expect?: unknown[];
}

export const trajectorySchema: BlockSchema<Trajectory> = z
  .strictObject({
    expected: z.array(callPatternSchema).check(z.describe('The calls of the path, in order.')),
    mode: z.optional(
      z
        .enum(['strict', 'unordered', 'subset', 'superset', 'subsequence'])
        .check(
          z.describe(
            'What the calls of a run must be: `strict` (the default) exactly the path, `unordered` the path in any order, `subset` no others, `superset` at least these, `subsequence` these in order with others between.',
          ),
        ),
    ),
    args: z.optional(argsModeSchema),
    args_for: z.optional(
      z
        .record(z.string(), argsModeSchema)
        .check(z.describe('Another mode for single tools, by the name used in `expected`.')),
    ),
    expect: expectSchema,
  })
  .check(z.describe('The calls of each run against an expected path.'));
