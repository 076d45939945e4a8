/** The keys of `orchestration:`. */
import * as z from 'zod/mini';
import { type BlockSchema, expectSchema } from './common.js';

export interface Orchestration {
  expect?: unknown[];
}

export const orchestrationSchema: BlockSchema<Orchestration> = z.strictObject({ expect: expectSchema }).check(
  z.meta({
    description: 'Where a run went wrong: capabilities reached, arguments, syntax, recovery, needless calls.',
    'x-mcptest-status': 'preview',
  }),
);
