/** The keys of `recovery:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Recovery {
  expect?: unknown[];
}

export const recoverySchema: BlockSchema<Recovery> = z
  .strictObject({ expect: expectSchema })
  .check(z.describe('Whether the agent gets past injected faults, and at what price in calls.'));
