/** The mock over stdio. */
import { type StdioOptions, serveStdio as serve } from '../rpc-server/serve-stdio.js';
import { createMock } from './create-mock.js';
import type { Manifest } from './manifest.js';

export function serveStdio(manifest: Manifest, options: StdioOptions): Promise<void> {
  return serve(createMock(manifest, { onLog: options.log }), options);
}
