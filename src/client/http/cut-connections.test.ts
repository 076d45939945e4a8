/** A connection that is cut or falls silent, at every phase: told within the deadline, and closed after it. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { refused } from '../chaos-testkit.js';
import { http } from '../http-testkit.js';

async function says(text: string, ends: boolean): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => (ends ? socket.end(text) : socket.write(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"jsonrpc":';
const CONNECTED = 'HTTP/1.1 200 OK\r\n\r\n';
const PHASES: [string, string][] = [
  ['before a byte', ''],
  ['in the status line', HEAD.slice(0, 8)],
  ['in the headers', HEAD.slice(0, 30)],
  ['in the body', HEAD],
];
const TUNNEL: [string, string][] = [
  ['before CONNECT is answered', ''],
  ['in the answer to CONNECT', CONNECTED.slice(0, 9)],
  ['after CONNECT', CONNECTED],
  ['with bytes that are no TLS', `${CONNECTED}hello, this is no TLS at all`],
];

for (const ends of [true, false]) {
  const how = ends ? 'cut' : 'silent';
  test.each(PHASES)(`${how} %s`, async (_, text) => {
    const address = await says(text, ends);
    const { message } = await refused(http(`http://${address}/mcp`, { startup_timeout_ms: 400 }));
    expect(message).toContain(address);
  });

  test.each(TUNNEL)(`a proxy, ${how} %s`, async (_, text) => {
    const env = { ...process.env, HTTPS_PROXY: await says(text, ends) };
    const { message } = await refused(http('https://mcp.test/mcp', { startup_timeout_ms: 400 }), { env });
    expect(message).toContain('mcp.test');
  });
}
