/** A first suite, written by looking at a server: it validates, it passes, and nothing was harmed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { cli, folder, mcptest, root, suite } from './lib/cli.js';

/** Notes every call; some tools are dangerous, one only looks so, one always fails. */
const SERVER = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const tool = (name, extra = {}) => ({ name, inputSchema: { type: 'object', required: ['id'], properties: { id: { type: 'string', enum: ['a'] } } }, ...extra });
const tools = [
  tool('get_item'), tool('delete_item'), tool('get_and_wipe', { annotations: { destructiveHint: true } }),
  tool('update_item'), tool('check_mood'), tool('purge', { annotations: { readOnlyHint: true } }), tool('get_\${HOME}'),
];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  let answer = { error: { code: -32601, message: 'no' } };
  if (method === 'initialize') answer = { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: '@acme/Item Shop', version: '1' } } };
  if (method === 'tools/list') answer = { result: { tools } };
  if (method === 'tools/call') {
    appendFileSync('calls.log', params.name + ' ' + JSON.stringify(params.arguments) + '\\n');
    const known = tools.some(({ name }) => name === params.name);
    answer = known ? { result: { content: [{ type: 'text', text: 'ok' }], ...(params.name === 'check_mood' && { isError: true }) } } : { error: { code: -32602, message: 'unknown' } };
  }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
}`;

const names = (cwd: string): string[] =>
  readFileSync(join(cwd, 'calls.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]!);

describe('mcptest init', () => {
  it('adds the workflow to a suite that is there, which stays as it is', async () => {
    const cwd = folder({ 'mcptest.yml': '# mine\n' });
    const made = await mcptest(['init', '--ci'], { cwd });
    expect(made.code).toBe(0);
    expect(made.stdout).toBe(
      `${join('.github', 'workflows', 'mcptest.yml')}: runs the suites of this folder on GitHub\n`,
    );
    expect(readFileSync(join(cwd, 'mcptest.yml'), 'utf8')).toBe('# mine\n');
    expect(readFileSync(join(cwd, '.github', 'workflows', 'mcptest.yml'), 'utf8')).toContain('mcptest run');
    expect((await mcptest(['init', '--ci'], { cwd })).stderr).toContain('mcptest.yml is there already');
  });

  it('writes a suite that validates and passes, and calls nothing that may do harm', async () => {
    const cwd = folder({ 'server.mjs': SERVER });
    const made = await mcptest(['init', '--', process.execPath, 'server.mjs'], { cwd });
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^mcptest\.yml: 4 tests of item-shop, all passing\n$/);
    expect([...new Set(names(cwd))].sort()).toEqual([
      'check_mood',
      'get_${HOME}',
      'get_item',
      'mcptest_no_such_tool',
      'purge',
    ]);
    expect((await mcptest(['validate'], { cwd })).code).toBe(0);
    const ran = await mcptest(['run', '--reporter', 'json'], { cwd });
    expect((JSON.parse(ran.stdout) as RunEnvelope).verdict).toBe('pass');
    const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
    expect(text).toMatch(/# Not tested:\n# {3}delete_item: it may destroy something/);
    expect(text).toContain('args: { id: a }');
    expect(text).toContain('#   check_mood: its answer to made-up arguments makes no test');
    expect(text).not.toContain('check_mood answers');
  });

  it('writes what was seen, and how strong that is', async () => {
    const cwd = folder({ 'server.mjs': SERVER });
    const made = await mcptest(['init', '--', process.execPath, 'server.mjs'], { cwd });
    expect(made.stderr).toMatch(/note: strength \d+ % \(3 tests measured on what was observed/);
    const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
    expect(text).toMatch(/^# Measured: strength \d+ %/m);
    expect(text).toContain('- result.content[0].text: ok');
    const measured = await mcptest(['mutate', '--no-save', '--format', 'json'], { cwd });
    expect(JSON.parse(measured.stdout).rate).toBeGreaterThan(0.7);
  });

  it('pins no failure', async () => {
    const tool = (name: string, says: string, wants: string[]) => ({
      name,
      input_schema: {
        type: 'object',
        required: wants,
        properties: Object.fromEntries(wants.map((key) => [key, { type: 'string' }])),
      },
      is_error: says,
    });
    const tools = [
      tool('list_boats', 'There are none.', []),
      tool('get_berth', 'getaddrinfo ENOTFOUND berths.invalid', ['berth']),
      tool('get_boat', 'HTTP 401: unauthorized', ['boat']),
      tool('get_tide', 'There is no such port.', ['port']),
    ];
    const cwd = folder({ 'depot.json': JSON.stringify({ mock_server: { name: 'depot', tools } }) });
    const made = await mcptest(['init', '--', 'mcptest', 'mock', '--tools-from', 'depot.json'], { cwd });
    expect(made).toMatchObject({ code: 0, stdout: 'mcptest.yml: 2 tests of depot, all passing\n' });
    expect(made.stderr).toContain('not tested: list_boats, get_berth, get_boat, get_tide;');
    const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
    expect(text).not.toContain('isError: true');
    expect(text).toContain('#   list_boats: its answer to a call without arguments makes no test');
    expect(text).toContain('#   get_boat: its answer to made-up arguments makes no test');
    expect(text).not.toContain('getaddrinfo');
  });

  it('names no tool that it made up, where the server refuses nothing', async () => {
    const cwd = folder({ 'server.mjs': SERVER.replace('answer = known ?', 'answer = true ?') });
    const made = await mcptest(['init', '--', process.execPath, 'server.mjs'], { cwd });
    expect(made.stdout).toContain('3 tests of item-shop');
    expect(made.stderr).toContain('not tested: delete_item,');
    expect(made.stderr).not.toContain('mcptest_no_such_tool');
    expect(readFileSync(join(cwd, 'mcptest.yml'), 'utf8')).not.toContain('mcptest_no_such_tool');
  });

  it('hands on the variables that are named, and writes no secret of the command line', async () => {
    const guard = `if (process.env.SHOP_KEY !== 'k-12345678' || process.argv[3] !== 't-12345678') process.exit(1);\n`;
    const cwd = folder({ 'server.mjs': guard + SERVER });
    const argv = [process.execPath, 'server.mjs', '--shop-token', 't-12345678'];
    const env = { SHOP_KEY: 'k-12345678' };
    const unset = await mcptest(['init', '--pass-env', 'SHOP_KEY', '--', ...argv], { cwd });
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('SHOP_KEY')]);
    const made = await mcptest(['init', '--pass-env', 'SHOP_KEY', '--', ...argv], { cwd, env });
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).toContain('note: set SHOP_TOKEN before you run the suite');
    const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
    expect(text).toContain('pass_env: [SHOP_KEY]');
    expect(text).toContain('${env:SHOP_TOKEN}');
    expect(text).not.toContain('12345678');
    const ran = await mcptest(['run'], { cwd, env: { ...env, SHOP_TOKEN: 't-12345678' } });
    expect(ran.code, ran.stdout).toBe(0);
    const named = await mcptest(['init', '--force', '--pass-env', 'SHOP_KEY', '--', ...argv], {
      cwd,
      env: { ...env, MY_TOKEN: 't-12345678' },
    });
    expect(named.stderr).not.toContain('SHOP_TOKEN');
    expect(readFileSync(join(cwd, 'mcptest.yml'), 'utf8')).toContain('${env:MY_TOKEN}');
  });

  it('hands them on to a server that another program declares, too', async () => {
    const guard = `if (process.env.SHOP_KEY !== 'k-12345678') process.exit(1);\n`;
    const shop = { command: process.execPath, args: ['server.mjs'] };
    const cwd = folder({
      'server.mjs': guard + SERVER,
      '.mcp.json': JSON.stringify({ mcpServers: { shop } }),
    });
    const asked = ['init', '--pass-env', 'SHOP_KEY', 'shop'];
    const unset = await mcptest(asked, { cwd });
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('SHOP_KEY')]);
    const made = await mcptest(asked, { cwd, env: { SHOP_KEY: 'k-12345678' } });
    expect(made.code, made.stderr).toBe(0);
    expect(readFileSync(join(cwd, 'mcptest.yml'), 'utf8')).toContain('pass_env: [SHOP_KEY]');
  });

  it('does not overwrite, unless told', async () => {
    const cwd = folder({ 'server.mjs': SERVER, 'mcptest.yaml': '# mine\n' });
    const made = await mcptest(['init', '--', process.execPath, 'server.mjs'], { cwd });
    expect(made.code).toBe(2);
    expect(existsSync(join(cwd, 'calls.log'))).toBe(false);
    expect(readFileSync(join(cwd, 'mcptest.yaml'), 'utf8')).toBe('# mine\n');
    const other = await mcptest(
      ['init', '--output', 'a.mcptest.yml', '--ci', '--', process.execPath, 'server.mjs'],
      { cwd },
    );
    expect(other.code).toBe(0);
    expect(readFileSync(join(cwd, '.github/workflows/mcptest.yml'), 'utf8')).toContain('mcptest run');
    expect((await mcptest(['init', '--force', '--', process.execPath, 'server.mjs'], { cwd })).code).toBe(0);
  });

  it('takes the server that the project declares for an MCP client, without its secrets', async () => {
    const entry = {
      command: process.execPath,
      args: ['${workspaceFolder}/server.mjs'],
      env: { SHOP_API_KEY: 'sk-very-secret-1', SHOP_REGION: 'north' },
    };
    const cwd = folder({ 'server.mjs': SERVER });
    mkdirSync(join(cwd, '.vscode'));
    writeFileSync(
      join(cwd, '.vscode/mcp.json'),
      `{ "servers": { // ours\n "shop": ${JSON.stringify(entry)}, } }`,
    );
    const made = await mcptest(['init'], { cwd });
    expect(made.stderr).toMatch(/set SHOP_API_KEY/);
    expect(made.code).toBe(0);
    const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
    expect(text).toMatch(/SHOP_API_KEY: "?\$\{env:SHOP_API_KEY\}/);
    expect(text).toContain('SHOP_REGION: north');
    expect(text).not.toContain('sk-very-secret-1');
    const ran = await mcptest(['run'], { cwd, env: { SHOP_API_KEY: 'x'.repeat(12) } });
    expect(ran.code).toBe(0);
  });

  it('says which servers there are when several are declared, and takes the named one', async () => {
    const server = { command: process.execPath, args: ['server.mjs'] };
    const cwd = folder({
      'server.mjs': SERVER,
      '.mcp.json': JSON.stringify({ mcpServers: { one: server, two: server } }),
    });
    const open = await mcptest(['init'], { cwd });
    expect(open.code).toBe(2);
    expect(open.stderr).toContain('Name one: one, two');
    expect((await mcptest(['init', 'two'], { cwd })).stdout).toContain('tests of two');
    expect((await mcptest(['init'], { cwd: folder() })).stderr).toContain('mcptest init -- node server.js');
  });

  it('works over HTTP, and writes nothing when the server is not there', async () => {
    const cwd = folder({ 'tools.yml': suite({ mock_server: { tools: [{ name: 'get_time' }] } }) });
    const { spawn } = await import('node:child_process');
    const mock = spawn(process.execPath, [cli, 'mock', '--tools-from', 'tools.yml', '--http'], { cwd });
    try {
      const url = await new Promise<string>((found) => {
        let text = '';
        mock.stderr.on('data', (chunk: Buffer) => {
          text += chunk;
          const match = /http:\/\/\S+/.exec(text);
          if (match) found(match[0]);
        });
      });
      expect((await mcptest(['init', '--url', url], { cwd })).code).toBe(0);
      expect(readFileSync(join(cwd, 'mcptest.yml'), 'utf8')).toContain(`url: ${url}`);
      expect((await mcptest(['run'], { cwd })).code).toBe(0);
    } finally {
      mock.kill('SIGTERM');
    }
    const empty = folder();
    const gone = await mcptest(['init', '--', 'no-such-server'], { cwd: empty });
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain('mcptest doctor');
    expect(existsSync(join(empty, 'mcptest.yml'))).toBe(false);
  });

  it.each(['server-everything', 'server-memory'])('makes a passing suite for %s', async (name) => {
    const cwd = folder();
    const script = join(root, 'node_modules/@modelcontextprotocol', name, 'dist/index.js');
    // The memory is kept beside the program, where others would find it, unless it is told where.
    const argv = ['env', `MEMORY_FILE_PATH=${join(cwd, 'memory.json')}`, process.execPath, script];
    expect((await mcptest(['init', '--', ...argv], { cwd })).code).toBe(0);
    expect((await mcptest(['run'], { cwd })).code).toBe(0);
  });
});
