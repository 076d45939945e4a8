/** `mcptest serve`: a recording as a server, until its client leaves. */
import type { Readable, Writable } from 'node:stream';
import { createPlayer } from '../../playback/play-server.js';
import { recordedServer } from '../../playback/recorded-server.js';
import { type RedactorInput, redactorOf } from '../../redact/open-redactor.js';
import { readCassetteFile } from './cassette-input.js';

export interface ServeInput extends RedactorInput {
  /** A cassette, or a recording of `mcptest proxy`. */
  cassette: string;
  /** Which of several servers. */
  server?: string;
  /** Over HTTP on this port, not over stdio. */
  port?: number;
  input: Readable;
  output: Writable;
  log(line: string): void;
  signal: AbortSignal;
}

export async function serveCassette(options: ServeInput): Promise<void> {
  const { log, signal, port } = options;
  const recorded = recordedServer(await readCassetteFile(options.cassette), options.server);
  const player = createPlayer(recorded, { redactor: redactorOf(options), log });
  if (port === undefined) {
    const { serveStdio } = await import('../../rpc-server/serve-stdio.js');
    return serveStdio(player, { input: options.input, output: options.output, log, signal });
  }
  const { serveHttp } = await import('../../rpc-server/serve-http.js');
  const server = await serveHttp(player, { port, log });
  log(`mcptest: ${server.url}`);
  await new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener('abort', () => stop(), { once: true });
  });
  await server.close();
}
