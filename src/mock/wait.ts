/** The time before an answer: the delay, with the progress notes spread evenly over it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, isId } from '../rpc-server/rpc.js';
import { own } from '../util/plain.js';
import type { Answer } from './manifest.js';

/** False when the wait was ended: by a cancellation, or because the client has gone. */
export async function waitAndReport(answer: Answer, exchange: Exchange): Promise<boolean> {
  const { params, send, signal } = exchange;
  if (answer.delay_ms > 0) exchange.onWait?.();
  const progressToken = own(own(params, '_meta'), 'progressToken');
  const notes = isId(progressToken) ? answer.progress : [];
  const pause = answer.delay_ms / (notes.length + 1);
  for (const note of notes) {
    if (!(await waited(pause, signal))) return false;
    send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, ...note } });
  }
  return waited(pause, signal);
}

export async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms === 0) return true;
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
