/** `mcptest mock`: a manifest or a saved catalogue as a server, until its client leaves. */
import type { Readable, Writable } from 'node:stream';
import { loadManifest } from '../mock/load-manifest.js';

export interface MockOptions {
  log(line: string): void;
  signal?: AbortSignal;
}

export interface MockStreams extends MockOptions {
  input: Readable;
  output: Writable;
}

/** Serve over stdio until the input ends. */
export async function mockOverStdio(file: string, options: MockStreams): Promise<void> {
  const { serveStdio } = await import('../mock/serve-stdio.js');
  await serveStdio(await loadManifest(file), options);
}

/** Serve over HTTP on loopback until the signal says stop; `log` is told the address. */
export async function mockOverHttp(
  file: string,
  port: number,
  options: MockOptions & { sse?: boolean },
): Promise<void> {
  const { serveHttp, serveSse } = await import('../mock/serve-http.js');
  const serve = options.sse ? serveSse : serveHttp;
  const server = await serve(await loadManifest(file), { port, log: options.log });
  options.log(`mock: ${server.url}`);
  await new Promise<void>((stop) => {
    if (options.signal?.aborted) stop();
    options.signal?.addEventListener('abort', () => stop(), { once: true });
  });
  await server.close();
}
