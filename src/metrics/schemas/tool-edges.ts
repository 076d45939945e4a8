/** The keys of `tool_edges:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema, nameSchema, toolSchema } from './common.js';

export interface ToolEdges {
  allowed?: string[];
  restricted?: string[];
  delegation?: { from: string; to: string }[];
  expect?: unknown[];
}

export const toolEdgesSchema: BlockSchema<ToolEdges> = z
  .strictObject({
    allowed: z.optional(
      z
        .array(toolSchema)
        .check(z.describe('Tools that the agent may call; how many it did call is measured.')),
    ),
    restricted: z.optional(z.array(toolSchema).check(z.describe('Tools that the agent must never call.'))),
    delegation: z.optional(
      z
        .array(
          z.strictObject({
            from: nameSchema.check(z.describe('The agent that hands over.')),
            to: nameSchema.check(z.describe('The agent that takes over.')),
          }),
        )
        .check(z.describe('Hand-offs between agents that should happen.')),
    ),
    expect: expectSchema,
  })
  .check(
    z.meta({
      description: 'Coverage of allowed tools and hand-offs, and calls of restricted tools.',
      'x-mcptest-status': 'preview',
    }),
  );
