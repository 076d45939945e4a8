/** A server that let nobody in has neither passed nor failed. */
import type { Reply } from '../types/connection.js';

export function isRefused(reply: Reply): reply is Extract<Reply, { kind: 'unauthorized' | 'busy' }> {
  return reply.kind === 'unauthorized' || reply.kind === 'busy';
}
