import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { RpcServer } from './create-server.js';
import { call, smallServer } from './rpc-testkit.js';
import { type StdioOptions, serveStdio } from './serve-stdio.js';

const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const INITIALIZE = call('initialize', { protocolVersion: '2025-03-26' }, 0);

interface Served {
  input: PassThrough;
  ended: Promise<void>;
  /** Every line that the server has written. */
  lines(): unknown[];
  logs: string[];
}

function serve(options: Partial<StdioOptions> = {}, server: RpcServer = smallServer()): Served {
  const input = new PassThrough();
  const output = new PassThrough();
  const logs: string[] = [];
  let text = '';
  output.on('data', (chunk) => {
    text += chunk;
  });
  const ended = serveStdio(server, { input, output, log: (each) => logs.push(each), ...options });
  const lines = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((each) => JSON.parse(each));
  return { input, ended, lines, logs };
}

describe('lines', () => {
  test('each message and each answer is one, also when it holds line breaks', async () => {
    const { input, ended, lines } = serve();
    input.end(line(INITIALIZE) + line(call('greet', { name: 'a\nb\u2028c' })));
    await ended;
    expect(lines()).toMatchObject([{ id: 0 }, { id: 1, result: { hello: 'a\nb\u2028c' } }]);
  });

  test.each([1, 2, 3, 7])('are read from pieces of %i bytes', async (size) => {
    const { input, ended, lines } = serve();
    const bytes = Buffer.from(`${line(INITIALIZE)}\r\n \n${line(call('greet', { name: '😀é' }))}`);
    for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size));
    input.end();
    await ended;
    expect(lines()).toMatchObject([{ id: 0 }, { id: 1, result: { hello: '😀é' } }]);
  });

  test('are read from an input that gives text', async () => {
    const output = new PassThrough();
    const input = Readable.from([line(INITIALIZE).slice(0, 9), line(INITIALIZE).slice(9)]);
    await serveStdio(smallServer(), { input, output });
    expect(JSON.parse(String(output.read()))).toMatchObject({ id: 0 });
  });

  test('that are not JSON are refused and the next is answered', async () => {
    const { input, ended, lines } = serve();
    input.end(`Content-Length: 20\n${line(INITIALIZE)}{"jsonrpc"`);
    await ended;
    expect(lines()).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 0, result: {} },
      { id: null, error: { code: -32700 } },
    ]);
  });

  test('a batch is answered by one', async () => {
    const { input, ended, lines } = serve();
    input.end(line(INITIALIZE) + line([call('greet', {}, 1), call('greet', {}, 2)]));
    await ended;
    expect(lines()).toMatchObject([{ id: 0 }, [{ id: 1 }, { id: 2 }]]);
  });

  test('may be as long as is allowed, and no longer', async () => {
    const padded = (bytes: number) => line(INITIALIZE).trimEnd().padEnd(bytes);
    const good = serve({ max_line_bytes: 200 });
    good.input.write(padded(200));
    good.input.end('\n');
    await good.ended;
    expect(good.lines()).toMatchObject([{ id: 0 }]);
    expect(good.logs).toEqual([]);
    const bad = serve({ max_line_bytes: 200 });
    bad.input.write(padded(201));
    await bad.ended;
    expect(bad.lines()).toEqual([]);
    expect(bad.logs).toEqual(['A line of the input is longer than 200 bytes; the server stops.']);
  });
});

describe('the end', () => {
  test('of the input drops what waits', async () => {
    const { input, ended, lines } = serve();
    input.end(line(INITIALIZE) + line(call('wait', {}, 1)) + line(call('greet', {}, 2)).trimEnd());
    await ended;
    expect(lines()).toMatchObject([{ id: 0 }, { id: 2 }]);
  });

  test.each(['before', 'after'])('comes with the signal, given %s the start', async (when) => {
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    const { input, ended, lines } = serve({ signal: controller.signal });
    input.write(line(INITIALIZE) + line(call('wait', {}, 1)));
    if (when === 'after') {
      await expect.poll(lines).toHaveLength(1);
      controller.abort();
    }
    await expect(ended).resolves.toBeUndefined();
  });

  test('comes when the server hangs up, without an answer', async () => {
    const rude = {
      ...smallServer(),
      handle: async (_: unknown, send: { hangUp?(): void }) => send.hangUp?.(),
    };
    const { input, ended, lines } = serve({}, rude);
    input.write(line(INITIALIZE));
    await ended;
    expect(lines()).toEqual([]);
  });

  test('comes when nobody reads the answers any more', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const { input, ended } = serve({ output });
    input.write(line(INITIALIZE));
    await expect(ended).resolves.toBeUndefined();
  });
});

test('a client that asks without reading is not read, until it has caught up', async () => {
  const written: string[] = [];
  let reads = false;
  let catchUp = () => {};
  const output = new Writable({
    highWaterMark: 1,
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      if (reads) done();
      else catchUp = done;
    },
  });
  const { input, ended } = serve({ output });
  input.write(line(INITIALIZE));
  await expect.poll(() => input.isPaused()).toBe(true);
  input.end(line(call('greet')));
  expect(written).toHaveLength(1);
  reads = true;
  catchUp();
  await ended;
  expect(JSON.parse(written[1] ?? '')).toMatchObject({ id: 1 });
});
