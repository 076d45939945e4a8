/** The keys of `narrative:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Narrative {
  expect?: unknown[];
}

export const narrativeSchema: BlockSchema<Narrative> = z
  .strictObject({ expect: expectSchema })
  .check(z.describe('Whether the final answer says more than the calls behind it support.'));
