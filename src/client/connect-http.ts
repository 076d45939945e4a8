/** Connecting over Streamable HTTP, to a server that runs somewhere or to one that `start:` brings up. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ServerSpec } from '../types/connection.js';
import { type Credentials, missingToken } from './auth-failure.js';
import { type Connected, type ConnectFailure, type ConnectOptions, failed } from './connected.js';
import { makeConnection } from './connection.js';
import { FaultLog } from './fault-log.js';
import { type erasOf, type Opened, open } from './handshake.js';
import { HttpClient } from './http-client.js';
import { shownUrl } from './http-headers.js';
import { HttpTransport } from './http-transport.js';
import type { ServerProcess } from './server-process.js';
import { Session } from './session.js';
import { startServer } from './started-server.js';

type Plan = NonNullable<ReturnType<typeof erasOf>>;

export async function connectHttp(spec: ServerSpec, options: ConnectOptions, plan: Plan): Promise<Connected> {
  const url = spec.url ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return failed('transport', 'bad-url', `${JSON.stringify(url)} is not an http or https URL.`);
  }
  const creds = credentials(spec, options.env);
  const unsendable = badHeader(spec, creds);
  if (unsendable) return unsendable;
  const deadline = performance.now() + spec.startup_timeout_ms;
  let server: ServerProcess | undefined;
  if (spec.start) {
    const started = await startServer(spec, options, options.signal);
    if (!started.ok) return failed(started.stage, started.code, started.message);
    server = started.process;
  }
  const faults = new FaultLog();
  const client = { name: 'mcptest', version: options.version };
  const transport = new HttpTransport(spec, creds, faults, new HttpClient(options.env), server);
  const session = new Session(transport, faults, client, spec.request_timeout_ms);
  const attempt = (era: Plan['eras'][number], timeoutMs: number) =>
    open(session, era, { client, timeoutMs, pinned: plan.pinned, signal: options.signal });

  let first: ConnectFailure | undefined;
  for (const era of plan.eras) {
    const opened = await attempt(era, Math.ceil(Math.max(1, deadline - performance.now())));
    if (opened.ok && creds.tokenEnv && !creds.token) {
      first = { stage: 'auth', code: 'token-missing', message: missingToken(shownUrl(url), creds) };
      break;
    }
    if (opened.ok) {
      const auth = creds.token ? ('bearer' as const) : ('none' as const);
      const renew = async () => {
        transport.forgetSession();
        return (await attempt('legacy', spec.request_timeout_ms)).ok;
      };
      const connection = makeConnection({
        name: spec.name,
        info: { transport: 'http', ...opened.agreed, auth },
        session,
        faults,
        timeoutMs: spec.request_timeout_ms,
        ...(era === 'legacy' ? { renew } : { params: transport.params }),
      });
      return { ok: true, connection };
    }
    first ??= describe(opened, spec, creds, options.signal);
    if (!opened.refused) break;
  }
  await session.close();
  return { ok: false, failure: first! };
}

function credentials(spec: ServerSpec, env: NodeJS.ProcessEnv): Credentials {
  if (!spec.auth) return {};
  const tokenEnv = spec.auth.bearer_token_env;
  return { tokenEnv, token: env[tokenEnv]?.trim() };
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
    };
  }
  if (kind === 'died')
    return { stage: 'transport', code: 'unreachable', message: `cannot reach ${opened.message}.` };
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
