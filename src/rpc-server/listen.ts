/** A loopback HTTP listener: the client and the log hear of an error inside, and it never ends the process. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McptestError } from '../util/errors.js';
import { CODE } from './eras.js';
import { refuse } from './http-io.js';

export interface HttpOptions {
  /** 0 takes a free one. */
  port: number;
  /** 127.0.0.1 unless told. */
  host?: string;
  log?: (line: string) => void;
  /** Every request must bring it, and a page in a browser must come from this very server. */
  token?: string;
  /** How many sessions are kept; 1000 unless told. */
  max_sessions?: number;
}

/** A server must not grow for ever. */
export const MAX_SESSIONS = 1000;

export interface HttpServer {
  /** The endpoint, such as `http://127.0.0.1:PORT/mcp`. */
  url: string;
  close(): Promise<void>;
}

export interface Listener {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> | void;
  closing(): void;
}

export async function listenOn(options: HttpOptions, path: string, listener: Listener): Promise<HttpServer> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer(async (request, response) => {
    try {
      await listener.answer(request, response);
    } catch (error) {
      options.log?.(`The server could not answer: ${error}`);
      if (!response.headersSent) refuse(response, 500, CODE.internal, 'Internal error');
      else response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: Error) =>
      reject(
        new McptestError({
          code: 'cannot-listen',
          message: `cannot listen on ${host}:${options.port}: ${cause.message}`,
          hint: 'Choose another port, or 0 for any free one.',
          cause,
        }),
      ),
    );
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        listener.closing();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
