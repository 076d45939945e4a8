/** What the mock remembers of one client beyond what every server does. */
import { createPeer as createRpcPeer, type Peer as RpcPeer } from '../rpc-server/peer.js';
import type { Id, Send } from '../rpc-server/rpc.js';
import type { List } from './changes.js';
import type { AnswerRule, MockFault, MockTool } from './manifest.js';
import type { MockTask } from './protocol/task-state.js';

/** How often each tool was called and how far each sequence has come. */
export interface Counters {
  calls: Map<MockTool, number>;
  steps: Map<AnswerRule, number>;
  faults: Map<MockFault, number>;
  /** Calls of tools altogether. */
  total: number;
  /** How often the tools were listed from the start. */
  lists: number;
  named: Record<string, number>;
  /** Modern clients that listen, by the id of their request. */
  subscriptions: Map<Id, { wants: Set<List>; uris: Set<string>; tell: Send }>;
  /** Tasks by their id. */
  tasks: Map<string, MockTask>;
}

export interface Peer extends RpcPeer {
  counters: Counters;
  /** What a legacy client declared. */
  capabilities?: unknown;
  /** The least severe level that it wants to hear of. */
  logLevel?: string;
  /** Resources whose updates a legacy client wants to hear of. */
  subscribed: Set<string>;
  /** How many questions it was asked, and those that are open. */
  asked: number;
  questions: Map<unknown, (response: Record<string, unknown>) => void>;
}

export function createCounters(named: Record<string, number> = {}): Counters {
  return {
    calls: new Map(),
    steps: new Map(),
    faults: new Map(),
    total: 0,
    lists: 0,
    named: Object.assign(Object.create(null), named),
    subscriptions: new Map(),
    tasks: new Map(),
  };
}

export function createPeer(counters: Counters = createCounters()): Peer {
  const questions: Peer['questions'] = new Map();
  return {
    ...createRpcPeer(),
    counters,
    subscribed: new Set(),
    asked: 0,
    questions,
    onResponse: (message) => questions.get(message.id)?.(message),
  };
}
