/** The keys of `tool_selection:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema, toolSchema } from './common.js';

const RATE = 'expected a share from 0 to 1, or in percent such as 80%';
/** From 0% to 100%. */
const PERCENT = /^(?:100|\d{1,2}(?:\.\d+)?)\s?%$/;

export interface ToolSelection {
  expected_tool: string;
  min_selection_rate: number;
  max_total_tokens?: number;
  expect?: unknown[];
}

/** As it is written; the suite makes a rate in percent a number. */
type WrittenToolSelection = Omit<ToolSelection, 'min_selection_rate'> & {
  min_selection_rate: number | string;
};

export const toolSelectionSchema: BlockSchema<WrittenToolSelection> = z
  .strictObject({
    expected_tool: toolSchema.check(z.describe('The tool that the model should call.')),
    min_selection_rate: z
      .union(
        [
          z.number(RATE).check(z.minimum(0, RATE), z.maximum(1, RATE)),
          z.string(RATE).check(z.regex(PERCENT, RATE)),
        ],
        { error: RATE },
      )
      .check(z.describe('The share of runs that must call it, from 0 to 1 or in percent such as 80%.')),
    max_total_tokens: z.optional(
      z.int().check(z.positive(), z.describe('The most tokens that any one run may use in total.')),
    ),
    expect: expectSchema,
  })
  .check(z.describe('A floor on how often the expected tool is called over several runs.'));
