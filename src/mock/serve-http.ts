/** The mock over Streamable HTTP. */
import { type HttpOptions, type HttpServer, serveHttp as serve } from '../rpc-server/serve-http.js';
import { createMock } from './create-mock.js';
import type { Manifest } from './manifest.js';

export type { HttpServer } from '../rpc-server/serve-http.js';

export function serveHttp(manifest: Manifest, options: HttpOptions): Promise<HttpServer> {
  return serve(createMock(manifest, { onLog: options.log }), options);
}
