/** Every part of the protocol: the example over HTTP and the older event stream, recorded and played, and the page about it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadManifest } from '../src/mock/load-manifest.js';
import { serveHttp, serveSse } from '../src/mock/serve-http.js';
import { cli, mcptest, root } from './lib/cli.js';
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

it.each(['legacy', 'modern'])('a recording of the %s era plays every part again', async (era) => {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-protocol-'));
  const own = [process.execPath, cli];
  const mock = [...own, 'mock', '--tools-from', join(folder, 'servers/harbour.yml')];
  const text = readFileSync(join(folder, `mock-${era}.mcptest.yml`), 'utf8');
  const run = async (command: string[]) => {
    writeFileSync(
      join(cwd, 'mcptest.yml'),
      text.replace(/command: .*/, `command: ${JSON.stringify(command)}`),
    );
    const { stdout, stderr } = await mcptest(['run', '--reporter', 'json', '--no-save'], { cwd });
    const { results } = JSON.parse(stdout || '{}');
    expect(results?.length, stderr).toBeGreaterThanOrEqual(19);
    expect(results.filter(({ verdict }: { verdict: string }) => verdict !== 'pass')).toEqual([]);
  };
  await run([...own, 'proxy', '--record', 'wire.json', '--format', 'cassette', '--', ...mock]);
  await run([...own, 'serve', '--cassette', 'wire.json']);
  rmSync(cwd, { recursive: true });
});
