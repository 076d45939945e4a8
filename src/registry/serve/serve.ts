/** A registry on the web: its index is brought up to date first and followed afterwards, in the background. */
import type { AddressInfo } from 'node:net';
import type { RegistryDrawing } from '../../types/registry-pages.js';
import { McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';
import type { Db } from '../db/types.js';
import { chooseScope } from '../read/scope.js';
import { followLog, openPair } from '../search/update-index.js';
import { registryStats } from '../stats/registry-stats.js';
import type { RegistryStore } from '../store.js';
import { registryHttp } from './http.js';
import { readTogether } from './read-together.js';

export interface ServeOptions {
  store: RegistryStore;
  draw: RegistryDrawing;
  judge?: string | undefined;
  /** 0 picks a free one. */
  port: number;
  /** The address to listen on. */
  listen: string;
  /** Further names under which it may be asked. */
  hosts: readonly string[];
  /** Documents that were indexed so far. */
  on_progress?(done: number): void;
  /** What went wrong in the background; the pages go on with what they have. */
  on_trouble?(message: string): void;
}

export interface ServedRegistry {
  url: string;
  close(): Promise<void>;
}

const FOLLOW_MS = 5000;
/** Figures read every score, so they are not made more often. */
const STATS_MS = 60_000;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export async function serveRegistry(options: ServeOptions): Promise<ServedRegistry> {
  const { draw, listen } = options;
  const db = readTogether(options.store.db);
  const hosts = hostsOf(options);
  const scope = await chooseScope(db, options.judge);
  const pair = await openPair(db, scope, options.on_progress);
  while ((await followLog(db)) > 0);
  let stats = await registryStats(db, scope, { now: new Date() });
  const follower = follow(db, options, async () => {
    stats = await registryStats(db, scope, { now: new Date() });
  });
  const server = registryHttp({ sources: { db, pair, stats: () => stats }, draw, hosts });
  try {
    await new Promise<void>((done, failed) => {
      server.once('error', failed);
      server.listen(options.port, listen, done);
    });
  } catch (cause) {
    await follower.stop();
    throw cannotListen(options, cause as NodeJS.ErrnoException);
  }
  const { port, family, address } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${name}:${port}/`,
    close: async () => {
      await follower.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Takes what changed into the index, one look after the other. */
function follow(db: Db, { on_trouble }: ServeOptions, changed: () => Promise<void>) {
  let stopped = false;
  let work: Promise<void> = Promise.resolve();
  let stale = false;
  let computedAt = Date.now();
  let told = '';
  const look = async (): Promise<void> => {
    try {
      while (!stopped && (await followLog(db)) > 0) stale = true;
      if (stopped || !stale || Date.now() - computedAt < STATS_MS) return;
      await changed();
      [stale, computedAt] = [false, Date.now()];
    } catch (error) {
      const message = oneLine(error instanceof Error ? error.message : String(error));
      if (message !== told) on_trouble?.(message);
      told = message;
    }
  };
  const timer = setInterval(() => {
    work = work.then(look);
  }, FOLLOW_MS);
  timer.unref();
  return {
    stop: (): Promise<void> => {
      stopped = true;
      clearInterval(timer);
      return work;
    },
  };
}

/** Under which names it may be asked: a page of another site can make its own name point here. */
function hostsOf({ listen, hosts }: ServeOptions): Set<string> {
  const named = hosts.map((host) => host.toLowerCase());
  const anywhere = listen === '0.0.0.0' || listen === '::';
  if (anywhere && named.length === 0)
    throw new McptestError({
      code: 'registry-hosts',
      message: `nobody could ask under ${listen}: it is not a name of this machine`,
      hint: 'Say with --allow-host under which name the registry is asked, such as --allow-host registry.example.com.',
    });
  return new Set([...named, ...LOOPBACK, ...(anywhere ? [] : [listen.toLowerCase()])]);
}

function cannotListen({ port, listen }: ServeOptions, cause: NodeJS.ErrnoException): McptestError {
  const taken = cause.code === 'EADDRINUSE';
  return new McptestError({
    code: 'registry-port',
    message: taken
      ? `port ${port} is taken`
      : `the registry cannot listen on ${oneLine(listen)}: ${cause.message}`,
    hint: 'Leave --port out, and a free one is chosen.',
    cause,
  });
}
