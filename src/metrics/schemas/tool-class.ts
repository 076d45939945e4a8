/** An equal-function class as it is written in a suite. */
import * as z from 'zod/mini';
import { nameSchema, toolSchema } from './common.js';

export const classSchema = z
  .strictObject({
    name: nameSchema.check(z.describe('What the tools of this class are for, e.g. `search`.')),
    members: z
      .array(toolSchema)
      .check(z.minLength(1), z.describe('Tools that do this job equally well; calling any one is right.')),
  })
  .check(z.describe('Tools that accomplish the same job.'));
