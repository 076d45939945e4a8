/** Connecting over Streamable HTTP, to a server that runs somewhere or to one that `start:` brings up. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Connection, Era, ServerSpec } from '../../types/connection.js';
import { isHttp } from '../../util/host-kind.js';
import { type Credentials, missingToken } from '../auth/auth-failure.js';
import { credentialsOf, loginOf } from '../auth/login-of.js';
import {
  type ConnectFailure,
  type ConnectOptions,
  type ConnectResult,
  failed,
  type UrlServerSpec,
} from '../session/connect-result.js';
import { makeConnection } from '../session/connection.js';
import { FaultLog } from '../session/fault-log.js';
import {
  type Agreement,
  type EraPlan,
  type FailedHandshake,
  type OpenResult,
  open,
  withSecondFailure,
} from '../session/handshake.js';
import type { ClientInfo } from '../session/revisions.js';
import { Session } from '../session/session.js';
import { startServer } from '../stdio/start-server.js';
import { connectSse } from './connect-sse.js';
import { HttpClient } from './http-client.js';
import { shownUrl } from './http-headers.js';
import { HttpTransport } from './http-transport.js';
import type { TransportParts } from './transport-parts.js';

/** What the tries at one server share. */
interface HttpAttempt {
  parts: TransportParts;
  options: ConnectOptions;
  plan: EraPlan;
  creds: Credentials;
  /** When the time for starting is over. */
  deadline: number;
  client: ClientInfo;
  transport: HttpTransport;
  session: Session;
}

export async function connectHttp(
  spec: UrlServerSpec,
  options: ConnectOptions,
  plan: EraPlan,
): Promise<ConnectResult> {
  if (!isHttp(spec.url)) {
    return failed('transport', 'bad-url', `${JSON.stringify(spec.url)} is not an http or https URL.`);
  }
  const creds = credentialsOf(spec, options.env);
  const unsendable = badHeader(spec, creds);
  if (unsendable) return unsendable;
  const deadline = performance.now() + spec.startup_timeout_ms;
  const started = spec.start ? await startServer(spec, options, options.signal) : undefined;
  if (started?.ok === false) {
    const { ok: _, ...failure } = started;
    return { ok: false, failure };
  }
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const http = new HttpClient(options.env, options.reach);
  const login = loginOf(spec, options, http);
  const parts = { spec, login, faults, http, server: started?.process };
  const transport = new HttpTransport(parts);
  const { request_timeout_ms: timeoutMs, answers } = spec;
  const session = new Session(transport, { faults, client, timeoutMs, answers });
  return tryEras({ parts, options, plan, creds, deadline, client, transport, session });
}

async function tryEras(attempt: HttpAttempt): Promise<ConnectResult> {
  const { plan, creds, parts, options } = attempt;
  let [era, ...later] = plan.eras;
  let failure: ConnectFailure | undefined;
  let mayBeSse = false;
  for (;;) {
    const opened = await openEra(attempt, era, leftMs(attempt));
    if (opened.ok && creds.tokenEnv && !creds.token) {
      const message = missingToken(shownUrl(parts.spec.url), creds);
      return giveUp(attempt, { stage: 'auth', code: 'token-missing', message }, mayBeSse);
    }
    if (opened.ok) return { ok: true, connection: await connectionOf(attempt, opened.agreed) };
    if (era === 'legacy') mayBeSse = refusesPost(opened);
    if (failure) failure.message = withSecondFailure(failure.message, opened);
    else failure = describe(opened, parts.spec, creds, options.signal);
    const [next, ...rest] = later;
    if (!opened.refused || next === undefined) return giveUp(attempt, failure, mayBeSse);
    era = next;
    later = rest;
  }
}

function leftMs({ deadline }: HttpAttempt): number {
  return Math.ceil(Math.max(1, deadline - performance.now()));
}

function openEra(attempt: HttpAttempt, era: Era, timeoutMs: number): Promise<OpenResult> {
  const { session, client, plan, options } = attempt;
  return open(session, era, { client, timeoutMs, pinned: plan.pinned, signal: options.signal });
}

async function connectionOf(attempt: HttpAttempt, agreed: Agreement): Promise<Connection> {
  const { session, transport } = attempt;
  const { spec, login, faults } = attempt.parts;
  const timeoutMs = spec.request_timeout_ms;
  const isLegacy = agreed.era === 'legacy';
  // Questions of a legacy server may come on a stream of their own.
  if (isLegacy && Object.keys(session.answerer.capabilities).length > 0) await session.hear();
  const renew = async () => {
    const heard = transport.isHearing;
    transport.forgetSession();
    const { ok } = await openEra(attempt, 'legacy', timeoutMs);
    if (ok && heard) await session.hear();
    return ok;
  };
  return makeConnection({
    name: spec.name,
    info: { transport: 'http', ...agreed, auth: login.kind },
    session,
    faults,
    timeoutMs,
    renew: isLegacy ? renew : undefined,
    params: isLegacy ? undefined : transport.params,
  });
}

/** The failure, unless the server speaks the older HTTP with SSE. */
async function giveUp(
  attempt: HttpAttempt,
  failure: ConnectFailure,
  mayBeSse: boolean,
): Promise<ConnectResult> {
  const { parts, options, plan, session } = attempt;
  let { message, stderr } = failure;
  if (mayBeSse && !options.signal?.aborted) {
    const { pinned } = plan;
    const tried = await connectSse(parts, options, { timeoutMs: leftMs(attempt), pinned });
    if (tried.ok) return tried;
    if (tried.why) {
      message += ` It was then asked for the older HTTP with SSE: ${tried.why.message}`;
      stderr ??= tried.why.stderr;
    }
  }
  await session.close();
  return { ok: false, failure: { ...failure, message, stderr } };
}

/** The POST itself was refused, as by a server that has only a stream to GET; never on 5xx. */
function refusesPost({ reply }: FailedHandshake): boolean {
  return reply?.kind === 'invalid' && [400, 404, 405].includes(reply.status ?? 0);
}

/** A header that no HTTP client can send is found before anything is sent. */
function badHeader(spec: ServerSpec, creds: Credentials): ConnectResult | undefined {
  try {
    validateHeaderValue('authorization', `Bearer ${creds.token ?? ''}`);
  } catch {
    const message = `the value of \`${creds.tokenEnv}\` (named by \`bearer_token_env\`) holds characters that a header cannot carry.`;
    return failed('auth', 'bad-token', message);
  }
  for (const [name, value] of Object.entries(spec.headers ?? {})) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      return failed(
        'transport',
        'bad-header',
        `the header ${JSON.stringify(name)} cannot be sent: its name or value is not allowed.`,
      );
    }
  }
  return undefined;
}

function describe(
  opened: FailedHandshake,
  spec: UrlServerSpec,
  creds: Credentials,
  signal?: AbortSignal,
): ConnectFailure {
  const url = shownUrl(spec.url);
  const kind = opened.reply?.kind;
  if (signal?.aborted) return { stage: 'handshake', code: 'aborted', message: 'connecting was cancelled.' };
  if (kind === 'unauthorized') return { stage: 'auth', code: 'unauthorized', message: opened.message };
  if (creds.tokenEnv && !creds.token) {
    return {
      stage: 'auth',
      code: 'token-missing',
      message: `${missingToken(url, creds)} Besides: ${opened.message}.`,
      stderr: opened.stderr,
    };
  }
  if (kind === 'died') {
    const message = `cannot reach ${opened.message}.`;
    return { stage: 'transport', code: 'unreachable', message, stderr: opened.stderr };
  }
  if (kind === 'timeout') {
    return {
      stage: 'handshake',
      code: opened.code,
      message: `${url} accepts connections but the handshake hung: ${opened.message}.`,
    };
  }
  return {
    stage: 'handshake',
    code: opened.code,
    message: `${opened.message}${opened.message.includes(url) ? '' : ` (${url})`}.`,
  };
}
