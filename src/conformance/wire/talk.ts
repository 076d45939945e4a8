/**
 * A conversation over a port, in one era: numbers the requests, adds what the stateless era wants in each, answers
 * what a server may ask, and stops waiting for a server that has fallen silent.
 */
import { META, MODERN } from '../../client/session/revisions.js';
import type { Era } from '../../types/connection.js';
import { VERSION } from '../../util/version.js';
import { HttpPort } from './http-port.js';
import type { Exchange, Port, SendOptions } from './port.js';
import type { Message } from './transcript.js';

export const CLIENT_INFO = { name: 'mcptest', version: VERSION };

/** After so many requests without an answer nobody waits any more. */
const MOST_SILENCES = 2;

export interface AskOptions extends Partial<SendOptions> {
  id?: string | number;
  /** Entries of `_meta` in place of or beside the usual ones; undefined takes one away. */
  meta?: Record<string, unknown>;
}

export class Talk {
  revision: string | undefined;
  private count = 0;
  private silences = 0;

  constructor(
    readonly port: Port,
    readonly era: Era,
    private readonly timeoutMs: number,
  ) {
    if (port instanceof HttpPort) port.era = era;
    if (era === 'modern') this.agree(MODERN);
    port.onRequest = (message) => this.answerTo(message);
  }

  agree(revision: string): void {
    this.revision = revision;
    if (this.port instanceof HttpPort) this.port.revision = revision;
  }

  get usable(): boolean {
    return this.port.alive && this.silences < MOST_SILENCES;
  }

  /** Whether the server is there and left no request unanswered so far. */
  get isAnswering(): boolean {
    return this.port.alive && this.silences === 0;
  }

  async ask(
    method: string,
    params: Record<string, unknown> = {},
    options: AskOptions = {},
  ): Promise<Exchange> {
    const { id = this.nextId(), meta, ...rest } = options;
    const exchange = await this.send(this.request(id, method, params, meta), { ids: [id], ...rest });
    const session = exchange.http?.header('mcp-session-id');
    if (method === 'initialize' && session !== undefined && this.port instanceof HttpPort)
      this.port.sessionId = session;
    return exchange;
  }

  /** A request as `ask` would send it. */
  request(
    id: string | number,
    method: string,
    params: Record<string, unknown> = {},
    meta?: Record<string, unknown>,
  ): Message {
    return { jsonrpc: '2.0', id, method, params: this.withMeta(params, meta) };
  }

  tell(method: string, params?: Record<string, unknown>, options: AskOptions = {}): Promise<Exchange> {
    const { meta, ...rest } = options;
    const given = this.era === 'modern' ? this.withMeta(params ?? {}, meta) : params;
    return this.send({ jsonrpc: '2.0', method, params: given }, rest);
  }

  /** Any text, or any message, as it is. */
  async send(message: unknown, options: Partial<SendOptions> = {}): Promise<Exchange> {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    if (!this.usable) {
      const silence = this.port.alive ? 'the server no longer answers' : 'the server is gone';
      return { frames: [], replies: [], messages: [], silence, duration_ms: 0 };
    }
    const exchange = await this.port.exchange(text, { timeoutMs: this.timeoutMs, ...options });
    if (
      options.ids?.length &&
      options.timeoutMs === undefined &&
      exchange.silence !== undefined &&
      exchange.http === undefined
    )
      this.silences += 1;
    return exchange;
  }

  nextId(): number {
    this.count += 1;
    return this.count;
  }

  private withMeta(
    params: Record<string, unknown>,
    meta: Record<string, unknown> = {},
  ): Record<string, unknown> {
    const own = (params._meta as Record<string, unknown> | undefined) ?? {};
    const usual =
      this.era === 'modern'
        ? { [META.protocolVersion]: MODERN, [META.clientInfo]: CLIENT_INFO, [META.clientCapabilities]: {} }
        : {};
    const all = Object.entries({ ...usual, ...own, ...meta }).filter(([, value]) => value !== undefined);
    const { _meta: _, ...others } = params;
    return all.length === 0 ? others : { ...others, _meta: Object.fromEntries(all) };
  }

  /** Nothing is declared, so that a server may ask for nothing but a sign of life. */
  private answerTo({ id, method }: Message): Message | undefined {
    if (this.era === 'modern') return undefined;
    if (method === 'ping') return { jsonrpc: '2.0', id, result: {} };
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  }
}
