/** Doctor names the step that fails and what to do about it, for servers that are broken in every way we know. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../src/verbs/doctor.js';
import { chaos, folder, mcptest, root, suite } from './lib/cli.js';
import { freePort } from './lib/free-port.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Seen {
  code: number | null;
  failed?: string;
  verdict?: string;
  detail: string;
  stderr: string[];
  remedy: string;
  report: DoctorReport;
}

async function doctor(
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Seen> {
  const cwd = options.cwd ?? folder();
  const ran = await mcptest(['doctor', '--format', 'json', ...args], {
    cwd,
    env: { HOME: cwd, ...options.env },
  });
  const report = JSON.parse(ran.stdout) as DoctorReport;
  const [one] = report.servers;
  const step = one?.steps.find(({ id }) => id === one.failed);
  return {
    code: ran.code,
    failed: one?.failed,
    verdict: one?.verdict,
    detail: step?.detail ?? '',
    stderr: step?.stderr ?? [],
    remedy: step?.remedy ?? '',
    report,
  };
}

describe('a server over stdio', () => {
  it.each<[string, string | undefined, number, RegExp]>([
    ['none', undefined, 0, /^$/],
    ['die-at-start', 'start', 3, /--pass-env NAME.*`pass_env`/],
    ['help-at-start', 'start', 3, /by hand/],
    ['blank-lines', undefined, 0, /^$/],
    ['close-stdout', 'first-bytes', 3, /stdout/],
    ['hang-handshake', 'first-bytes', 3, /--url.*python -u.*startup_timeout/],
    ['content-length', 'first-bytes', 1, /one JSON message a line/],
    ['unknown-version', 'era', 1, /Update the server or mcptest/],
    ['refuse-initialize', 'handshake', 1, /lack something.*--pass-env/],
    ['echo-input', 'handshake', 1, /MCP server/],
    ['repeat-cursor', 'tools-list', 1, /new nextCursor/],
    ['same-page', 'tools-list', 1, /cursor/],
    ['tools-not-array', 'tools-list', 1, /array `tools`/],
    ['hang-call', 'call', 1, /hangs/],
    ['wrong-id', 'call', 1, /same type/],
    ['no-newline', 'call', 1, /newline/],
    ['both-result-error', 'call', 1, /never both/],
    ['invalid-utf8', 'call', 1, /UTF-8/],
    ['noise', 'protocol', 1, /stderr/],
    ['duplicate-id', 'protocol', 1, /once/],
    ['ignore-eof', 'shutdown', 1, /SIGTERM/],
    ['stderr-flood', undefined, 0, /^$/],
    ['split-utf8', undefined, 0, /^$/],
  ])('%s: %s', async (fault, step, code, remedy) => {
    // These are waited for to the end; what comes before the silence must have time on a busy machine.
    const hangs = ['hang-handshake', 'hang-call', 'wrong-id'].includes(fault);
    const seen = await doctor([...(hangs ? ['--request-timeout', '5s'] : []), '--', ...chaos(fault)]);
    expect({ failed: seen.failed, code: seen.code }).toEqual({ failed: step, code });
    expect(seen.remedy).toMatch(remedy);
  });

  it.each([
    ['bom', 'byte-order-mark'],
    ['empty-cursor', 'empty-cursor'],
    ['notification-flood', 'notification-flood'],
  ])('%s is a warning', async (fault, code) => {
    const seen = await doctor(['--', ...chaos(fault)]);
    expect({ failed: seen.failed, code: seen.code }).toEqual({ failed: undefined, code: 0 });
    const step = seen.report.servers[0]!.steps.find(({ id }) => id === 'protocol');
    expect(step).toMatchObject({ status: 'warn', detail: expect.stringContaining(`[${code}]`) });
  });

  it('shows the line that names the error, however long a help text follows', async () => {
    const { stderr } = await doctor(['--', ...chaos('help-at-start')]);
    expect(stderr).toHaveLength(8);
    expect(stderr[0]).toBe('Error: the depot is closed');
    expect(stderr.at(-1)).toMatch(/--token-11 text +an option$/);
  });

  it.each([
    ['names the variable that is asked for', 'DEPOT_API_KEY is required', /add --pass-env DEPOT_API_KEY,/],
    ['or the Node.js that it needs', 'Error: x requires Node.js 99', /needs Node\.js 99 .*nvm install 99/],
    ['or says that there is one', 'the token is missing', /add --pass-env NAME,/],
  ])('%s', async (_, words, remedy) => {
    const script = `console.error(${JSON.stringify(words)}); process.exit(1)`;
    expect((await doctor(['--', process.execPath, '-e', script])).remedy).toMatch(remedy);
  });

  it.each([
    [
      'nothing',
      {},
      { status: 'warn', detail: 'look, called without arguments, answered an error: "no key is set"' },
      /--pass-env/,
    ],
    [
      'made-up arguments',
      { required: ['id'], properties: { id: { type: 'string' } } },
      { status: 'pass', detail: 'look answered an error to made-up arguments: "no key is set"' },
      /^$/,
    ],
  ])('says what a tool answers that fails on %s', async (_, schema, finding, remedy) => {
    const look = {
      name: 'look',
      annotations: { readOnlyHint: true },
      input_schema: { type: 'object', ...schema },
      is_error: 'no key\n is set',
    };
    const cwd = folder({ 'depot.json': JSON.stringify({ mock_server: { name: 'depot', tools: [look] } }) });
    const seen = await doctor(['--', 'mcptest', 'mock', '--tools-from', 'depot.json'], { cwd });
    expect(seen.code).toBe(0);
    const step = seen.report.servers[0]!.steps.find(({ id }) => id === 'call');
    expect(step).toMatchObject(finding);
    expect(step?.remedy ?? '').toMatch(remedy);
  });

  it('lets the server read a variable, and shows no secret of the command line', async () => {
    const cwd = folder({
      'server.mjs': `
        if (process.env.DEPOT_KEY !== 'k-12345678' || process.argv[2] !== '--access-token=t-12345678') process.exit(1);
        process.argv[2] = 'none';
        await import(${JSON.stringify(join(root, 'fixtures/chaos-mcp/server.mjs'))});`,
    });
    const argv = [process.execPath, 'server.mjs', '--access-token=t-12345678'];
    const seen = await doctor(['--pass-env', 'DEPOT_KEY', '--', ...argv], {
      cwd,
      env: { DEPOT_KEY: 'k-12345678' },
    });
    expect(seen).toMatchObject({ verdict: 'pass', code: 0 });
    expect(seen.report.servers[0]!.target).toMatch(/--access-token=\[secret:ACCESS_TOKEN\]$/);
    expect(JSON.stringify(seen.report)).not.toContain('12345678');
    const unset = await mcptest(['doctor', '--pass-env', 'DEPOT_KEY', '--', ...argv], { cwd });
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('DEPOT_KEY')]);
  });

  it('--lenient-stdout: log lines are a warning, anything else still fails', async () => {
    const seen = await doctor(['--lenient-stdout', '--', ...chaos('noise')]);
    expect({ failed: seen.failed, code: seen.code }).toEqual({ failed: undefined, code: 0 });
    const step = seen.report.servers[0]!.steps.find(({ id }) => id === 'protocol');
    expect(step).toMatchObject({ status: 'warn', detail: expect.stringContaining('[stdout-noise]') });
    expect((await doctor(['--lenient-stdout', '--', ...chaos('duplicate-id')])).code).toBe(1);
  });

  it('a command that is not there', async () => {
    const seen = await doctor(['--', 'no-such-mcp-server']);
    expect(seen).toMatchObject({ failed: 'command', verdict: 'unreachable', code: 3 });
    expect(seen.remedy).toMatch(/PATH/);
    expect((await doctor(['--command', 'uvx x'], { env: { PATH: '/nowhere' } })).remedy).toMatch(/uv/);
  });

  it('a stateless server passes', async () => {
    const seen = await doctor(['--', ...chaos('none'), '--modern']);
    expect(seen.failed).toBeUndefined();
    expect(seen.report.servers[0]!.steps.find(({ id }) => id === 'era')!.detail).toMatch(
      /2026-07-28, modern/,
    );
  });

  it('keeps its hands off when told', async () => {
    const seen = await doctor(['--no-call', '--', ...chaos('hang-call')]);
    expect(seen.code).toBe(0);
  });
});

function serve(listener: RequestListener): Promise<string> {
  return listen(createServer(listener), 'http');
}

async function listen(server: Server, scheme: string): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => server.close());
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** An honest server at /mcp that wants a token when one is given. */
const honest =
  (token?: string): RequestListener =>
  (request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      if (request.url !== '/mcp') return response.writeHead(404).end('not here');
      if (token && request.headers.authorization !== `Bearer ${token}`) {
        return response.writeHead(401, { 'www-authenticate': 'Bearer realm="mcp"' }).end();
      }
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method, params } = JSON.parse(text);
      if (id === undefined) return response.writeHead(202).end();
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answerTo(method, params) }));
    });
  };

function answerTo(method: string, params: { protocolVersion: string }): object {
  if (method === 'tools/list') return { result: { tools: [] } };
  if (method !== 'initialize') return { error: { code: -32601, message: 'no' } };
  const serverInfo = { name: 'h', version: '1' };
  return { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } };
}

describe('a server behind a URL', () => {
  it('a server of the older HTTP with SSE passes, as it does in a run', async () => {
    const port = String(await freePort());
    const start = ['mcptest', 'mock', '--tools-from', 'depot.json', '--sse', '--port', port];
    const cwd = folder({
      'depot.json': JSON.stringify({ mock_server: { name: 'depot', tools: [{ name: 'look' }] } }),
      'mcptest.yml': suite({ servers: { depot: { url: `http://127.0.0.1:${port}/sse`, start } }, tools: [] }),
    });
    const seen = await doctor([], { cwd });
    expect(seen).toMatchObject({ verdict: 'pass', code: 0 });
    const step = seen.report.servers[0]!.steps.find(({ id }) => id === 'http');
    expect(step?.detail).toMatch(/^40[045] to POST, but GET opens a stream/);
  });

  it('that works', async () => {
    const seen = await doctor(['--url', await serve(honest())]);
    expect(seen).toMatchObject({ failed: undefined, code: 0 });
  });

  it('401 without a token, with an empty one, with a wrong one, with the right one', async () => {
    const url = await serve(honest('right-token-123'));
    const bare = await doctor(['--url', url]);
    expect(bare).toMatchObject({ failed: 'auth', verdict: 'unreachable', code: 3 });
    expect(bare.detail).toMatch(/HTTP 401.*Bearer \(realm="mcp"\)/);
    expect(bare.remedy).toMatch(/--bearer-token-env/);
    const flags = ['--url', url, '--bearer-token-env', 'DOC_TOKEN'];
    const empty = await doctor(flags);
    expect(empty).toMatchObject({ failed: 'auth', code: 3 });
    expect(empty.detail).toMatch(/`DOC_TOKEN`.*not set/);
    const wrong = await doctor(flags, { env: { DOC_TOKEN: 'wrong-token-456' } });
    expect(wrong).toMatchObject({ failed: 'auth', code: 3 });
    expect(wrong.detail).toMatch(/rejected/);
    expect(JSON.stringify(wrong.report)).not.toContain('wrong-token-456');
    expect((await doctor(flags, { env: { DOC_TOKEN: 'right-token-123' } })).code).toBe(0);
  });

  it('at another path', async () => {
    const url = await serve(honest());
    const seen = await doctor(['--url', url.replace('/mcp', '/')]);
    expect(seen).toMatchObject({ failed: 'http', code: 1 });
    expect(seen.remedy).toContain(`${url} answers`);
  });

  it('a web page in place of MCP', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>');
    });
    const seen = await doctor(['--url', url]);
    expect(seen).toMatchObject({ failed: 'content-type', code: 1 });
    expect(seen.remedy).toMatch(/web page/);
  });

  it.each([
    [302, 'http', /Use that URL/],
    [500, 'http', /log/],
    [503, 'http', /--wait-for-ready/],
  ])('status %i', async (status, step, remedy) => {
    const url = await serve((_, response) =>
      response.writeHead(status, { location: 'https://other.example/mcp' }).end('oops'),
    );
    const seen = await doctor(['--url', url]);
    expect(seen.failed).toBe(step);
    expect(seen.remedy).toMatch(remedy);
  });

  it('a port where nobody listens', async () => {
    const seen = await doctor(['--url', `http://127.0.0.1:${await freePort()}/mcp`]);
    expect(seen).toMatchObject({ failed: 'tcp', verdict: 'unreachable', code: 3 });
    expect(seen.remedy).toMatch(/Start the server/);
  });

  it('a host that does not exist, and what is no URL', async () => {
    const seen = await doctor(['--url', 'https://no-such-host.invalid/mcp']);
    expect(seen).toMatchObject({ failed: 'dns', verdict: 'unreachable', code: 3 });
    expect(seen.remedy).toMatch(/spelling/);
    expect((await doctor(['--url', 'mcp.example'])).failed).toBe('url');
  });

  it('a certificate that nobody vouches for, and no TLS at all', async () => {
    const dir = join(root, 'fixtures/tls');
    const read = (name: string) => readFileSync(join(dir, name));
    const url = await listen(
      createSecureServer({ key: read('key.pem'), cert: read('cert.pem') }, honest()),
      'https',
    );
    const seen = await doctor(['--url', url]);
    expect(seen).toMatchObject({ failed: 'tls', verdict: 'unreachable', code: 3 });
    expect(seen.remedy).toMatch(/NODE_EXTRA_CA_CERTS/);
    const trusted = await doctor(['--url', url], { env: { NODE_EXTRA_CA_CERTS: join(dir, 'cert.pem') } });
    expect(trusted.code).toBe(0);
    const plain = await doctor(['--url', (await serve(honest())).replace('http:', 'https:')]);
    expect(plain.failed).toBe('tls');
    expect(plain.remedy).toMatch(/http:\/\/ instead of https/);
  });
});

describe('what is declared', () => {
  it('all servers of the suite are looked at, and the report is saved', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { good: { command: chaos('none') }, bad: { command: ['no-such-server'] } },
        tools: [],
      }),
    });
    const { report, code } = await doctor([], { cwd });
    expect(report.servers.map(({ server, verdict }) => [server, verdict])).toEqual([
      ['good', 'pass'],
      ['bad', 'unreachable'],
    ]);
    expect(code).toBe(3);
    expect(JSON.parse(readFileSync(join(cwd, '.mcptest/doctor.json'), 'utf8'))).toEqual(report);
    expect((await doctor(['good'], { cwd })).code).toBe(0);
  });

  it('servers of MCP clients are listed with hints, started only when named, and their secrets stay out', async () => {
    const cwd = folder({
      '.mcp.json': JSON.stringify({
        mcpServers: { slow: { command: 'npx', args: ['some-server'], env: { SOME_API_KEY: 'k-12345678' } } },
      }),
    });
    mkdirSync(join(cwd, '.codex'));
    writeFileSync(
      join(cwd, '.codex/config.toml'),
      `[mcp_servers.chaos]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(chaos('none').slice(1))}\n`,
    );
    const listed = await doctor([], { cwd });
    expect(listed.code).toBe(0);
    expect(listed.report.servers).toEqual([]);
    expect(listed.report.declared.map(({ name, client, file }) => [name, client, file])).toEqual([
      ['slow', 'Claude Code', '.mcp.json'],
      ['chaos', 'Codex', '.codex/config.toml'],
    ]);
    expect(listed.report.declared[0]!.hints.join()).toMatch(/npx without -y/);
    expect(JSON.stringify(listed.report)).not.toContain('k-12345678');
    const named = await doctor(['chaos'], { cwd });
    expect(named).toMatchObject({ verdict: 'pass', code: 0 });
  });

  it('nothing at all is a question of usage', async () => {
    const cwd = folder();
    const ran = await mcptest(['doctor'], { cwd, env: { HOME: cwd } });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('mcptest doctor -- node server.js');
    const unknown = await mcptest(['doctor', 'nobody'], { cwd, env: { HOME: cwd } });
    expect(unknown.code).toBe(2);
  });

  it('shows a person the step and the remedy', async () => {
    const cwd = folder();
    const ran = await mcptest(['doctor', '--', ...chaos('die-at-start')], { cwd, env: { HOME: cwd } });
    expect(ran.stdout).toMatch(/✗ process starts +it exited with code 7 before it spoke/);
    expect(ran.stdout).toMatch(/→ It seems to need a variable/);
    expect(ran.stdout).toMatch(/UNREACHABLE {2}target: process starts/);
  });
});

it('what says why is shown whole, by doctor and by tools, with what to do', async () => {
  const lines = Array.from({ length: 7 }, (_, n) => `line ${n} ${'of what it did '.repeat(9)}`);
  const script = `console.error(${JSON.stringify([...lines, 'Error: MY_API_KEY is not set'].join('\n'))}); process.exit(1)`;
  const target = ['--', process.execPath, '-e', script];
  const cwd = folder();
  const [seen, tools] = await Promise.all([
    mcptest(['doctor', ...target], { cwd, env: { HOME: cwd } }),
    mcptest(['tools', ...target], { cwd }),
  ]);
  for (const line of lines) expect(seen.stdout).toContain(`| ${line.trim()}\n`);
  for (const text of [seen.stdout.replace(/\s+/g, ' '), tools.stderr]) {
    expect(text).toContain('Error: MY_API_KEY is not set');
    expect(text).toContain('add --pass-env MY_API_KEY, or in a suite');
  }
});
