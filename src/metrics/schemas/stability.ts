/** The keys of `stability:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Stability {
  expect?: unknown[];
}

export const stabilitySchema: BlockSchema<Stability> = z
  .strictObject({ expect: expectSchema })
  .check(z.describe('How steadily the agent works: 100 is steady, for every figure.'));
