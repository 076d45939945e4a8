import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect as connectTcp, type Server, type Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/lib/free-port.js';
import { options, ROOT, reach, refused } from '../chaos-testkit.js';
import { honest, http, json, result, serve } from '../http-testkit.js';
import { HttpClient } from './http-client.js';

const CERT = path.join(ROOT, 'fixtures/tls/cert.pem');
const echo = honest((asked, response) => json(response, result(asked.body.id, { path: asked.path })));

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy that knows one host, `mcp.test`, and leads to a port of this machine. */
async function proxyTo(port: number, refuses = false) {
  const seen: { line: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((asked, response) => {
    seen.push({ line: `${asked.method} ${asked.url}`, headers: asked.headers });
    const { pathname } = new URL(asked.url ?? '');
    const { 'proxy-authorization': _, ...headers } = asked.headers;
    const onward = request(
      { port, host: '127.0.0.1', method: asked.method, path: pathname, headers },
      (got) => {
        response.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(response);
      },
    );
    asked.pipe(onward.on('error', () => response.destroy()));
  });
  server.on('connect', (asked, socket: Socket) => {
    seen.push({ line: `CONNECT ${asked.url}`, headers: asked.headers });
    if (refuses) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const onward = connectTcp(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => {});
  });
  return { seen, address: `127.0.0.1:${await listening(server)}` };
}

/** An MCP server behind TLS, with the certificate of `fixtures/tls`. */
async function secure(): Promise<number> {
  const { url } = await serve(echo);
  const plain = Number(new URL(url).port);
  const key = readFileSync(path.join(ROOT, 'fixtures/tls/key.pem'));
  const server = createSecureServer({ key, cert: readFileSync(CERT) }, (asked, response) => {
    const { url: target, method, headers } = asked;
    asked.pipe(
      request({ port: plain, host: '127.0.0.1', path: target, method, headers }, (got) => {
        response.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(response);
      }).on('error', () => response.destroy()),
    );
  });
  return listening(server);
}

describe('a proxy', () => {
  test('carries plain HTTP, and the host need not be known here', async () => {
    const { url, asked } = await serve(echo);
    const proxy = await proxyTo(Number(new URL(url).port));
    const env = { ...process.env, HTTP_PROXY: `http://user:s3cret@${proxy.address}` };
    const connection = await reach(http('http://mcp.test/mcp'), { env });
    expect(await connection.request('tools/call')).toMatchObject({ result: { path: '/mcp' } });
    expect(proxy.seen[0]).toMatchObject({
      line: 'POST http://mcp.test/mcp',
      headers: { host: 'mcp.test', 'proxy-authorization': expect.stringMatching(/^Basic /) },
    });
    expect(asked[0]?.headers.host).toBe('mcp.test');
  });

  test('sees nothing of what goes over TLS, not even the token', async () => {
    const proxy = await proxyTo(await secure());
    const env = {
      ...process.env,
      HTTPS_PROXY: proxy.address,
      NODE_EXTRA_CA_CERTS: CERT,
      CHAOS_TOKEN: 'right',
    };
    const target = http('https://mcp.test/mcp', { auth: { bearer_token_env: 'CHAOS_TOKEN' } });
    const connection = await reach(target, { env });
    expect(await connection.request('tools/call')).toMatchObject({ kind: 'result' });
    expect(proxy.seen.every(({ line }) => line === 'CONNECT mcp.test:443')).toBe(true);
    expect(JSON.stringify(proxy.seen)).not.toContain('right');
  });

  test('that refuses is named with its answer, its password is not', async () => {
    const proxy = await proxyTo(1, true);
    const env = { ...process.env, HTTPS_PROXY: `http://user:s3cret@${proxy.address}` };
    const { message } = await refused(http('https://mcp.test/mcp'), { env });
    expect(message).toContain('HTTP 407 to CONNECT mcp.test:443');
    expect(message).toContain(`through the proxy ${proxy.address}`);
    expect(message).not.toContain('s3cret');
  });

  test('that is not there is told apart from the server', async () => {
    const env = { ...process.env, HTTP_PROXY: `127.0.0.1:${await freePort()}` };
    const { message } = await refused(http('http://mcp.test/mcp'), { env });
    expect(message).toMatch(/connection refused.*through the proxy 127\.0\.0\.1/);
  });
});

describe('TLS', () => {
  test('a certificate that nobody vouches for is refused in words, one that is named is taken', async () => {
    const port = await secure();
    const target = http(`https://127.0.0.1:${port}/mcp`);
    expect((await refused(target)).message).toContain(
      'self-signed; name its issuer with NODE_EXTRA_CA_CERTS',
    );
    const connection = await reach(target, { env: { ...process.env, NODE_EXTRA_CA_CERTS: CERT } });
    expect(connection.info.protocol_version).toBe('2025-11-25');
  });

  test('a certificate for another host is refused', async () => {
    const target = http(`https://localhost:${await secure()}/mcp`);
    const { message } = await refused(target, { env: { ...process.env, NODE_EXTRA_CA_CERTS: CERT } });
    expect(message).toContain('for another host');
  });
});

describe('a body', () => {
  const zipped = (bytes: (whole: Buffer) => Buffer) =>
    serve(
      honest((asked, response) => {
        const whole = gzipSync(JSON.stringify(result(asked.body.id, { zipped: true })));
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(bytes(whole));
      }),
    );

  test('may be compressed', async () => {
    const { url } = await zipped((whole) => whole);
    expect(await (await reach(http(url))).request('tools/call')).toMatchObject({ result: { zipped: true } });
  });

  test('whose compression is broken is told as such', async () => {
    const { url } = await zipped((whole) => whole.subarray(0, -12));
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('compression is broken'),
    });
  });
});

/** An honest server that notes from which ports it was asked. */
async function counting() {
  const ports = new Set<number | undefined>();
  const server = createServer((asked, response) => {
    ports.add(asked.socket.remotePort);
    let text = '';
    asked.on('data', (chunk) => (text += chunk));
    asked.on('end', () => {
      const body = text ? JSON.parse(text) : {};
      echo({ method: asked.method ?? '', path: asked.url ?? '', headers: asked.headers, body }, response);
    });
  });
  // It closes no connection by itself.
  server.keepAliveTimeout = 0;
  const url = `http://127.0.0.1:${await listening(server)}/mcp`;
  const open = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)));
  return { url, ports, open };
}

test('connections serve several requests each, and are gone after close', async () => {
  const { url, ports, open } = await counting();
  const connection = await reach(http(url), options);
  for (let i = 0; i < 9; i++) await connection.request('tools/call');
  await connection.close();
  // The socket of an answer that nobody reads may still be busy when the next request goes out.
  expect(ports.size).toBeLessThan(5);
  await expect.poll(open).toBe(0);
});

test('a connection that lies idle is not kept until the server closes it', async () => {
  const { url, open } = await counting();
  const connection = await reach(http(url), options);
  expect(await connection.request('tools/call')).toMatchObject({ kind: 'result' });
  await expect.poll(open).toBe(0);
  expect(await connection.request('tools/call')).toMatchObject({ kind: 'result' });
});

test('a request that is given up in the very moment in which its answer ends breaks nothing', async () => {
  const port = await listening(createServer((_, response) => response.end('all of it')));
  const client = new HttpClient({});
  const giveUp = new AbortController();
  const url = new URL(`http://127.0.0.1:${port}/`);
  const answer = await client.send(url, { method: 'GET', headers: {}, signal: giveUp.signal });
  const body = answer.body as Readable;
  // Node takes its listener off the connection when the answer is over, and tells of the error after that: one that
  // nobody listens for would end this very process.
  body.on('data', () => giveUp.abort());
  await new Promise((resolve) => body.on('close', resolve));
  await new Promise((resolve) => setImmediate(resolve));
  client.close();
  expect(giveUp.signal.aborted).toBe(true);
});
