/**
 * `faults:` between an agent and a server: a connection on which chosen tool calls go wrong. What is
 * counted is the calls of a run, so that the same run always meets the same faults.
 */

import { dueFault } from '../../mock/due-fault.js';
import { SLOW_MS, unavailable } from '../../mock/fault-results.js';
import type { Connection, Reply } from '../../types/connection.js';
import type { FaultSpec } from '../../types/suite.js';

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
      const meant = own.filter(({ tool }) => tool === undefined || tool === params?.name);
      const fault = method === 'tools/call' ? dueFault(meant, options.counts) : undefined;
      if (fault === undefined) return connection.request(method, params, request);
      options.met(fault.kind);
      if (fault.kind === 'slow') {
        const { ms = SLOW_MS } = fault;
        const limit = request?.timeout_ms;
        await options.wait(Math.min(ms, limit ?? ms), request?.signal);
        if (limit === undefined) return connection.request(method, params, request);
        // The time by which an answer is late is time of the request.
        if (ms >= limit) return { ...REPLIES.timeout(), duration_ms: limit };
        return connection.request(method, params, { ...request, timeout_ms: limit - ms });
      }
      if (fault.kind === 'disconnect') {
        cut = true;
        await connection.close();
      }
      return REPLIES[fault.kind]();
    },
  };
}

const rest = { duration_ms: 0, progress: [] };

const REPLIES: Record<Exclude<FaultSpec['kind'], 'slow'>, () => Reply> = {
  error: () => ({ kind: 'result', result: unavailable(), ...rest }),
  timeout: () => ({ kind: 'timeout', message: 'the server did not answer in time', ...rest }),
  malformed: () => ({ kind: 'invalid', message: 'the answer of the server could not be read', ...rest }),
  empty: () => ({ kind: 'result', result: { content: [] }, ...rest }),
  disconnect: () => ({ kind: 'died', message: 'the server closed the connection', ...rest }),
};
