/**
 * The servers of one suite while it runs: started on first use (or ahead of it), started again once
 * after each death, closed as soon as nobody needs them. Nothing here throws for what a server does.
 */
import { type ConnectFailure, type ConnectOptions, type ConnectResult, connect } from '../client/connect.js';
import { CLIENT_REFUSES, ENDED_UNASKED } from '../client/session/fault-log.js';
import { type SpawnOptions, type SpawnResult, spawnServer } from '../client/stdio/server-process.js';
import type { Connection, ConnectionInfo, Fault, ServerSpec } from '../types/connection.js';
import type { Finding, ServerProvenance } from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import { omitUndefined } from '../util/omit-undefined.js';

export type ConnectionResult =
  | { connection: Connection; failure?: undefined }
  | { connection?: undefined; failure: ConnectFailure };

/** What the test that asked is judged by. */
const ANSWERS = new Set(['tools/call', 'resources/read', 'prompts/get']);

interface Entry {
  spec: ServerSpec;
  current?: Promise<ConnectResult>;
  /** Connections that were opened, for provenance and findings. */
  opened: Connection[];
  /** What is left of connections that agent runs had for themselves. */
  own?: { info: Connection['info']; faults: Fault[] };
  restarts: number;
  failed: boolean;
}

export class Servers {
  readonly #entries = new Map<string, Entry>();
  readonly #closing: Promise<void>[] = [];

  constructor(
    specs: Record<string, ServerSpec>,
    private readonly options: ConnectOptions,
    private readonly progress: Progress,
    private readonly waitMs = 0,
  ) {
    for (const spec of Object.values(specs)) {
      this.#entries.set(spec.name, { spec, opened: [], restarts: 0, failed: false });
    }
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`no server is called ${name}`);
    return entry;
  }

  /** What it takes to speak to a server beside its connection. */
  reach(name: string): { spec: ServerSpec; options: ConnectOptions } {
    return { spec: this.#entry(name).spec, options: this.options };
  }

  spec(name: string): ServerSpec {
    return this.#entry(name).spec;
  }

  /** Begin to start a server that will be needed, without waiting for it. */
  warm(name: string): void {
    const entry = this.#entry(name);
    if (entry.spec.isolate === 'suite') entry.current ??= this.#open(entry);
  }

  /** The shared connection; a dead one is replaced. A server that would not start is not tried again. */
  async get(name: string): Promise<ConnectionResult> {
    const entry = this.#entry(name);
    entry.current ??= this.#open(entry);
    let got = await entry.current;
    if (got.ok && !got.connection.alive && !this.options.signal?.aborted) {
      this.progress({ type: 'server', server: name, state: 'restarting' });
      entry.restarts += 1;
      this.#closing.push(got.connection.close());
      entry.current = this.#open(entry);
      got = await entry.current;
    }
    return got.ok ? { connection: got.connection } : { failure: got.failure };
  }

  /** A process of its own, for `isolate: test`; the caller releases it. */
  async getFresh(name: string): Promise<ConnectionResult> {
    const got = await this.#open(this.#entry(name));
    return got.ok ? { connection: got.connection } : { failure: got.failure };
  }

  /** A program that plays the agent or prepares the tests; it inherits everything unless told. */
  startProgram(
    argv: string[],
    cwd: string,
    env: Record<string, string> = {},
    pass_env = Object.keys(this.options.env),
  ): Promise<SpawnResult> {
    const rest = { name: 'program', protocol: 'auto', startup_timeout_ms: 0, request_timeout_ms: 0 };
    const spec: ServerSpec = { ...rest, cwd, env, pass_env, shutdown_grace_ms: 0, isolate: 'test' };
    return spawnServer(argv, spec, this.spawnOptions());
  }

  spawnOptions(): SpawnOptions {
    const { env, self, redact } = this.options;
    return { env, self, redact };
  }

  /**
   * A connection for one agent run; the caller gives it back. A port can be served only once, so what
   * `start` brings up is one process for all runs, kept until `releaseShared`.
   */
  async openOwn(name: string): Promise<ConnectionResult> {
    const entry = this.#entry(name);
    const { start, ...spec } = entry.spec;
    if (start !== undefined) {
      const shared = await this.get(name);
      if (!shared.connection) return shared;
    }
    const got = await this.#connect(spec);
    if (!got.ok) entry.failed = true;
    else entry.own = { info: got.connection.info, faults: entry.own?.faults ?? [] };
    return got.ok ? { connection: got.connection } : { failure: got.failure };
  }

  /** Waits until its server has left: a thousand runs must not leave a thousand processes to wait for. */
  async closeOwn(connection: Connection): Promise<void> {
    await connection.close();
    const faults = this.#entry(connection.name).own?.faults ?? [];
    for (const fault of connection.faults()) {
      const known = faults.find((other) => keyOf(other) === keyOf(fault));
      if (known) known.count += fault.count;
      else faults.push({ ...fault });
    }
  }

  /** Close without waiting; `closed` waits for all. */
  release(connection: Connection): void {
    this.#closing.push(connection.close());
  }

  releaseShared(name: string): void {
    const current = this.#entry(name).current;
    if (current) this.#closing.push(current.then((got) => (got.ok ? got.connection.close() : undefined)));
  }

  /** Waits for servers that started others, since these may be left behind; the rest may leave later. */
  async settled(): Promise<void> {
    const entries = [...this.#entries.values()].filter(({ opened }) => opened.length > 0);
    // Whoever is only just starting has left nothing behind; for the others this lets the close begin.
    await Promise.all(entries.map(({ current }) => current));
    await Promise.all(entries.flatMap(({ opened }) => opened.map((connection) => connection.settled?.())));
  }

  async closed(): Promise<void> {
    await Promise.all(this.#closing);
  }

  async #connect(spec: ServerSpec): Promise<ConnectResult> {
    if (this.waitMs <= 0) return connect(spec, this.options);
    const { connectWhenReady } = await import('./connect-when-ready.js');
    return connectWhenReady(spec, this.options, this.waitMs);
  }

  async #open(entry: Entry): Promise<ConnectResult> {
    const { name } = entry.spec;
    this.progress({ type: 'server', server: name, state: 'starting' });
    const got = await this.#connect(entry.spec);
    if (got.ok) entry.opened.push(got.connection);
    else entry.failed = true;
    this.progress({ type: 'server', server: name, state: got.ok ? 'ready' : 'failed' });
    return got;
  }

  provenance(): ServerProvenance[] {
    return [...this.#entries.values()].flatMap((entry) => {
      const info = (entry.opened.at(-1) ?? entry.own)?.info;
      return info || entry.failed ? [provenanceRow(entry, info)] : [];
    });
  }

  /** Servers that all tests share and that ended by themselves: a fresh process hid it from the next test. */
  endedUnasked(): { server: string; message: string }[] {
    return [...this.#entries.values()].flatMap(({ spec, opened }) => {
      const faults = opened.flatMap((connection) => connection.faults());
      const ends = faults.filter(({ code }) => code === ENDED_UNASKED);
      const [first] = ends;
      if (first === undefined || spec.isolate === 'test') return [];
      const times = ends.length > 1 ? ` (and so ${ends.length} times)` : '';
      const message = `${first.message}${times}; if it is meant to end after its work, declare it with \`isolate: test\``;
      return [{ server: spec.name, message }];
    });
  }

  /** Servers whose handshake or lists the official clients refuse: nobody who has one of those gets to a tool. */
  refusedByClients(): { server: string; message: string }[] {
    return [...this.#entries.values()].flatMap(({ spec, opened, own }) => {
      const faults = [...opened.flatMap((connection) => connection.faults()), ...(own?.faults ?? [])];
      const refused = faults.filter(({ place }) => place !== undefined && !ANSWERS.has(place.method));
      const [first, ...others] = new Set(refused.map(({ message }) => message));
      if (first === undefined) return [];
      const more = others.length > 0 ? ` (and ${others.length} more, among the findings)` : '';
      return [{ server: spec.name, message: `${first}${more}` }];
    });
  }

  /** Protocol violations, added up over the connections of each server. */
  findings(): Finding[] {
    const found = new Map<string, Finding>();
    for (const entry of this.#entries.values()) {
      const faults = entry.opened.flatMap((connection) => connection.faults());
      for (const fault of [...faults, ...(entry.own?.faults ?? [])]) {
        const key = `${entry.spec.name}\0${keyOf(fault)}`;
        const seen = found.get(key);
        if (seen) seen.count = (seen.count ?? 0) + fault.count;
        else found.set(key, findingOf(fault, entry.spec.name));
      }
    }
    return [...found.values()];
  }
}

function keyOf({ code, place }: Fault): string {
  return place ? JSON.stringify([code, place.method, place.tool, place.pointer]) : code;
}

function findingOf({ code, message, count, place }: Fault, server: string): Finding {
  const severity = code === CLIENT_REFUSES ? 'critical' : 'warning';
  return omitUndefined({
    rule: code,
    severity,
    server,
    tool: place?.tool,
    pointer: place?.pointer,
    message,
    count,
  });
}

function provenanceRow({ spec, restarts }: Entry, info: ConnectionInfo | undefined): ServerProvenance {
  return omitUndefined({
    name: spec.name,
    transport: info?.transport ?? (spec.url ? 'http' : 'stdio'),
    auth: info?.auth ?? declaredAuth(spec),
    protocol_version: info?.protocol_version,
    era: info?.era,
    server_info: info?.server_info,
    restarts: restarts > 0 ? restarts : undefined,
  });
}

function declaredAuth({ auth }: ServerSpec): ConnectionInfo['auth'] {
  if (auth === undefined) return 'none';
  return auth.oauth ? 'oauth' : 'bearer';
}
