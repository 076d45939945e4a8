/** Connecting over stdio: one process as a rule, a second one when the first died of a refused handshake. */
import type { Era, ServerSpec } from '../../types/connection.js';
import { formatDuration } from '../../util/duration.js';
import {
  type ConnectFailure,
  type ConnectOptions,
  type ConnectResult,
  failed,
} from '../session/connect-result.js';
import { makeConnection } from '../session/connection.js';
import { FaultLog } from '../session/fault-log.js';
import { type EraPlan, type FailedHandshake, open, withSecondFailure } from '../session/handshake.js';
import type { ClientInfo } from '../session/revisions.js';
import { Session } from '../session/session.js';
import { MAX_MESSAGE_BYTES } from '../session/transport.js';
import { tellStderr } from './byte-tail.js';
import { type FailedSpawn, type ServerProcess, spawnServer } from './server-process.js';
import { remedyOf, shownArgv } from './start-server.js';
import { StdioTransport } from './stdio-transport.js';

/** A server that refused the first handshake is up already, so the second gets little time. */
const SECOND_TRY_MS = 10_000;

/** A process and the session with it. */
interface Speaking {
  server: ServerProcess;
  session: Session;
}

export async function connectStdio(
  spec: ServerSpec,
  options: ConnectOptions,
  plan: EraPlan,
): Promise<ConnectResult> {
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const deadline = performance.now() + spec.startup_timeout_ms;
  let { eras } = plan;
  let current: Speaking | undefined;
  let first: ConnectFailure | undefined;
  for (;;) {
    const fresh = !current?.session.transport.alive;
    if (!current || fresh) {
      await current?.session.close();
      const spawned = await spawnServer(spec.command ?? [], spec, options);
      if (!spawned.ok) return spawnFailure(spawned, spec, first);
      current = speakTo(spawned.process, spec, { faults, client });
    }
    const { server, session } = current;
    const timeoutMs = leftMs(deadline, first ? SECOND_TRY_MS : spec.startup_timeout_ms);
    const { pinned } = plan;
    const opened = await open(session, eras[0], { client, timeoutMs, pinned, signal: options.signal });
    if (opened.ok) {
      const info = { transport: 'stdio' as const, ...opened.agreed, auth: 'none' as const };
      const parts = { name: spec.name, info, session, faults, timeoutMs: spec.request_timeout_ms };
      return { ok: true, connection: makeConnection(parts) };
    }
    const [next, ...later] = erasLeft(eras, opened, first !== undefined && !fresh);
    if (first) first.message = withSecondFailure(first.message, opened);
    else first = await describe(opened, server, spec, options);
    if (next === undefined) {
      await session.close();
      return { ok: false, failure: first };
    }
    eras = [next, ...later];
  }
}

/** The refused handshake may have been the end of the process, seen only when it was asked again. */
function erasLeft([era, ...later]: EraPlan['eras'], opened: FailedHandshake, askedAgain: boolean): Era[] {
  if (askedAgain && opened.reply?.kind === 'died') return [era, ...later];
  return opened.refused ? later : [];
}

/** Of a server that could be started once, the first failure tells more; a well-known program is told with what brings it. */
async function spawnFailure(
  { code, message }: FailedSpawn,
  { command }: ServerSpec,
  first: ConnectFailure | undefined,
): Promise<ConnectResult> {
  if (first) return { ok: false, failure: first };
  const { knownProgram } = await import('../remedies/programs.js');
  const known = code === 'ENOENT' ? knownProgram(command?.[0] ?? '') : undefined;
  return failed('spawn', code, known === undefined ? message : `${message} ${known}`);
}

function leftMs(deadline: number, most: number): number {
  return Math.ceil(Math.min(Math.max(1, deadline - performance.now()), most));
}

function speakTo(
  server: ServerProcess,
  spec: ServerSpec,
  { faults, client }: { faults: FaultLog; client: ClientInfo },
): Speaking {
  const { answers, request_timeout_ms: timeoutMs } = spec;
  const transport = new StdioTransport(server, faults, spec.max_message_bytes ?? MAX_MESSAGE_BYTES);
  return { server, session: new Session(transport, { faults, client, timeoutMs, answers }) };
}

async function describe(
  opened: FailedHandshake,
  server: ServerProcess,
  spec: ServerSpec,
  { env, signal }: ConnectOptions,
): Promise<ConnectFailure> {
  const started = `It was started as ${shownArgv(spec.command ?? [])} in ${spec.cwd}.`;
  const told = (message: string) => tellStderr(`${message} ${started}`, server.stderrTail());
  const kind = opened.reply?.kind;
  if (signal?.aborted) return { stage: 'handshake', code: 'aborted', message: 'connecting was cancelled.' };
  if (kind === 'died' && server.ending !== undefined) {
    const message = `the server ${server.ending} before it answered the handshake.`;
    const remedy = await remedyOf(server, spec.command ?? [], { cwd: spec.cwd, env });
    return {
      stage: 'start',
      code: 'exited',
      ...told(remedy === undefined ? message : `${message} ${remedy}`),
    };
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
