/** `setup:`, `teardown:` and what is done around each test: calls to a server, or a program without a shell. The first failure is told. */

import { FaultLog } from '../client/session/fault-log.js';
import type { Action } from '../types/suite.js';
import type { Reason } from '../types/verdict.js';
import { formatDuration } from '../util/duration.js';
import { isObject } from '../util/plain.js';
import { ask } from './ask.js';
import { reasonOf } from './reason.js';
import type { Servers } from './servers.js';

/** What actions need of servers. */
export type ActionServers = Pick<Servers, 'get' | 'spec' | 'startProgram'>;

import { waitForExit } from './wait-for-exit.js';

/** What went wrong, or undefined. */
export async function runAction(
  action: Action,
  servers: ActionServers,
  signal?: AbortSignal,
): Promise<Reason | undefined> {
  return action.kind === 'run'
    ? runProgram(action.argv, action.cwd, servers, signal)
    : runCall(action, servers, signal);
}

async function runCall(
  action: Extract<Action, { kind: 'call' }>,
  servers: ActionServers,
  signal?: AbortSignal,
): Promise<Reason | undefined> {
  const got = await servers.get(action.call.server);
  if (!got.connection) return got.failure;
  const timeout_ms = servers.spec(action.call.server).request_timeout_ms;
  const reply = await ask(got.connection, action.call, { timeout_ms, signal });
  if (reply.kind === 'error') return { message: `error ${reply.error.code}: ${reply.error.message}` };
  if (reply.kind !== 'result') return reasonOf(reply);
  if (isObject(reply.result) && reply.result.isError === true) {
    return { message: `the tool signalled an error: ${JSON.stringify(reply.result.content)}` };
  }
  return undefined;
}

/** Long enough for a database to be filled, short enough for a job of CI to say what hangs. */
const LIMIT_MS = 600_000;

/**
 * What it leaves running, such as a database, stays for the tests and ends with us at the latest; also a daemon
 * that has left its process group.
 */
async function runProgram(
  argv: string[],
  cwd: string,
  servers: ActionServers,
  signal?: AbortSignal,
): Promise<Reason | undefined> {
  const started = await servers.startProgram(argv, cwd);
  if (!started.ok) return started;
  const { process: program } = started;
  program.child.stdin?.end();
  program.drainStdout();
  const late = await waitForExit(program.gone, LIMIT_MS, signal);
  if (late !== undefined || !program.hasLeft()) await program.stop(new FaultLog(), late !== undefined);
  else program.unref();
  const what = argv.join(' ');
  if (late === 'interrupted') return { message: `${what} was interrupted` };
  const { exitCode, signalCode } = program.child;
  if (late === undefined && exitCode === 0) return undefined;
  const how = late
    ? `was not done within ${formatDuration(LIMIT_MS)}`
    : `ended with ${signalCode ?? `exit code ${exitCode}`}`;
  const tail = program.stderrTail().trim();
  return { message: `${what} ${how}${tail ? `: ${tail}` : ''}` };
}
