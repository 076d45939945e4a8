/** The keys of `equal_function_sets:`. */
import * as z from 'zod/mini';
import type { ToolClass } from '../../types/metric.js';
import { type BlockSchema, expectSchema } from './common.js';
import { classSchema } from './tool-class.js';

export interface EqualFunctionSets {
  classes: ToolClass[];
  expect?: unknown[];
}

export const equalFunctionSetsSchema: BlockSchema<EqualFunctionSets> = z
  .strictObject({
    classes: z
      .array(classSchema)
      .check(z.describe('The capabilities that the task needs; each counts at most once a run.')),
    expect: expectSchema,
  })
  .check(z.describe('Precision, recall and F1 of tool selection over classes of interchangeable tools.'));
