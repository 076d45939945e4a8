/** `mcptest proxy`: stands between an agent and a server, passes everything on and writes down what crossed the wire. */
import { constants } from 'node:os';
import type { DistractorSource } from '../catalog/choose-distractors.js';
import { spawnServer } from '../client/stdio/server-process.js';
import {
  createInjectors,
  hasInjections,
  type InjectionSettings,
  type ProxyFault,
} from '../proxy/injections.js';
import { Recording } from '../proxy/recording.js';
import type { AgentStreams } from '../proxy/stdio-to-stdio.js';
import { type InvocationRedactor, redactorOf } from '../redact/open-redactor.js';
import { selfArgv } from '../target/self-argv.js';
import { type TargetInput, targetSpec } from '../target/target.js';
import type { ServerSpec } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';

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
  const cassette = input.format === 'cassette' ? await import('../proxy/cassette-record.js') : undefined;
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

async function passOn(parts: ProxyParts): Promise<Ended> {
  return overStdio(parts);
}

async function overStdio({ input, spec, env, redactor, recording, injections }: ProxyParts): Promise<Ended> {
  const { relayStdio } = await import('../proxy/stdio-to-stdio.js');
  // The agent chose what the server may know: it gets the environment that it would have without us.
  const started = await spawnServer(
    spec.command ?? [],
    { ...spec, pass_env: Object.keys(env) },
    { env, self: selfArgv(), redact: redactor.text },
  );
  if (!started.ok)
    throw new McptestError({
      code: started.code,
      message: redactor.text(started.message),
      exitCode: EXIT.inconclusive,
    });
  const { process: server } = started;
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
