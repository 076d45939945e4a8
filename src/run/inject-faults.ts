/**
 * `faults:` between an agent and a server: a connection on which chosen tool calls go wrong. What is
 * counted is the calls of a run, so that the same run always meets the same faults.
 */
import type { Connection, Reply } from '../types/connection.js';
import type { FaultSpec } from '../types/suite.js';

const SLOW_MS = 1000;

/** How many calls each fault has seen; one for a run, across reconnections. */
export type FaultCounts = Map<FaultSpec, number>;

export interface FaultOptions {
  faults: readonly FaultSpec[];
  counts: FaultCounts;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** A call is about to meet a fault. */
  met(kind: FaultSpec['kind']): void;
}

export function injectFaults(connection: Connection, options: FaultOptions): Connection {
  const own = options.faults.filter(({ server }) => server === connection.name);
  if (own.length === 0) return connection;
  let cut = false;
  return {
    name: connection.name,
    info: connection.info,
    get alive() {
      return !cut && connection.alive;
    },
    list: (method, listing) => connection.list(method, listing),
    faults: () => connection.faults(),
    stderrTail: () => connection.stderrTail(),
    close: () => connection.close(),
    async request(method, params, request) {
      const fault = method === 'tools/call' ? dueFault(own, params?.name, options.counts) : undefined;
      if (fault === undefined) return connection.request(method, params, request);
      options.met(fault.kind);
      if (fault.kind === 'slow') {
        await options.wait(fault.ms ?? SLOW_MS, request?.signal);
        return connection.request(method, params, request);
      }
      if (fault.kind === 'disconnect') {
        cut = true;
        await connection.close();
      }
      return REPLIES[fault.kind]();
    },
  };
}

/** The first fault whose turn it is. Every fault that could be meant counts the call. */
function dueFault(faults: FaultSpec[], tool: unknown, counts: FaultCounts): FaultSpec | undefined {
  let due: FaultSpec | undefined;
  for (const fault of faults) {
    if (fault.tool !== undefined && fault.tool !== tool) continue;
    const seen = (counts.get(fault) ?? 0) + 1;
    counts.set(fault, seen);
    if (due === undefined && seen > fault.after && seen <= fault.after + fault.times) due = fault;
  }
  return due;
}

const rest = { duration_ms: 0, progress: [] };

const REPLIES: Record<Exclude<FaultSpec['kind'], 'slow'>, () => Reply> = {
  error: () => ({
    kind: 'result',
    result: { content: [{ type: 'text', text: 'The service is temporarily unavailable.' }], isError: true },
    ...rest,
  }),
  timeout: () => ({ kind: 'timeout', message: 'the server did not answer in time', ...rest }),
  malformed: () => ({ kind: 'invalid', message: 'the answer of the server could not be read', ...rest }),
  empty: () => ({ kind: 'result', result: { content: [] }, ...rest }),
  disconnect: () => ({ kind: 'died', message: 'the server closed the connection', ...rest }),
};
