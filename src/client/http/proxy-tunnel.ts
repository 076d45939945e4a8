/** An HTTPS connection through a proxy: the proxy is asked to CONNECT, and only then TLS begins with the server. */
import { request as httpRequest } from 'node:http';
import { Agent, type AgentOptions, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';
import { proxyHeaders } from './proxy.js';

const CONNECT_MS = 10_000;

type Done = (error: Error | null, stream?: Duplex) => void;

/** The proxy is there but does not let us through. */
export class ProxyRefusal extends Error {}

export class TunnelAgent extends Agent {
  constructor(
    private readonly proxy: URL,
    options: AgentOptions,
  ) {
    super(options);
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
    ask.once('connect', (response, socket) => {
      socket.setTimeout(0);
      if (response.statusCode !== 200) {
        socket.destroy();
        done(new ProxyRefusal(`the proxy answered HTTP ${response.statusCode} to CONNECT ${where}`));
        return;
      }
      const { ca } = this.options as SecureContextOptions;
      const secure = connectTls({ socket, servername: options.servername ?? host, ca });
      secure.once('secureConnect', () => done(null, secure));
      secure.once('error', done);
    });
    ask.setTimeout(CONNECT_MS, () => {
      ask.destroy(Object.assign(new Error(`no tunnel in ${CONNECT_MS} ms`), { code: 'ETIMEDOUT' }));
    });
    ask.once('error', done);
    ask.end();
    return undefined;
  }
}
