/**
 * What the official clients refuse of a tool and of its answer. It is held whatever the test itself looks at: who has
 * one of those clients gets an error in place of the answer.
 */
import { refusalsOf } from '../shapes/refusals.js';
import type { Connection, Fault, Reply } from '../types/connection.js';
import type { Call } from '../types/suite.js';
import type { Check } from '../types/verdict.js';

/** Other kinds are held to their shape by themselves. */
const METHODS: Partial<Record<Call['kind'], string>> = {
  tool: 'tools/call',
  resource: 'resources/read',
  prompt: 'prompts/get',
  template: 'resources/read',
  app: 'resources/read',
};

export function judgeClientShapes(
  call: Call,
  reply: Reply,
  { info }: Connection,
  listed: readonly Fault[],
): Check[] {
  const method = METHODS[call.kind];
  const isHeld = method !== undefined && reply.kind === 'result';
  const own = isHeld ? refusalsOf(method, reply.result, info.era) : [];
  const told: { target: string; message: string }[] = [
    ...own.map(({ message }) => ({ target: 'result', message })),
    ...listed.map(({ message }) => ({ target: 'tool', message })),
  ];
  const [first, ...others] = told;
  if (!first) return [];
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return [{ ...first, matcher: 'clients', outcome: 'fail', message: `${first.message}${more}` }];
}
