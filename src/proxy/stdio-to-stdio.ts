/**
 * The recorder as the agent's stdio server, with the real one as its child: what one writes the other reads, byte for
 * byte, stderr included. It ends when either does, and leaves no process behind.
 */
import type { Readable, Writable } from 'node:stream';
import { FaultLog } from '../client/session/fault-log.js';
import type { ServerProcess } from '../client/stdio/server-process.js';
import { awaited } from '../util/awaited.js';
import { type Flow, startFlow } from './flow.js';
import type { Injector } from './injections.js';
import { parsedLine } from './lines.js';
import type { Recording } from './recording.js';
import { decideLine, sendToAgent } from './verdicts.js';

export interface AgentStreams {
  input: Readable;
  output: Writable;
  errors: Writable;
}

export interface StdioRelay {
  agent: AgentStreams;
  server: ServerProcess;
  recording: Recording;
  injector?: Injector;
  signal: AbortSignal;
}

/** How long a server may say nothing after its input ended, before it is told to leave. */
const GRACE_MS = 5000;
/** The same of one that has left, whose output somebody else holds open. */
const HELD_MS = 300;
const LOOK_MS = 20;

/** Resolves with why it ended, when the server and all that it started have gone. */
export async function relayStdio(relay: StdioRelay): Promise<string> {
  const { agent, server, recording, injector } = relay;
  const { child } = server;
  child.stderr?.on('data', (chunk: Buffer) => agent.errors.write(chunk));
  const cut = new AbortController();
  const fromAgent = startFlow({
    source: agent.input,
    target: child.stdin!,
    seen: (line) => recording.frame('agent', line),
    unread: (bytes) => recording.unread('agent', bytes),
    decide:
      injector &&
      ((line, pass) => {
        recording.frame('agent', line);
        const message = parsedLine(line);
        decideLine({ injector, recording, message, pass, output: agent.output, cut: () => cut.abort() });
      }),
  });
  const fromServer = startFlow({
    source: child.stdout!,
    target: agent.output,
    seen: (line) => recording.frame('server', line),
    unread: (bytes) => recording.unread('server', bytes),
    decide:
      injector &&
      ((line) => sendToAgent({ injector, recording, line, value: parsedLine(line), output: agent.output })),
  });
  const left = new Promise<string>((resolve) => {
    void fromAgent.done.then(() => resolve('the agent ended its input'));
    agent.output.once('close', () => resolve('the agent closed its side'));
    agent.output.once('error', () => resolve('the agent closed its side'));
    const stop = (): void => resolve('the recorder was told to stop');
    if (relay.signal.aborted) stop();
    relay.signal.addEventListener('abort', stop, { once: true });
    cut.signal.addEventListener('abort', () => resolve('the connection was cut on purpose'), { once: true });
    void server.gone.then(() => resolve(`the server ${server.ending}`));
  });
  const why = await awaited('the agent or the server to end', left);
  const isGone = (): boolean => relay.signal.aborted || cut.signal.aborted || agent.output.destroyed;
  child.stdin?.end();
  await lastWords(fromServer, server, isGone);
  await server.stop(new FaultLog(), true);
  agent.input.destroy();
  return why;
}

/** Waits for the end of what the server says, while it says something and somebody listens. */
async function lastWords(flow: Flow, server: ServerProcess, isGone: () => boolean): Promise<void> {
  let isOver = false;
  void flow.done.then(() => {
    isOver = true;
  });
  const began = performance.now();
  for (;;) {
    const quietMs = performance.now() - Math.max(began, flow.lastAt());
    if (isOver || isGone() || quietMs > (server.ending === undefined ? GRACE_MS : HELD_MS)) return;
    await Promise.race([flow.done, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
}
