/** Connecting over stdio: one process as a rule, a second one when the first died of a refused handshake. */
import type { ServerSpec } from '../../types/connection.js';
import { formatDuration } from '../../util/duration.js';
import { Answerer } from '../session/answers.js';
import { type Connected, type ConnectFailure, type ConnectOptions, failed } from '../session/connected.js';
import { makeConnection } from '../session/connection.js';
import { FaultLog } from '../session/fault-log.js';
import { besides, type erasOf, type Opened, open } from '../session/handshake.js';
import { Session } from '../session/session.js';
import { MAX_MESSAGE_BYTES } from '../session/transport.js';
import { tellStderr } from './byte-tail.js';
import { type ServerProcess, spawnServer } from './server-process.js';
import { shownArgv } from './started-server.js';
import { StdioTransport } from './stdio-transport.js';

/** A server that refused the first handshake is up already, so the second gets little time. */
const SECOND_TRY_MS = 10_000;

type Plan = NonNullable<ReturnType<typeof erasOf>>;
type Refused = Extract<Opened, { ok: false }>;

export async function connectStdio(
  spec: ServerSpec,
  options: ConnectOptions,
  plan: Plan,
): Promise<Connected> {
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const deadline = performance.now() + spec.startup_timeout_ms;
  let server: ServerProcess | undefined;
  let session: Session | undefined;
  let first: ConnectFailure | undefined;
  const eras = [...plan.eras];
  for (let era = eras.shift(); era; era = eras.shift()) {
    const fresh = !session?.transport.alive;
    if (!server || !session || fresh) {
      await session?.close();
      const spawned = await spawnServer(spec.command ?? [], spec, options);
      if (!spawned.ok)
        return first ? { ok: false, failure: first } : failed('spawn', spawned.code, spawned.message);
      server = spawned.process;
      const transport = new StdioTransport(server, faults, spec.max_message_bytes ?? MAX_MESSAGE_BYTES);
      session = new Session(
        transport,
        faults,
        client,
        spec.request_timeout_ms,
        new Answerer(spec.answers ?? {}, faults),
      );
    }
    const left = Math.max(1, deadline - performance.now());
    const timeoutMs = Math.ceil(first ? Math.min(left, SECOND_TRY_MS) : left);
    const opened = await open(session, era, {
      client,
      timeoutMs,
      pinned: plan.pinned,
      signal: options.signal,
    });
    if (opened.ok) {
      const info = { transport: 'stdio' as const, ...opened.agreed, auth: 'none' as const };
      const parts = { name: spec.name, info, session, faults, timeoutMs: spec.request_timeout_ms };
      return { ok: true, connection: makeConnection(parts) };
    }
    // The refused handshake may have been the end of the process, seen only when it was asked again.
    if (first && !fresh && opened.reply?.kind === 'died') eras.unshift(era);
    else if (!opened.refused) eras.length = 0;
    if (first) first.message = besides(first.message, opened);
    else first = describe(opened, server, spec, options.signal);
  }
  await session?.close();
  return { ok: false, failure: first! };
}

function describe(
  opened: Refused,
  server: ServerProcess,
  spec: ServerSpec,
  signal?: AbortSignal,
): ConnectFailure {
  const started = `It was started as ${shownArgv(spec.command ?? [])} in ${spec.cwd}.`;
  const told = (message: string) => tellStderr(`${message} ${started}`, server.stderrTail());
  const kind = opened.reply?.kind;
  if (signal?.aborted) return { stage: 'handshake', code: 'aborted', message: 'connecting was cancelled.' };
  if (kind === 'died' && server.ending !== undefined) {
    const message = `the server ${server.ending} before it answered the handshake.`;
    return { stage: 'start', code: 'exited', ...told(message) };
  }
  if (kind === 'timeout') {
    const limit = formatDuration(spec.startup_timeout_ms);
    const message = `the server started but the handshake hung: ${opened.message} (startup_timeout ${limit}).`;
    return { stage: 'handshake', code: opened.code, ...told(message) };
  }
  if (kind === 'died') {
    const message = `${opened.message} ${started}`;
    return { stage: 'handshake', code: 'framing', message, stderr: opened.stderr };
  }
  return { stage: 'handshake', code: opened.code, ...told(`${opened.message}.`) };
}
