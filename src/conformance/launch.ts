/** Starts what is to be tested: a process for each conversation over stdio, one endpoint for all over HTTP. */
import { loginOf } from '../client/auth/login-of.js';
import { HttpClient } from '../client/http/http-client.js';
import type { ConnectOptions, UrlServerSpec } from '../client/session/connect-result.js';
import { FaultLog } from '../client/session/fault-log.js';
import { type ServerProcess, spawnServer } from '../client/stdio/server-process.js';
import { startServer } from '../client/stdio/start-server.js';
import type { ServerSpec } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { HttpPort, type HttpSettings } from './wire/http-port.js';
import type { Port } from './wire/port.js';
import { StdioPort } from './wire/stdio-port.js';
import type { Transcript } from './wire/transcript.js';

const DOCTOR = 'See where it stops: mcptest doctor takes the same server.';

export interface LaunchOptions extends ConnectOptions {
  signal: AbortSignal;
}

export class Launcher {
  readonly transcripts: Transcript[] = [];
  readonly kind: Port['kind'];
  private readonly ports: Port[] = [];
  private http: Promise<HttpSettings> | undefined;
  private started: ServerProcess | undefined;

  constructor(
    private readonly spec: ServerSpec,
    private readonly options: LaunchOptions,
  ) {
    this.kind = spec.url === undefined ? 'stdio' : 'http';
  }

  /** Whether the time for all of it is over, or somebody stopped it: what is silent then is silent because of us. */
  get isOver(): boolean {
    return this.options.signal.aborted;
  }

  /** A new connection, on which nothing was said. Throws when there is nothing to connect to. */
  async port(): Promise<Port> {
    const port = this.kind === 'stdio' ? await this.process() : new HttpPort(await this.httpSettings());
    this.ports.push(port);
    this.transcripts.push(port.transcript);
    return port;
  }

  httpSettings(): Promise<HttpSettings> {
    this.http ??= this.reach({ ...this.spec, url: this.spec.url ?? '' });
    return this.http;
  }

  async close(): Promise<void> {
    await Promise.all(this.ports.map((port) => port.close()));
    if (this.http !== undefined) (await this.http.catch(() => undefined))?.client.close();
    await this.started?.stop(new FaultLog(), true);
  }

  private async process(): Promise<StdioPort> {
    const spawned = await spawnServer(this.spec.command ?? [], this.spec, this.options);
    if (spawned.ok) return new StdioPort(spawned.process, this.options.signal);
    throw new McptestError({
      code: spawned.code,
      message: this.redacted(spawned.message),
      hint: DOCTOR,
      exitCode: EXIT.inconclusive,
    });
  }

  private async reach(spec: UrlServerSpec): Promise<HttpSettings> {
    const { options } = this;
    if (spec.start !== undefined) {
      const started = await startServer(spec, options, options.signal);
      if (!started.ok) {
        const message = this.redacted(fullMessage(started));
        throw new McptestError({ code: started.code, message, hint: DOCTOR, exitCode: EXIT.inconclusive });
      }
      this.started = started.process;
    }
    const client = new HttpClient(options.env, options.reach);
    const token = await loginOf(spec, options, client).token(options.signal);
    return { spec, client, token, signal: options.signal };
  }

  private redacted(text: string): string {
    return this.options.redact?.(text) ?? text;
  }
}
