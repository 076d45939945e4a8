/** Connecting over Streamable HTTP, to a server that runs somewhere or to one that `start:` brings up. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ServerSpec } from '../../types/connection.js';
import { isHttp } from '../../util/is-http.js';
import { type Credentials, missingToken } from '../auth/auth-failure.js';
import { fixedLogin } from '../auth/login.js';
import { OauthLogin } from '../auth/oauth-login.js';
import { Answerer } from '../session/answers.js';
import { type Connected, type ConnectFailure, type ConnectOptions, failed } from '../session/connected.js';
import { makeConnection } from '../session/connection.js';
import { FaultLog } from '../session/fault-log.js';
import { besides, type erasOf, type Opened, open } from '../session/handshake.js';
import { Session } from '../session/session.js';
import type { ServerProcess } from '../stdio/server-process.js';
import { startServer } from '../stdio/started-server.js';
import { connectSse } from './connect-sse.js';
import { HttpClient } from './http-client.js';
import { shownUrl } from './http-headers.js';
import { HttpTransport } from './http-transport.js';

type Plan = NonNullable<ReturnType<typeof erasOf>>;

export async function connectHttp(spec: ServerSpec, options: ConnectOptions, plan: Plan): Promise<Connected> {
  const url = spec.url ?? '';
  if (!isHttp(url)) {
    return failed('transport', 'bad-url', `${JSON.stringify(url)} is not an http or https URL.`);
  }
  const creds = credentials(spec, options.env);
  const unsendable = badHeader(spec, creds);
  if (unsendable) return unsendable;
  const deadline = performance.now() + spec.startup_timeout_ms;
  const left = () => Math.ceil(Math.max(1, deadline - performance.now()));
  let server: ServerProcess | undefined;
  if (spec.start) {
    const started = await startServer(spec, options, options.signal);
    if (!started.ok) {
      const { ok: _, ...failure } = started;
      return { ok: false, failure };
    }
    server = started.process;
  }
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const http = new HttpClient(options.env);
  const login = spec.auth?.oauth ? new OauthLogin(spec, spec.auth.oauth, options, http) : fixedLogin(creds);
  const transport = new HttpTransport(spec, login, faults, http, server);
  const session = new Session(
    transport,
    faults,
    client,
    spec.request_timeout_ms,
    new Answerer(spec.answers ?? {}, faults),
  );
  const attempt = (era: Plan['eras'][number], timeoutMs: number) =>
    open(session, era, { client, timeoutMs, pinned: plan.pinned, signal: options.signal });

  let first: ConnectFailure | undefined;
  let mayBeSse = false;
  for (const era of plan.eras) {
    const opened = await attempt(era, left());
    if (opened.ok && creds.tokenEnv && !creds.token) {
      first = { stage: 'auth', code: 'token-missing', message: missingToken(shownUrl(url), creds) };
      break;
    }
    if (opened.ok) {
      // Questions of a legacy server may come on a stream of their own.
      if (era === 'legacy' && Object.keys(session.answerer.capabilities).length > 0) await session.hear();
      const renew = async () => {
        const heard = transport.isHearing;
        transport.forgetSession();
        const { ok } = await attempt('legacy', spec.request_timeout_ms);
        if (ok && heard) await session.hear();
        return ok;
      };
      const connection = makeConnection({
        name: spec.name,
        info: { transport: 'http', ...opened.agreed, auth: login.kind },
        session,
        faults,
        timeoutMs: spec.request_timeout_ms,
        ...(era === 'legacy' ? { renew } : { params: transport.params }),
      });
      return { ok: true, connection };
    }
    if (era === 'legacy') mayBeSse = turnedAway(opened);
    if (first) first.message = besides(first.message, opened);
    else first = describe(opened, spec, creds, options.signal);
    if (!opened.refused) break;
  }
  if (mayBeSse && !options.signal?.aborted) {
    const tried = await connectSse(spec, options, {
      login,
      http,
      server,
      timeoutMs: left(),
      pinned: plan.pinned,
    });
    if (tried.ok) return tried;
    if (tried.why && first) {
      first.message += ` It was then asked for the older HTTP with SSE: ${tried.why.message}`;
      first.stderr ??= tried.why.stderr;
    }
  }
  await session.close();
  return { ok: false, failure: first! };
}

/** The POST itself was turned away, as by a server that has only a stream to GET; never on 5xx. */
function turnedAway({ reply }: Extract<Opened, { ok: false }>): boolean {
  return reply?.kind === 'invalid' && [400, 404, 405].includes(reply.status ?? 0);
}

function credentials(spec: ServerSpec, env: NodeJS.ProcessEnv): Credentials {
  const tokenEnv = spec.auth?.bearer_token_env;
  return tokenEnv === undefined ? {} : { tokenEnv, token: env[tokenEnv]?.trim() };
}

/** A header that no HTTP client can send is found before anything is sent. */
function badHeader(spec: ServerSpec, creds: Credentials): Connected | undefined {
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
  opened: Extract<Opened, { ok: false }>,
  spec: ServerSpec,
  creds: Credentials,
  signal?: AbortSignal,
): ConnectFailure {
  const url = shownUrl(spec.url!);
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
