/** A declared call as it is written in a suite. */
import * as z from 'zod/mini';
import { toolSchema } from './common.js';

/** What the arguments of a call must be, seen from the declared ones. */
export type ArgsMode = 'exact' | 'subset' | 'superset' | 'ignore';

export interface CallPattern {
  tool: string;
  /** Left out: any arguments. */
  args?: Record<string, unknown>;
  /** Field → matcher. */
  match?: Record<string, unknown>;
}

export const argsModeSchema = z
  .enum(['exact', 'subset', 'superset', 'ignore'])
  .check(
    z.describe(
      'What the arguments of a call must be: `exact` the declared ones, `subset` no others, `superset` at least these, `ignore` anything.',
    ),
  );

export const callPatternSchema = z.strictObject({
  tool: toolSchema,
  args: z.optional(z.record(z.string(), z.unknown()).check(z.describe('The arguments; any, if left out.'))),
  match: z.optional(
    z
      .record(z.string(), z.unknown())
      .check(z.describe('Matchers by field, e.g. `query: { contains: paris }`.')),
  ),
});
