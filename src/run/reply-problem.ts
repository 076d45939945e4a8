/** Why a reply is no result, in the words of the server or of the connection; empty for a result. */
import type { Reply } from '../types/connection.js';

export function replyProblem(reply: Reply): string {
  if (reply.kind === 'error') return reply.error.message;
  return 'message' in reply ? reply.message : '';
}
