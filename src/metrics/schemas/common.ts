/** Pieces that the schemas of several metric blocks share. */
import * as z from 'zod/mini';

/** Strict; every key has a description. */
export type BlockSchema<Block> = z.ZodMiniType<Block>;

export const expectSchema = z
  .optional(z.array(z.unknown()))
  .check(z.describe('Gates on this block, as `{ target, matcher }` or `{ <target>: <matcher> }`.'));

export const nameSchema = z.string().check(z.minLength(1));

export const toolSchema = nameSchema.check(
  z.describe('A tool: `server.tool`, or its bare name on any server.'),
);
