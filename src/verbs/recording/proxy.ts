/** `mcptest proxy`: stands between an agent and a server, passes everything on and writes down what crossed the wire. */
import { constants } from 'node:os';
import type { DistractorSource } from '../../catalog/choose-distractors.js';
import { HttpClient } from '../../client/http/http-client.js';
import { type ServerProcess, spawnServer } from '../../client/stdio/server-process.js';
import type { HttpProxy } from '../../proxy/http-to-http.js';
import {
  createInjectors,
  hasInjections,
  type InjectionSettings,
  type ProxyFault,
} from '../../proxy/injections.js';
import { Recording } from '../../proxy/recording.js';
import type { AgentStreams } from '../../proxy/stdio-to-stdio.js';
import { type InvocationRedactor, redactorOf } from '../../redact/open-redactor.js';
import { secretsOfHeaders } from '../../redact/target-secrets.js';
import type { HttpServer } from '../../rpc-server/listen.js';
import { selfArgv } from '../../target/self-argv.js';
import { requireVariable, type TargetInput, targetSpec } from '../../target/target.js';
import type { ServerSpec } from '../../types/connection.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { isHttp } from '../../util/host-kind.js';
import { omitUndefined } from '../../util/omit-undefined.js';

export interface ProxyInput extends TargetInput {
  /** The file that is written. */
  record: string;
  format: 'trace' | 'cassette';
  /** What the suite calls the server. */
  name?: string;
  faults: ProxyFault[];
  distractors?: { count: number; source: DistractorSource };
  latency_ms?: number;
  /** Serve over HTTP on this port, not over stdio. */
  port?: number;
  agent: AgentStreams;
  log(line: string): void;
  signal: AbortSignal;
}

/** Everything that a way of passing on needs. */
export interface ProxyParts {
  input: ProxyInput;
  spec: ServerSpec;
  env: NodeJS.ProcessEnv;
  redactor: InvocationRedactor;
  recording: Recording;
  injections?: InjectionSettings;
}

/** Resolves with the exit code when the session is over: that of the server, where it left by itself. */
export async function runProxy(input: ProxyInput): Promise<number> {
  const env = input.env ?? process.env;
  const redactor = redactorOf(input);
  const spec = await targetSpec(input, redactor);
  const name = input.name ?? (input.server === undefined ? undefined : spec.name);
  const { command, url } = spec;
  const cassette = input.format === 'cassette' ? await import('../../proxy/cassette-record.js') : undefined;
  await cassette?.refuseOtherCassette(input.record);
  const file = cassette?.partFile(input.record) ?? input.record;
  const recording = await Recording.open({
    file,
    redactor,
    log: input.log,
    begin: omitUndefined({
      server: name,
      way: omitUndefined({ command, url }),
      agent_side: input.port === undefined ? ('stdio' as const) : ('http' as const),
    }),
  });
  const { faults, distractors, latency_ms = 0 } = input;
  const injections = { faults, distractors, latency_ms, server: name ?? 'server' };
  const parts: ProxyParts = { input, spec, env, redactor, recording };
  if (hasInjections(injections)) parts.injections = injections;
  let why = 'the recorder broke';
  try {
    const ended = await passOn(parts);
    why = ended.why;
    return recording.broken === undefined ? ended.code : Math.max(ended.code, EXIT.inconclusive);
  } finally {
    recording.close(why);
    await cassette?.foldParts(input.record, file);
  }
}

interface Ended {
  why: string;
  code: number;
}

function passOn(parts: ProxyParts): Promise<Ended> {
  const { input, spec } = parts;
  const { url } = spec;
  if (url === undefined)
    return input.port === undefined ? overStdio(parts) : processOverHttp(parts, input.port);
  if (!isHttp(url))
    throw new McptestError({
      code: 'bad-url',
      message: `${JSON.stringify(url)} is not an http or https URL`,
      hint: 'Write it as https://host/path.',
    });
  return input.port === undefined ? urlOverStdio(parts, url) : urlOverHttp(parts, url, input.port);
}

async function startProcess({ spec, env, redactor }: ProxyParts): Promise<ServerProcess> {
  // The agent chose what the server may know: it gets the environment that it would have without us.
  const started = await spawnServer(
    spec.command ?? [],
    { ...spec, pass_env: Object.keys(env) },
    { env, self: selfArgv(), redact: redactor.text },
  );
  if (started.ok) return started.process;
  throw new McptestError({
    code: started.code,
    message: redactor.text(started.message),
    hint: 'Run `mcptest doctor` with the same command to see why.',
    exitCode: EXIT.inconclusive,
  });
}

async function overStdio(parts: ProxyParts): Promise<Ended> {
  const { input, recording, injections } = parts;
  const { relayStdio } = await import('../../proxy/stdio-to-stdio.js');
  const server = await startProcess(parts);
  const why = await relayStdio({
    agent: input.agent,
    server,
    recording,
    injector: injections && createInjectors(injections)(),
    signal: input.signal,
  });
  const { exitCode, signalCode } = server.child;
  const byItself = why.startsWith('the server');
  const code = exitCode ?? (signalCode === null ? EXIT.ok : 128 + constants.signals[signalCode]);
  return { why, code: byItself ? code : EXIT.ok };
}

async function urlOverStdio(parts: ProxyParts, url: string): Promise<Ended> {
  const { input, spec, env, recording, injections } = parts;
  const { relayToHttp } = await import('../../proxy/stdio-to-http.js');
  const http = new HttpClient(env);
  const why = await relayToHttp({
    agent: input.agent,
    spec: { ...spec, url },
    token: tokenOf(parts),
    http,
    recording,
    injector: injections && createInjectors(injections)(),
    signal: input.signal,
  });
  http.close();
  return { why, code: EXIT.ok };
}

async function urlOverHttp(parts: ProxyParts, url: string, port: number): Promise<Ended> {
  const { input, spec, env, redactor, recording, injections } = parts;
  const { proxyHttp } = await import('../../proxy/http-to-http.js');
  const { HttpInjections } = await import('../../proxy/http-injections.js');
  const token = tokenOf(parts);
  const known = new Set<string>();
  const proxy: HttpProxy = {
    url: new URL(url),
    headers: { ...spec.headers, ...(token && { authorization: `Bearer ${token}` }) },
    http: new HttpClient(env),
    recording,
    log: input.log,
    learn: (headers) => {
      for (const secret of secretsOfHeaders(headers)) {
        // Ids of sessions are no secrets once the session is over, and there is one for each client.
        if (known.has(secret.value) || /^mcp-/.test(secret.name)) continue;
        known.add(secret.value);
        redactor.add(secret);
      }
    },
  };
  if (injections) proxy.injections = new HttpInjections(createInjectors(injections));
  return serveUntilStopped(await proxyHttp(proxy, port), input);
}

async function processOverHttp(parts: ProxyParts, port: number): Promise<Ended> {
  const { input, recording, injections } = parts;
  const { serveProcess } = await import('../../proxy/http-to-stdio.js');
  const server = await serveProcess(
    {
      start: () => startProcess(parts),
      recording,
      injector: injections && createInjectors(injections),
      errors: input.agent.errors,
      log: input.log,
    },
    port,
  );
  return serveUntilStopped(server, input);
}

async function serveUntilStopped(server: HttpServer, { log, signal }: ProxyInput): Promise<Ended> {
  log(`mcptest: ${server.url}`);
  await new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener('abort', () => stop(), { once: true });
  });
  await server.close();
  return { why: 'the recorder was told to stop', code: EXIT.ok };
}

/** A login beyond a token is the agent's own, and passed on. */
function tokenOf({ spec, env }: ProxyParts): string | undefined {
  const name = spec.auth?.bearer_token_env;
  return name === undefined ? undefined : requireVariable(name, env, '--bearer-token-env');
}
