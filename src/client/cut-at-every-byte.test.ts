/**
 * An answer that is cut, or falls silent, at every one of its bytes: over stdio, HTTP and in the greeting of TLS. Each
 * gives a failure with words within its deadline, and never a connection.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CutSession, WAYS } from '../../eval/lib/campaign/cut-session.js';
import { refused, spec } from './chaos-testkit.js';
import { http } from './http-testkit.js';

const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'cut', version: '1' } },
});
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${HELLO.length}\r\n\r\n${HELLO}`;
const AT_ONCE = 24;
const DEADLINE_MS = 700;

/** Says the first `n` bytes to whoever asks for `/n`, then hangs up or keeps silent. */
async function cutter(said: Buffer, ends: boolean, fixed?: () => number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (head) => {
      const n = fixed?.() ?? Number(/ \/(\d+) /.exec(head.toString('latin1'))?.[1] ?? 0);
      if (ends) socket.end(said.subarray(0, n));
      else socket.write(said.subarray(0, n));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function forEach(cuts: number[], check: (n: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < cuts.length; at += AT_ONCE)
    await Promise.all(cuts.slice(at, at + AT_ONCE).map(check));
}

const upTo = (length: number, step = 1): number[] =>
  Array.from({ length: Math.ceil(length / step) }, (_, n) => n * step);

test('over HTTP, cut at every byte', async () => {
  const address = await cutter(Buffer.from(ANSWER), true);
  await forEach(upTo(ANSWER.length), async (n) => {
    const { message } = await refused(http(`http://${address}/${n}`, { startup_timeout_ms: 10_000 }));
    expect(message, `after ${n} bytes`).toContain(address);
  });
});

test('over HTTP, silent from every eighth byte on', async () => {
  const address = await cutter(Buffer.from(ANSWER), false);
  await forEach(upTo(ANSWER.length, 8), async (n) => {
    const { message } = await refused(http(`http://${address}/${n}`, { startup_timeout_ms: DEADLINE_MS }));
    expect(message, `after ${n} bytes`).toContain(address);
  });
});

test.each([true, false])('in the greeting of TLS, at every eighth byte (hangs up: %s)', async (ends) => {
  // A ServerHello as it begins; what follows in a real one needs a key.
  const hello = Buffer.concat([Buffer.from([22, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3]), Buffer.alloc(116, 7)]);
  await forEach(upTo(hello.length, 8), async (n) => {
    const address = await cutter(hello, ends, () => n);
    const { message } = await refused(http(`https://${address}/mcp`, { startup_timeout_ms: DEADLINE_MS }));
    expect(message, `after ${n} bytes`).toContain(address);
  });
});

test.each(['exit 0', 'sleep 60'])('over stdio, cut at every fourth byte, then %s', async (then) => {
  await forEach(upTo(HELLO.length, 4), async (n) => {
    const script = `read -r line; printf %s '${HELLO.slice(0, n)}'; ${then}`;
    const { message } = await refused(
      spec({ command: ['sh', '-c', script], protocol: 'legacy', startup_timeout_ms: 2000 }),
    );
    expect(message.length, `after ${n} bytes`).toBeGreaterThan(20);
  });
});

// `npm run eval:cuts` does it at every byte.
test.each(WAYS)('a whole session over %s, cut at every 301st byte', async (way) => {
  const session = await CutSession.open(way);
  onTestFinished(() => session.close());
  expect(await session.play({ after: Number.POSITIVE_INFINITY, silent: false })).toBeUndefined();
  const bytes = session.passed;
  expect(bytes).toBeGreaterThan(1000);
  for (const after of upTo(bytes, 301))
    expect(await session.play({ after, silent: false }), `after ${after} bytes`).toBeUndefined();
});
