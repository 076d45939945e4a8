/** What the mock remembers of one client beyond what every server does. */
import { createPeer as createRpcPeer, type Peer as RpcPeer } from '../rpc-server/peer.js';
import type { AnswerRule, MockTool } from './manifest.js';

export { abandon } from '../rpc-server/peer.js';

/** How often each tool was called and how far each sequence has come. */
export interface Counters {
  calls: Map<MockTool, number>;
  steps: Map<AnswerRule, number>;
}

export interface Peer extends RpcPeer {
  counters: Counters;
}

export function createCounters(): Counters {
  return { calls: new Map(), steps: new Map() };
}

export function createPeer(counters: Counters = createCounters()): Peer {
  return { ...createRpcPeer(), counters };
}
