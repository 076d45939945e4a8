/**
 * How an agent reaches its servers: it starts a small program for each, whose stdin and stdout are a socket on which
 * we listen. Behind it stands the recorder with the server itself, started with the environment that the suite gives
 * it and nothing of the agent's. Each time the agent starts one is a session of its own in the recording.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { HttpClient } from '../client/http/http-client.js';
import { type SpawnOptions, spawnServer } from '../client/stdio/server-process.js';
import {
  createInjectors,
  hasInjections,
  type InjectionSettings,
  type Injector,
} from '../proxy/injections.js';
import { Recording } from '../proxy/recording.js';
import { relayToHttp } from '../proxy/stdio-to-http.js';
import { relayStdio } from '../proxy/stdio-to-stdio.js';
import type { Redactor } from '../redact/redactor.js';
import type { ServerSpec } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { DOOR } from './scripts.js';
import { writePrivate } from './write-private.js';

export interface DoorServer {
  spec: ServerSpec;
  injections: Omit<InjectionSettings, 'server' | 'latency_ms'>;
}

export interface DoorsInit {
  /** For sockets: their paths must be short. */
  dir: string;
  /** Where everything that crosses is written down. */
  recording: string;
  servers: readonly DoorServer[];
  redactor: Redactor;
  spawn: SpawnOptions;
}

export interface Doors {
  /** What the agent starts. */
  servers: { name: string; argv: string[] }[];
  /** Why servers could not be started, if any. */
  problems: Set<string>;
  /** Ends every session, and the servers with it. */
  close(): Promise<void>;
}

export async function openDoors(init: DoorsInit): Promise<Doors> {
  const script = join(init.dir, 'door.cjs');
  await writePrivate(script, DOOR);
  const stop = new AbortController();
  const sessions = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const listening: Server[] = [];
  const problems = new Set<string>();
  const servers: Doors['servers'] = [];
  for (const [index, server] of init.servers.entries()) {
    const { name } = server.spec;
    const settings = { ...server.injections, server: name, latency_ms: 0 };
    const injector = hasInjections(settings) ? createInjectors(settings) : undefined;
    const path = socketPath(init.dir, index);
    const door = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      const session = serve(socket, { init, server, injector: injector?.(), signal: stop.signal })
        .catch((error: Error) => void problems.add(`${name}: ${init.redactor.text(error.message)}`))
        .finally(() => {
          // Not only its half: nobody reads what the agent still says, so that its end would never be seen.
          socket.destroySoon();
          sessions.delete(session);
        });
      sessions.add(session);
    });
    await new Promise<void>((resolve, reject) => door.once('error', reject).listen(path, resolve));
    listening.push(door);
    servers.push({ name, argv: [process.execPath, script, path] });
  }
  return {
    servers,
    problems,
    close: async () => {
      stop.abort();
      const closed = listening.map((door) => new Promise((resolve) => door.close(resolve)));
      await Promise.all(sessions);
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

interface Session {
  init: DoorsInit;
  server: DoorServer;
  injector: Injector | undefined;
  signal: AbortSignal;
}

async function serve(socket: Socket, { init, server, injector, signal }: Session): Promise<void> {
  const { spec } = server;
  const { command, url, name } = spec;
  socket.on('error', () => {});
  // A socket is both ends: the recorder may close what it reads and still have something to say.
  const input = socket.pipe(new PassThrough());
  const agent = { input, output: socket, errors: new PassThrough().resume() };
  const { redactor } = init;
  const way = omitUndefined({ command, url });
  const begin = { server: name, way, agent_side: 'stdio' as const };
  const recording = await Recording.open({ file: init.recording, redactor, begin, log: () => {} });
  let why = 'the recorder broke';
  try {
    if (url !== undefined) {
      const http = new HttpClient(init.spawn.env);
      const token = init.spawn.env[spec.auth?.bearer_token_env ?? ''];
      why = await relayToHttp({ agent, spec: { ...spec, url }, token, http, recording, injector, signal });
      http.close();
      return;
    }
    const started = await spawnServer(command ?? [], spec, init.spawn);
    if (!started.ok) throw new Error(started.message);
    why = await relayStdio({ agent, server: started.process, recording, injector, signal });
  } finally {
    recording.close(why);
  }
}

function socketPath(dir: string, index: number): string {
  const name = `s${index}`;
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${dir.replace(/[^a-zA-Z0-9]/g, '-')}-${name}`
    : join(dir, name);
}
