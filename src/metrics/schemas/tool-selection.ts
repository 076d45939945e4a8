/** The keys of `tool_selection:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema, toolSchema } from './common.js';

export interface ToolSelection {
  expected_tool: string;
  min_selection_rate: number;
  max_total_tokens?: number;
  expect?: unknown[];
}

export const toolSelectionSchema: BlockSchema<ToolSelection> = z
  .strictObject({
    expected_tool: toolSchema.check(z.describe('The tool that the model should call.')),
    min_selection_rate: z
      .number()
      .check(z.minimum(0), z.maximum(1), z.describe('The share of runs (0 to 1) that must call it.')),
    max_total_tokens: z.optional(
      z.int().check(z.positive(), z.describe('The most tokens that any one run may use in total.')),
    ),
    expect: expectSchema,
  })
  .check(z.describe('A floor on how often the expected tool is called over several runs.'));
