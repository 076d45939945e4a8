/** The keys of `orchestration:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Orchestration {
  expect?: unknown[];
}

export const orchestrationSchema: BlockSchema<Orchestration> = z.strictObject({ expect: expectSchema }).check(
  z.meta({
    description: 'Diagnostics of a run: capabilities reached, arguments, form, recovery, economy of calls.',
    'x-mcptest-status': 'preview',
  }),
);
