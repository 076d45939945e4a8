/** Every part of the protocol: the example over HTTP and the older event stream, and the suites of the page about it. */
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
] as const)('the example passes in the %s era over %s', async (era, transport, serve) => {
  const server = await serve(await loadManifest(join(folder, 'servers/harbour.yml')), { port: 0 });
  closers.push(() => server.close());
  const text = readFileSync(join(folder, `mock-${era}.mcptest.yml`), 'utf8');
  const suite = text.replace(/command: .*/, `url: ${server.url}`);
  const { envelope } = await runFiles({ 'mcptest.yml': suite });
  expect(envelope.provenance.servers).toMatchObject([{ transport, era }]);
  expect(envelope.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(envelope.results.length).toBeGreaterThanOrEqual(19);
});

it('the suites of the page pass as they are pasted', async () => {
  const server = await serveHttp(await loadManifest(join(folder, 'servers/harbour.yml')), { port: 0 });
  closers.push(() => server.close());
  const page = readFileSync(join(root, 'docs/protocol-tests.md'), 'utf8');
  const suites = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(suites).toHaveLength(3);
  for (const text of suites) {
    const suite = text.replace(/command: \[[^\]]*\]/, `url: "${server.url}"`);
    const { envelope } = await runFiles({ 'mcptest.yml': suite });
    expect(envelope.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(envelope.results.length).toBeGreaterThan(0);
  }
});
