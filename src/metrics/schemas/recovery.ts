/** The keys of `recovery:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Recovery {
  expect?: unknown[];
}

export const recoverySchema: BlockSchema<Recovery> = z
  .strictObject({ expect: expectSchema })
  .check(z.describe('Whether the agent recovers from injected faults, and how many calls that takes.'));
