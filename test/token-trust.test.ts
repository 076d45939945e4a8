/** Which variable the front door sends to which address: a listener on loopback sees what really arrives. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from './lib/agent.js';
import { folder, mcptest } from './lib/cli.js';

interface Listener {
  url: string;
  seen: string[];
  server: Server;
}

async function listener(): Promise<Listener> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? 'no token');
    response.writeHead(500).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen, server };
}

const ENV = {
  SHOP_TOKEN: 'shop-4f1c2b9d77',
  OTHER_TOKEN: 'other-81aa03c5e2',
  MCP_TOKEN: 'mcp-2d6e90b1f4',
  ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef',
  MCPTEST_HTTP_TOKEN: 'own-5c77aa10',
};

let declared: Listener;
let stranger: Listener;
let cwd: string;
beforeAll(async () => {
  [declared, stranger] = await Promise.all([listener(), listener()]);
  cwd = folder({
    'mcptest.yml': `servers:\n  shop: { url: "${declared.url}", auth: { bearer_token_env: SHOP_TOKEN } }\n`,
  });
});
afterAll(() => {
  for (const { server } of [declared, stranger]) server.close();
});

type Row = [where: 'declared' | 'stranger', variable: keyof typeof ENV, sent: boolean];

async function check(rows: Row[], flags: string[] = []): Promise<void> {
  const door = await Agent.start({ cwd, flags, env: ENV });
  for (const [where, variable, sent] of rows) {
    const target = where === 'declared' ? declared : stranger;
    target.seen.length = 0;
    const { isError, content } = await door.call('list_tools', {
      url: target.url,
      bearer_token_env: variable,
    });
    expect(isError).toBe(true);
    expect({ where, variable, arrived: target.seen.includes(`Bearer ${ENV[variable]}`) }).toEqual({
      where,
      variable,
      arrived: sent,
    });
    if (sent) continue;
    expect(target.seen).toEqual([]);
    for (const way of ['mcptest.yml', '--allow-token-env', '--enable-writes', 'MCP_'])
      expect(content[0].text).toContain(way);
    expect(content[0].text).not.toContain(ENV[variable]);
  }
  await door.close();
}

describe('a token goes only where somebody said that it belongs', () => {
  it('read-only', () =>
    check([
      ['declared', 'SHOP_TOKEN', true],
      ['declared', 'OTHER_TOKEN', false],
      ['declared', 'MCP_TOKEN', true],
      ['stranger', 'SHOP_TOKEN', false],
      ['stranger', 'OTHER_TOKEN', false],
      ['stranger', 'ANTHROPIC_API_KEY', false],
      ['stranger', 'MCPTEST_HTTP_TOKEN', false],
      ['stranger', 'MCP_TOKEN', true],
    ]));

  it('with a variable that the operator named', () =>
    check(
      [
        ['stranger', 'OTHER_TOKEN', true],
        ['stranger', 'SHOP_TOKEN', false],
      ],
      ['--allow-token-env', 'OTHER_TOKEN'],
    ));

  it('with writes enabled', () => check([['stranger', 'OTHER_TOKEN', true]], ['--enable-writes']));
});

it('the front door never asks a link-local address that nobody declared', async () => {
  const door = await Agent.start({ cwd, env: ENV });
  for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]']) {
    const { isError, content } = await door.call('list_tools', { url: `http://${host}/latest/meta-data` });
    expect(isError).toBe(true);
    expect(content[0].text).toContain('link-local');
  }
  await door.close();
});

it('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off nothing, and says so', async () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const fromShell = await mcptest(['validate'], { cwd, env });
  expect(fromShell.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored');
  const file = folder({
    '.env': 'NODE_TLS_REJECT_UNAUTHORIZED=0\n',
    'mcptest.yml': 'servers: { s: { command: [node] } }\ntools: [{ name: a, tool: b }]\n',
  });
  const fromFile = await mcptest(['run', '--list', '--env-file', '.env'], { cwd: file });
  expect(fromFile.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored');
});
