/** The connections that one agent run has for itself: opened on first use, opened again after a death. */
import type { Connection, Reply, RequestOptions } from '../../types/connection.js';
import type { FaultSpec } from '../../types/suite.js';
import type { Reason } from '../../types/verdict.js';
import type { ConnectionResult } from '../servers.js';
import { boundConnection } from './bounds.js';
import { type FaultCounts, injectFaults } from './inject-faults.js';
import type { RunLog } from './run-log.js';

export interface ConnectionPort {
  open(server: string): Promise<ConnectionResult>;
  close(connection: Connection): Promise<void>;
  /** What a recording writes down, or plays. */
  wrap(connection: Connection): Connection;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Open {
  raw: Connection;
  used: Connection;
}

function unreached({ message, stderr }: Reason): Reply {
  return { kind: 'died', message, stderr, duration_ms: 0, progress: [] };
}

export class RunConnections {
  readonly #open = new Map<string, Open>();
  readonly #counts: FaultCounts = new Map();

  constructor(
    private readonly port: ConnectionPort,
    private readonly faults: readonly FaultSpec[],
    private readonly log: RunLog,
  ) {}

  async get(server: string): Promise<ConnectionResult> {
    const current = this.#open.get(server);
    if (current?.used.alive) return { connection: current.used };
    if (current) await this.port.close(current.raw);
    this.#open.delete(server);
    const got = await this.port.open(server);
    if (!got.connection) return got;
    const used = injectFaults(this.port.wrap(boundConnection(got.connection)), {
      faults: this.faults,
      counts: this.#counts,
      wait: this.port.wait,
      met: (kind) => this.log.fault(kind),
    });
    this.#open.set(server, { raw: got.connection, used });
    return { connection: used };
  }

  /** A server that cannot be reached again answers like one that went away. */
  async call(
    server: string,
    tool: string,
    args: Record<string, unknown>,
    options: Pick<RequestOptions, 'timeout_ms' | 'signal' | 'traceparent'>,
  ): Promise<Reply> {
    const got = await this.get(server);
    if (!got.connection) return unreached(got.failure);
    return got.connection.request('tools/call', { name: tool, arguments: args }, options);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ raw }) => this.port.close(raw)));
    this.#open.clear();
  }
}
