/** Whatever a server answers and however a command ends: what was not proven is not 0. */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder, mcptest, root, suite } from './lib/cli.js';

const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'h' } };
const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];

/** An MCP server that answers one method with a bare status and nothing else. */
async function serve(status: number, to: string): Promise<string> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { id, method } = text === '' ? { id: 0, method: request.method } : JSON.parse(text);
      if (method === to) {
        request.socket.end(
          `HTTP/1.1 ${status} Odd\r\nconnection: upgrade\r\nupgrade: odd\r\ncontent-length: 0\r\n\r\n`,
        );
        return;
      }
      if (id === undefined) return void response.writeHead(202).end();
      const result = method === 'initialize' ? hello : { tools };
      response.writeHead(method === 'GET' ? 405 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const withSuite = (url: string): string =>
  folder({
    'mcptest.yml': suite({ servers: { odd: { url } }, tools: [{ name: 'echoes', tool: 'echo' }] }),
  });

describe('HTTP 101 to initialize', () => {
  it.each([
    [['run']],
    [['tools']],
    [['call', 'echo']],
    [['doctor']],
    [['lint']],
    [['security']],
    [['lock']],
    [['tokens']],
  ])('is told by %j, and the exit code is not 0', async (words) => {
    const url = await serve(101, 'initialize');
    const target = words[0] === 'run' ? [] : ['--url', url];
    const { code, stdout, stderr } = await mcptest([...words, ...target], { cwd: withSuite(url) });
    expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(
      'HTTP 101: the server switches to another protocol',
    );
    expect([1, 3]).toContain(code);
  });
});

it.each([100, 101, 103, 204, 304, 418, 503])('HTTP %i to tools/call is not green', async (status) => {
  const url = await serve(status, 'tools/call');
  const cwd = withSuite(url);
  expect([1, 3]).toContain((await mcptest(['run'], { cwd })).code);
  expect([1, 3]).toContain((await mcptest(['call', 'echo', '--url', url], { cwd })).code);
});

it('a command with nothing left to wait for says what it waited for, and ends with 4', async () => {
  const preload = pathToFileURL(`${root}/test/lib/never-writes.mjs`).href;
  const { code, stderr } = await mcptest(
    ['run', 'examples/demo', '--no-save', '--reporter', 'json=/tmp/never.json'],
    { env: { NODE_OPTIONS: `--import=${preload}` } },
  );
  expect(stderr).toContain(
    '`run` ended before it was done, so nothing is proven: it was waiting for the json report to be written to "/tmp/never.json"',
  );
  expect(code).toBe(4);
});

it.skipIf(process.platform !== 'linux')('a report where no folder can be made is told at once', async () => {
  const words = ['run', 'examples/demo', '--no-save', '--reporter', 'json=/proc/x/y.json'];
  const { code, stderr } = await mcptest(words);
  expect(stderr).toContain('the json report was not written to "/proc/x/y.json": there can be no such file');
  expect(code).toBe(2);
});

it.each([
  ['silent', ''],
  ['silent after CONNECT', 'HTTP/1.1 200 OK\r\n\r\n'],
])('SIGTERM ends a command whose proxy is %s', async (_, answer) => {
  let interrupt = (): void => {};
  const proxy = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(answer);
      interrupt();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const env = { HTTPS_PROXY: `127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  const { code } = await mcptest(['tools', '--request-timeout', '60m', '--url', 'https://mcp.test/mcp'], {
    env,
    cwd: folder(),
    during: (child) => {
      interrupt = () => child.kill('SIGTERM');
    },
  });
  expect(code).toBe(143);
});
