/** `setup:` and `teardown:`: calls to a server, or a program without a shell. The first failure is told. */
import { spawn } from 'node:child_process';
import type { Action } from '../types/suite.js';
import { isObject } from '../util/plain.js';
import { ask } from './ask.js';
import type { Servers } from './servers.js';

/** What went wrong, or undefined. */
export async function runAction(
  action: Action,
  servers: Servers,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return action.kind === 'run'
    ? runProgram(action.argv, action.cwd, signal)
    : runCall(action, servers, signal);
}

async function runCall(
  action: Extract<Action, { kind: 'call' }>,
  servers: Servers,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const got = await servers.get(action.call.server);
  if (!got.connection) return got.failure.message;
  const timeout_ms = servers.spec(action.call.server).request_timeout_ms;
  const reply = await ask(got.connection, action.call, { timeout_ms, signal });
  if (reply.kind === 'error') return `error ${reply.error.code}: ${reply.error.message}`;
  if (reply.kind !== 'result') return reply.message;
  if (isObject(reply.result) && reply.result.isError === true) {
    return `the tool signalled an error: ${JSON.stringify(reply.result.content)}`;
  }
  return undefined;
}

const KEPT_OUTPUT = 16_384;

function runProgram(argv: string[], cwd: string, signal?: AbortSignal): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn(argv[0]!, argv.slice(1), { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal });
    let tail = '';
    const keep = (chunk: Buffer): void => {
      tail = (tail + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => done(`${argv[0]}: ${error.message}`));
    child.on('close', (code, killed) => {
      if (code === 0) done(undefined);
      else
        done(
          `${argv.join(' ')} ended with ${killed ?? `exit code ${code}`}${tail ? `: ${tail.trim()}` : ''}`,
        );
    });
  });
}
