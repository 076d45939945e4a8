/** A manifest as a server without a transport, in both eras. */
import { createServer, type RpcServer } from '../rpc-server/create-server.js';
import { oneLine } from '../util/text.js';
import { changingLists } from './changes.js';
import type { Manifest } from './manifest.js';
import { createMethods } from './methods.js';
import { createCounters, createPeer, type Peer } from './peer.js';
import { hasUpdates } from './protocol/updates.js';

export interface MockOptions {
  /** A line for the person who runs the mock, e.g. a call that nothing matches. */
  onLog?: (line: string) => void;
}

export interface Mock extends RpcServer<Peer> {
  readonly manifest: Manifest;
}

export function createMock(manifest: Manifest, options: MockOptions = {}): Mock {
  const schemas = new Map(manifest.tools.map((tool) => [tool.def.name, tool.def.inputSchema]));
  // Modern clients have no session: they share one count.
  const shared = createCounters(manifest.counters);
  const server = createServer<Peer>({
    identity: { name: manifest.name, version: manifest.version },
    protocol: manifest.protocol,
    methods: createMethods(manifest, (line) => options.onLog?.(oneLine(line))),
    createPeer: (stateless) => createPeer(stateless ? shared : createCounters(manifest.counters)),
    hasNews: changingLists(manifest).size > 0 || hasUpdates(manifest),
    inputSchema: (tool) => schemas.get(tool),
    onLog: options.onLog,
  });
  return { ...server, manifest };
}
