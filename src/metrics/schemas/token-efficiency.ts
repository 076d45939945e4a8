/** The keys of `token_efficiency:`. */
import * as z from 'zod/mini';
import type { ToolClass } from '../../types/metric.js';
import { type BlockSchema, expectSchema } from './common.js';
import { classSchema } from './tool-class.js';

export interface TokenEfficiency {
  classes: ToolClass[];
  expect?: unknown[];
}

export const tokenEfficiencySchema: BlockSchema<TokenEfficiency> = z
  .strictObject({
    classes: z
      .array(classSchema)
      .check(
        z.minLength(1),
        z.describe('The capabilities that the task needs, as in `equal_function_sets`.'),
      ),
    expect: expectSchema,
  })
  .check(z.describe('The F1 of tool selection, and how many tokens each right selection costs.'));
