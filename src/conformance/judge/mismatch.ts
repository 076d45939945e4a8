/** Headers of the stateless era that are missing or do not agree with the body. */
import type { Outcome } from '../check.js';
import type { World } from '../world.js';
import { judgeRefusal } from './refusal.js';

const HEADER_MISMATCH = -32020;

export async function judgeMismatch(
  world: World,
  headers: Record<string, string | undefined>,
  { method = 'server/discover', params = {} }: { method?: string; params?: Record<string, unknown> } = {},
): Promise<Outcome> {
  const exchange = await world.talk.ask(method, params, { headers });
  return judgeRefusal(exchange, { codes: [HEADER_MISMATCH], status: 400 });
}
