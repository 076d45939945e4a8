/** The second try at a server that refused `initialize`: it may speak the older HTTP with SSE. */
import type { Reason } from '../../types/verdict.js';
import type { ConnectOptions, ConnectResult } from '../session/connect-result.js';
import { makeConnection } from '../session/connection.js';
import { FaultLog } from '../session/fault-log.js';
import { open } from '../session/handshake.js';
import { Session } from '../session/session.js';
import { SseTransport } from './sse-transport.js';
import type { TransportParts } from './transport-parts.js';

export type SseAttempt = Extract<ConnectResult, { ok: true }> | { ok: false; why?: Reason };

/** `why` is there only when the server does speak it, so that it is worth telling beside the first refusal. */
export async function connectSse(
  firstTry: TransportParts,
  options: ConnectOptions,
  { timeoutMs, pinned }: { timeoutMs: number; pinned?: string },
): Promise<SseAttempt> {
  const { spec, login } = firstTry;
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const deadline = performance.now() + timeoutMs;
  const transport = new SseTransport({ ...firstTry, faults });
  const started = await transport.start(timeoutMs, options.signal);
  if (!started.ok) {
    const worthTelling = started.speaks || started.failure.kind === 'unauthorized';
    return { ok: false, why: worthTelling ? { message: started.failure.message } : undefined };
  }
  const { name, request_timeout_ms: requestMs, answers } = spec;
  const session = new Session(transport, { faults, client, timeoutMs: requestMs, answers });
  const left = Math.ceil(Math.max(1, deadline - performance.now()));
  const opened = await open(session, 'legacy', { client, timeoutMs: left, pinned, signal: options.signal });
  if (!opened.ok) {
    // The process of `start` is stopped by whoever started it.
    await session.close();
    return { ok: false, why: opened };
  }
  const info = { transport: 'sse' as const, ...opened.agreed, auth: login.kind };
  return { ok: true, connection: makeConnection({ name, info, session, faults, timeoutMs: requestMs }) };
}
