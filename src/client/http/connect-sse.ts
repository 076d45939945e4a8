/** The second try at a server that turned `initialize` away: it may speak the older HTTP with SSE. */
import type { ServerSpec } from '../../types/connection.js';
import type { Reason } from '../../types/verdict.js';
import type { Login } from '../auth/login.js';
import { Answerer } from '../session/answers.js';
import type { Connected, ConnectOptions } from '../session/connected.js';
import { makeConnection } from '../session/connection.js';
import { FaultLog } from '../session/fault-log.js';
import { open } from '../session/handshake.js';
import { Session } from '../session/session.js';
import type { ServerProcess } from '../stdio/server-process.js';
import type { HttpClient } from './http-client.js';
import { SseTransport } from './sse-transport.js';

export type SseTried = Extract<Connected, { ok: true }> | { ok: false; why?: Reason };

/** `why` is there only when the server does speak it, so that it is worth telling beside the first refusal. */
export async function connectSse(
  spec: ServerSpec,
  options: ConnectOptions,
  parts: { login: Login; http: HttpClient; server?: ServerProcess; timeoutMs: number; pinned?: string },
): Promise<SseTried> {
  const { login, http, server, timeoutMs, pinned } = parts;
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const deadline = performance.now() + timeoutMs;
  const transport = new SseTransport(spec, login, faults, http, server);
  const started = await transport.start(timeoutMs, options.signal);
  if (!started.ok) {
    const worthTelling = started.speaks || started.failure.kind === 'unauthorized';
    return { ok: false, ...(worthTelling ? { why: { message: started.failure.message } } : {}) };
  }
  const session = new Session(
    transport,
    faults,
    client,
    spec.request_timeout_ms,
    new Answerer(spec.answers ?? {}, faults),
  );
  const left = Math.ceil(Math.max(1, deadline - performance.now()));
  const opened = await open(session, 'legacy', { client, timeoutMs: left, pinned, signal: options.signal });
  if (!opened.ok) {
    // The process of `start` is stopped by whoever started it.
    await session.close();
    return { ok: false, why: opened };
  }
  const info = { transport: 'sse' as const, ...opened.agreed, auth: login.kind };
  const timeout = spec.request_timeout_ms;
  return {
    ok: true,
    connection: makeConnection({ name: spec.name, info, session, faults, timeoutMs: timeout }),
  };
}
