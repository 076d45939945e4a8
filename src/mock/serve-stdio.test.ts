import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseManifest } from './load-manifest.js';
import { serveStdio } from './serve-stdio.js';

const MANIFEST = JSON.stringify({
  mock_server: {
    tools: [
      { name: 'slow', delay: '10m', is_error: 'late' },
      { name: 'checked', input_schema: { properties: { q: { pattern: '^a' } } }, is_error: 'ok' },
    ],
  },
});

async function start(options: { max_line_bytes?: number } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const logs: string[] = [];
  const manifest = await parseManifest(MANIFEST, 'm.json');
  const ended = serveStdio(manifest, { input, output, log: (line) => logs.push(line), ...options });
  const lines = () =>
    (output.read()?.toString() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((l: string) => JSON.parse(l));
  return { input, output, ended, lines, logs };
}

const request = (id: unknown, method: string, params: unknown = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = request(0, 'initialize', { protocolVersion: '2025-11-25' });

describe('serveStdio', () => {
  test('ends with the input: answers are flushed, delayed ones dropped', async () => {
    const { input, ended, lines } = await start();
    input.write(INITIALIZE + request(1, 'tools/call', { name: 'slow' }));
    input.end(
      request(2, 'tools/call', { name: 'checked', arguments: { q: 'a' } }) + request(3, 'ping').trimEnd(),
    );
    await ended;
    const ids = lines().map((message: { id: number }) => message.id);
    expect(ids.sort()).toEqual([0, 2, 3]);
  });

  test('reads lines however they are cut', async () => {
    const { input, ended, lines } = await start();
    const bytes = Buffer.from(`${request('é', 'ping').replace('\n', '\r\n')}\n  \n${request(2, 'ping')}`);
    for (const byte of bytes) input.write(Buffer.from([byte]));
    input.end();
    await ended;
    expect(lines().map((message: { id: unknown }) => message.id)).toEqual(['é', 2]);
  });

  test('answers what is not JSON with a parse error and goes on', async () => {
    const { input, ended, lines } = await start();
    input.end(`hello\n${request(1, 'ping')}`);
    await ended;
    expect(lines()).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 1, result: {} },
    ]);
  });

  test('stops at a line that never ends', async () => {
    const { input, ended, logs } = await start({ max_line_bytes: 1000 });
    input.write('x'.repeat(2000));
    await ended;
    expect(logs).toHaveLength(1);
  });

  test('ends when nobody reads any more', async () => {
    const manifest = await parseManifest(MANIFEST, 'm.json');
    const input = new PassThrough();
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const ended = serveStdio(manifest, { input, output });
    input.write(request(1, 'ping'));
    await expect(ended).resolves.toBeUndefined();
  });
});
