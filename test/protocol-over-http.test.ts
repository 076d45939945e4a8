/** The example of every part of the protocol, over HTTP and the older event stream as it is over stdio. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadManifest } from '../src/mock/load-manifest.js';
import { serveHttp, serveSse } from '../src/mock/serve-http.js';
import { root } from './lib/cli.js';
import { runFiles } from './lib/in-process.js';

const folder = join(root, 'examples/protocol');
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

it.each([
  ['legacy', 'http', serveHttp],
  ['modern', 'http', serveHttp],
  ['legacy', 'sse', serveSse],
] as const)('passes in the %s era over %s', async (era, transport, serve) => {
  const server = await serve(await loadManifest(join(folder, 'servers/harbour.yml')), { port: 0 });
  closers.push(() => server.close());
  const text = readFileSync(join(folder, `mock-${era}.mcptest.yml`), 'utf8');
  const suite = text.replace(/command: .*/, `url: ${server.url}`);
  const { envelope } = await runFiles({ 'mcptest.yml': suite });
  expect(envelope.provenance.servers).toMatchObject([{ transport, era }]);
  expect(envelope.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(envelope.results.length).toBeGreaterThanOrEqual(19);
});
