/** The mock over HTTP: Streamable, or the older one with SSE. */
import { type HttpOptions, type HttpServer, serveHttp as serve } from '../rpc-server/serve-http.js';
import { serveSse as sse } from '../rpc-server/serve-sse.js';
import { createMock } from './create-mock.js';
import type { Manifest } from './manifest.js';

export type { HttpServer } from '../rpc-server/serve-http.js';

export function serveHttp(manifest: Manifest, options: HttpOptions): Promise<HttpServer> {
  return serve(createMock(manifest, { onLog: options.log }), options);
}

export function serveSse(manifest: Manifest, options: HttpOptions): Promise<HttpServer> {
  return sse(createMock(manifest, { onLog: options.log }), options);
}
