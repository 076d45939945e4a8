/** `start:` beside `url:`: the process that serves the URL is ours, from its first breath to its last. */
import { connect as connectTcp } from 'node:net';
import type { ServerSpec } from '../../types/connection.js';
import type { Reason } from '../../types/verdict.js';
import { formatDuration } from '../../util/duration.js';
import { FaultLog } from '../session/fault-log.js';
import { tellStderr } from './byte-tail.js';
import { type ServerProcess, type SpawnOptions, spawnServer } from './server-process.js';

const POLL_MS = 20;
const ATTEMPT_MS = 1000;

export type StartResult =
  | { ok: true; process: ServerProcess }
  | ({ ok: false; stage: 'spawn' | 'start'; code: string; remedy?: string } & Reason);

/** Resolves once the port answers, and at once when the process dies before that. */
export async function startServer(
  spec: ServerSpec,
  options: SpawnOptions,
  signal?: AbortSignal,
): Promise<StartResult> {
  const { start = [] } = spec;
  const url = new URL(spec.url ?? '');
  const where = `${url.hostname}:${portOf(url)}`;
  if (await answers(url)) {
    const message = `something already listens on ${where}, so the server of \`start\` cannot be told apart from it. Stop it or use another port.`;
    return { ok: false, stage: 'start', code: 'port-in-use', message };
  }
  const spawned = await spawnServer(start, spec, options);
  if (!spawned.ok) return { ...spawned, stage: 'spawn' };
  const server = spawned.process;
  server.drainStdout();
  const failed = async (code: string, what: string): Promise<StartResult> => {
    await server.stop(new FaultLog(), true);
    const remedy = await remedyOf(server, start, { cwd: spec.cwd, env: options.env });
    const started = `It was started as ${shownArgv(start)} in ${spec.cwd}.`;
    const told = tellStderr([what, remedy, started].filter(Boolean).join(' '), server.stderrTail());
    return { ok: false, stage: 'start', code, remedy, ...told };
  };
  const deadline = performance.now() + spec.startup_timeout_ms;
  while (!(await answers(url))) {
    if (signal?.aborted) return failed('aborted', 'starting the server was cancelled.');
    if (server.ending !== undefined) {
      await server.gone;
      return failed('exited', `the server ${server.ending} before ${where} answered.`);
    }
    if (performance.now() >= deadline) {
      return failed(
        'start-timeout',
        `${where} did not answer within ${formatDuration(spec.startup_timeout_ms)}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { ok: true, process: server };
}

/** What to do, where what the server wrote tells. */
export async function remedyOf(
  server: ServerProcess,
  argv: string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  const { startRemedy } = await import('../remedies/start-remedy.js');
  return startRemedy({ stderr: server.stderrTail(), argv, cwd, env });
}

/** An argument vector for people; quoted where a word is not plain. */
export function shownArgv(argv: string[]): string {
  return argv.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

function answers(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      timeout: ATTEMPT_MS,
    });
    const end = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
