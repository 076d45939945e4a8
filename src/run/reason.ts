/** Why a request or a server came to nothing, in the form that checks and errors of a run hold. */
import type { Redactor } from '../redact/redactor.js';
import type { Reply } from '../types/connection.js';
import type { Reason } from '../types/verdict.js';

/** Raw, as the reply is. */
export function reasonOf(reply: Reply): Reason {
  if (reply.kind === 'result') return { message: '' };
  if (reply.kind === 'error') return { message: reply.error.message };
  const { message } = reply;
  return reply.kind === 'died' && reply.stderr ? { message, stderr: reply.stderr } : { message };
}

export function shownReason({ message, stderr }: Reason, redactor: Redactor): Reason {
  const shown: Reason = { message: redactor.text(message) };
  if (stderr) shown.stderr = stderr.map(redactor.text);
  return shown;
}
