/** The keys of `discovery:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Discovery {
  name_free?: boolean;
  expect?: unknown[];
}

export const discoverySchema: BlockSchema<Discovery> = z
  .strictObject({
    name_free: z.optional(
      z.boolean().check(z.describe('The prompt states only the intent: it names no tool and no server.')),
    ),
    expect: expectSchema,
  })
  .check(
    z.meta({
      description: 'Checks that the prompt does not contain the name of a tool or server.',
      'x-mcptest-status': 'preview',
    }),
  );
