/** An HTTPS connection through a proxy: the proxy is asked to CONNECT, and only then TLS begins with the server. */
import { request as httpRequest } from 'node:http';
import { Agent, type AgentOptions, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { proxyHeaders } from './proxy.js';

const CONNECT_MS = 10_000;

type Done = (error: Error | null, stream?: Duplex) => void;

/** The proxy is there but does not let us through. */
export class ProxyRefusal extends Error {}

export class TunnelAgent extends Agent {
  private readonly opening = new Set<() => void>();

  constructor(
    private readonly proxy: URL,
    options: AgentOptions,
  ) {
    super(options);
  }

  /** Also what is still being opened, and belongs to no request yet. */
  override destroy(): void {
    for (const close of this.opening) close();
    super.destroy();
  }

  // Node calls it with the options of one request; the socket may come later, through the callback.
  override createConnection(
    options: { host?: string; port?: number; servername?: string },
    done: Done,
  ): undefined {
    const host = options.host ?? '';
    const where = `${host.includes(':') ? `[${host}]` : host}:${options.port ?? 443}`;
    const ask = (this.proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: this.proxy.hostname.replace(/^\[|\]$/g, ''),
      port: this.proxy.port || (this.proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: where,
      agent: false,
      headers: { host: where, ...proxyHeaders(this.proxy) },
    });
    let tunnel: Duplex | undefined;
    // One deadline for the way to the proxy, its answer and the TLS behind it.
    const timer = setTimeout(() => {
      const late = Object.assign(new Error(`no tunnel in ${CONNECT_MS} ms`), { code: 'ETIMEDOUT' });
      (tunnel ?? ask).destroy(late);
    }, CONNECT_MS);
    const finish: Done = (error, stream) => {
      clearTimeout(timer);
      if (this.opening.delete(close)) done(error, stream);
    };
    const close = () => {
      tunnel?.destroy();
      ask.destroy(new Error('given up'));
    };
    this.opening.add(close);
    ask.once('connect', (response, socket) => {
      tunnel = socket;
      if (response.statusCode !== 200) {
        socket.destroy();
        finish(new ProxyRefusal(`the proxy answered HTTP ${response.statusCode} to CONNECT ${where}`));
        return;
      }
      const { secureContext } = this.options as ConnectionOptions;
      const secure = connectTls({ socket, servername: options.servername ?? host, secureContext });
      tunnel = secure;
      secure.once('secureConnect', () => finish(null, secure));
      secure.once('error', finish);
      // Cut before TLS stood, with no error of its own.
      secure.once('close', () =>
        finish(new Error('the connection was closed before it was encrypted (TLS)')),
      );
    });
    ask.once('error', finish);
    ask.end();
    return undefined;
  }
}
