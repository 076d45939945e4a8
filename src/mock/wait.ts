/** The time before an answer: the delay, with log lines and progress notes spread evenly over it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, isId } from '../rpc-server/rpc.js';
import { ownValue } from '../util/plain.js';
import { isWanted } from './log.js';
import type { Answer } from './manifest.js';
import type { Peer } from './peer.js';

/** False when the wait was ended: by a cancellation, or because the client has gone. */
export async function waitAndReport(answer: Answer, exchange: Exchange<Peer>): Promise<boolean> {
  const { params, send, signal } = exchange;
  if (answer.delay_ms > 0) exchange.onWait?.();
  const progressToken = ownValue(ownValue(params, '_meta'), 'progressToken');
  const notes = isId(progressToken) ? answer.progress : [];
  const messages = [
    ...answer.log.filter((line) => isWanted(line, exchange)).map((line) => ['message', line] as const),
    ...notes.map((note) => ['progress', { progressToken, ...note }] as const),
  ];
  const pause = answer.delay_ms / (messages.length + 1);
  for (const [name, content] of messages) {
    if (!(await wait(pause, signal))) return false;
    send({ jsonrpc: '2.0', method: `notifications/${name}`, params: content });
  }
  return wait(pause, signal);
}

/** False when the signal came first. */
export async function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms === 0) return true;
  try {
    // The end of the input ends the service, whatever is still to come.
    await sleep(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
