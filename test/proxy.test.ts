import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killOnce, VICTIMS } from '../eval/lib/proxy/kill-once.js';
import { readTraces } from '../src/trace/read-traces.js';
import { cli, folder, mcptest, root, suite } from './lib/cli.js';
import { RawAgent } from './lib/raw-agent.js';

const node = process.execPath;
const wire = join(root, 'fixtures/wire-mcp/server.mjs');
const META = '"io.modelcontextprotocol/protocolVersion":"2026-07-28"';

/** Both eras, with everything an agent might write: odd spacing, escapes, numbers, ids, line ends, and no JSON at all. */
const CORPUS = [
  `{"jsonrpc":"2.0","id":"server-discover-probe-1","method":"server/discover","params":{"_meta":{${META},"x/unknown":[1.0]}}}\n`,
  '{"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"raw","version":"1"}},"jsonrpc":"2.0","id":0}\n',
  '{ "jsonrpc" : "2.0", "method" : "notifications/initialized" }\r\n',
  '\n   \n',
  '{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/list","params":{}}\n',
  '{"jsonrpc":"2.0","id":"call-\\u00e9","method":"tools/call","params":{"name":"add","arguments":{"a":1.0,"a":2e3,"b":"\\ud83d\\ude00 😀"},"_meta":{"progressToken":"p1","claudecode/toolUseId":"t"}}}\n',
  '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"ask","arguments":{},"_meta":{"progressToken":3}}}\n',
  '{"jsonrpc":"2.0","id":"srv-1","result":{"action":"decline"}}\n{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}\n',
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"never","arguments":{}}}\n',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}\n',
  '[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","id":6,"method":"ping"}]\n',
  'this is no JSON \xff\n',
  `{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":"fail","_meta":{${META}}}}\n`,
  '{"jsonrpc":"2.0","id":"last","method":"ping"}\n',
];

async function speak(argv: string[]): Promise<RawAgent> {
  const agent = new RawAgent(argv);
  for (const line of CORPUS) agent.write(Buffer.from(line, line.includes('\xff') ? 'latin1' : 'utf8'));
  // A line that is not finished is the agent's business, too.
  await agent.answer('last');
  agent.write('{"jsonrpc":"2.0","id":');
  await agent.end();
  return agent;
}

function url(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const [found] = /http:\/\/\S+/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(text)));
  });
}

async function started(
  argv: string[],
  use: (at: string) => Promise<void>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const left = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await use(await url(child));
  } finally {
    child.kill(signal);
  }
  return left;
}

interface HttpAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

function send(to: string, method: string, headers: Record<string, string>, body = ''): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(to, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { date: _, connection: _c, 'keep-alive': _k, ...rest } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          headers: rest,
          body: Buffer.concat(chunks).toString('latin1'),
        });
      });
    });
    sent.on('error', reject).end(body);
  });
}

describe('what passes', () => {
  it('is the same to the byte as without it, over stdio', async () => {
    const dir = folder();
    const direct = await speak([node, wire, join(dir, 'direct')]);
    const record = join(dir, 'run.jsonl');
    const through = await speak([
      node,
      cli,
      'proxy',
      '--record',
      record,
      '--',
      node,
      wire,
      join(dir, 'book'),
    ]);
    expect(readFileSync(join(dir, 'book.in')).equals(through.sent)).toBe(true);
    expect(readFileSync(join(dir, 'book.out')).equals(through.got)).toBe(true);
    expect(through.sent.equals(direct.sent)).toBe(true);
    expect(through.got.equals(direct.got)).toBe(true);
    expect(through.errors).toBe(direct.errors);
    const { traces } = await readTraces({ path: record });
    expect(traces).toHaveLength(1);
    expect(traces[0]?.servers).toEqual(['wire']);
    expect(traces[0]?.calls.map(({ tool, is_error }) => [tool, is_error])).toEqual([
      ['add', false],
      ['ask', false],
      ['never', true],
      ['fail', true],
    ]);
    expect(traces[0]?.catalog?.wire?.map(({ name }) => name)).toEqual(['add', 'ask']);
  });

  it('is the same to the byte as without it, over HTTP, with the statuses and headers', async () => {
    const dir = folder();
    const talk = async (to: string): Promise<HttpAnswer[]> => {
      const odd = { 'content-type': 'application/json', 'x-odd': 'yes' };
      const inSession = { ...odd, 'mcp-session-id': 'abc', 'mcp-method': 'tools/call' };
      const answers: HttpAnswer[] = [];
      for (const line of CORPUS.filter((one) => one.startsWith('{')))
        answers.push(await send(to, 'POST', line.includes('"id":3') ? inSession : odd, line));
      answers.push(await send(to, 'POST', { ...odd, 'mcp-session-id': 'gone' }, CORPUS[4]));
      answers.push(await send(to, 'GET', { accept: 'text/event-stream' }));
      answers.push(await send(to, 'DELETE', inSession));
      return answers;
    };
    let direct: HttpAnswer[] = [];
    let through: HttpAnswer[] = [];
    await started([node, wire, join(dir, 'direct'), '--http'], async (to) => {
      direct = await talk(to);
    });
    const record = join(dir, 'run.jsonl');
    await started([node, wire, join(dir, 'book'), '--http'], async (to) => {
      const code = await started(
        [node, cli, 'proxy', '--http', '--record', record, '--url', to],
        async (at) => {
          through = await talk(at);
        },
      );
      expect(code).toBe(0);
    });
    expect(through).toEqual(direct);
    for (const side of ['in', 'out'])
      expect(readFileSync(join(dir, `book.${side}`)).equals(readFileSync(join(dir, `direct.${side}`)))).toBe(
        true,
      );
    const { traces } = await readTraces({ path: record });
    expect(traces[0]?.calls.map(({ tool }) => tool)).toEqual(['add', 'ask', 'never', 'fail']);
  });

  it('reaches a URL from stdio, and a process from HTTP', async () => {
    const dir = folder();
    await started([node, wire, join(dir, 'book'), '--http'], async (to) => {
      const agent = new RawAgent([node, cli, 'proxy', '--record', join(dir, 'a.jsonl'), '--url', to]);
      await agent.handshake();
      const line =
        '{"jsonrpc":"2.0", "id":"q","method":"tools/call","params":{"name":"ask","_meta":{"progressToken":9}}}';
      agent.write(`${line}\n`);
      await agent.answer('q');
      // The server forgets the session; the agent on stdio never hears of it.
      await agent.request('tools/call', { name: 'forget' });
      const after = await agent.request('tools/call', { name: 'add', arguments: { a: 'again' } });
      expect(JSON.stringify(after.result)).toContain('sum again');
      expect(agent.messages.map(({ method }) => method).filter(Boolean)).toContain('elicitation/create');
      expect(await agent.end()).toBe(0);
      expect(readFileSync(join(dir, 'book.in'), 'utf8')).toContain(line);
      expect(readFileSync(join(dir, 'book.in'), 'utf8')).toContain('DELETE /odd/path abc');
      expect(agent.got.toString('utf8')).toContain('"n":1.50 }');
    });
    const record = join(dir, 'b.jsonl');
    await started([node, cli, 'proxy', '--http', '--record', record, '--', node, wire, '-'], async (at) => {
      const json = { 'content-type': 'application/json' };
      const opened = await send(at, 'POST', json, CORPUS[1]);
      const session = { ...json, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
      const asked = await send(at, 'POST', session, CORPUS[6]);
      expect(asked.headers['content-type']).toBe('text/event-stream');
      expect(asked.body).toContain('"progressToken":3');
      expect((await send(at, 'POST', { ...json, 'mcp-session-id': 'x' }, CORPUS[4])).status).toBe(404);
      const modern = await send(at, 'POST', json, CORPUS[12]);
      expect(modern.body).toContain('it failed');
      expect((await send(at, 'DELETE', session)).status).toBe(200);
      expect((await send(at, 'POST', { ...json, host: 'evil.example' }, CORPUS[1])).status).toBe(403);
      expect((await send(at, 'POST', { ...json, origin: 'http://evil.example' }, CORPUS[1])).status).toBe(
        403,
      );
    });
    const { traces } = await readTraces({ path: record });
    expect(traces[0]?.calls.map(({ tool }) => tool)).toEqual(['ask', 'fail']);
  });

  it('follows a redirect within the server for an agent on stdio, and keeps one on HTTP with the recorder', async () => {
    const dir = folder();
    const upstream = createServer(async (asked, response) => {
      const at = `http://${asked.headers.host}/mcp/`;
      if (asked.url === '/mcp') return response.writeHead(307, { location: at }).end();
      const text = Buffer.concat(await asked.toArray()).toString();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text || '{}').id, result: { moved: true } }),
      );
    });
    await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
    const to = `http://127.0.0.1:${(upstream.address() as { port: number }).port}/mcp`;
    const proxy = [node, cli, 'proxy', '--record', join(dir, 'a.jsonl'), '--url', to];
    const agent = new RawAgent(proxy);
    expect((await agent.request('ping', {})).result).toEqual({ moved: true });
    await agent.end();
    await started([...proxy, '--http'], async (at) => {
      const { status, headers } = await send(at, 'POST', {}, '{}');
      expect({ status, location: headers.location }).toEqual({ status: 307, location: '/mcp/' });
      expect((await send(new URL('/mcp/', at).href, 'POST', {}, '{"id":1}')).body).toContain('moved');
    });
    upstream.close();
  });

  it('answers only programs on this machine that name it rightly, also in front of a URL', async () => {
    const dir = folder();
    const upstream = createServer((_, response) => response.end('reached'));
    await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
    const { port } = upstream.address() as { port: number };
    const argv = [
      node,
      cli,
      'proxy',
      '--http',
      '--record',
      join(dir, 'a.jsonl'),
      '--url',
      `http://127.0.0.1:${port}/`,
    ];
    await started(argv, async (at) => {
      expect(at.startsWith('http://127.0.0.1:')).toBe(true);
      expect((await send(at, 'POST', {}, '{}')).body).toBe('reached');
      expect((await send(at, 'POST', { host: 'evil.example' }, '{}')).status).toBe(403);
      expect((await send(at, 'POST', { origin: 'https://evil.example' }, '{}')).status).toBe(403);
    });
    upstream.close();
  });
});

describe('what is recorded', () => {
  it('holds no secret, while the server gets it', async () => {
    const dir = folder();
    const secret = 'sup3r-s3cret-value-91';
    const argv = [node, cli, 'proxy', '--record', join(dir, 'a.jsonl'), '--', node, wire, join(dir, 'book')];
    const agent = new RawAgent(argv, { env: { ...process.env, WIRE_API_KEY: secret } });
    await agent.handshake();
    const answer = await agent.request('tools/call', { name: 'add', arguments: { a: secret } });
    await agent.end();
    expect(JSON.stringify(answer)).toContain(secret);
    expect(readFileSync(join(dir, 'book.in'), 'utf8')).toContain(secret);
    const text = readFileSync(join(dir, 'a.jsonl'), 'utf8');
    expect(text).not.toContain(secret);
    expect(text).toContain('[secret:WIRE_API_KEY]');
  });

  it('goes on in its file with every session, past a line that was cut, and is one run', async () => {
    const dir = folder();
    const record = join(dir, 'a.jsonl');
    for (const a of ['one', 'two']) {
      const agent = new RawAgent([
        node,
        cli,
        'proxy',
        '--record',
        record,
        '--name',
        'w',
        '--',
        node,
        wire,
        '-',
      ]);
      await agent.handshake();
      await agent.request('tools/call', { name: 'add', arguments: { a } });
      await agent.end();
      writeFileSync(record, '{"wire":1,"session":"cut', { flag: 'a' });
    }
    const { traces, warnings } = await readTraces({ path: record });
    expect(traces.map(({ calls }) => calls.map(({ args }) => args))).toEqual([[{ a: 'one' }, { a: 'two' }]]);
    expect(warnings).toHaveLength(2);
  });

  it('is scored as any other trace', async () => {
    const dir = folder({
      'a.mcptest.yml': suite({
        servers: { w: { command: ['node', 'none.js'] } },
        agents: [
          {
            name: 'adds',
            prompt: 'add',
            servers: ['w'],
            expect: [{ tool_names: { exact: ['add', 'fail'] } }, { 'tool_calls[1].is_error': true }],
            tool_selection: { expected_tool: 'w.add', min_selection_rate: 0.5 },
          },
        ],
      }),
    });
    const record = join(dir, 'a.jsonl');
    const agent = new RawAgent([
      node,
      cli,
      'proxy',
      '--record',
      record,
      '--name',
      'w',
      '--',
      node,
      wire,
      '-',
    ]);
    await agent.handshake();
    await agent.request('tools/call', { name: 'add', arguments: {} });
    await agent.request('tools/call', { name: 'fail', arguments: {} });
    await agent.end();
    const ran = await mcptest(['score', 'a.mcptest.yml', '--trace', record, '--no-save'], { cwd: dir });
    expect(ran.stdout + ran.stderr).toContain('1 passed');
    expect(ran.code).toBe(0);
  });

  it('is added to no file of another kind', async () => {
    const dir = folder({ 'notes.txt': 'mine\n' });
    const ran = await mcptest(['proxy', '--record', 'notes.txt', '--', node, wire, '-'], { cwd: dir });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('is not a recording');
    expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('mine\n');
  });
});

describe('what is injected', () => {
  it('meets the call it is meant for; a tool that is not the server’s is answered by the recorder', async () => {
    const dir = folder();
    const flags = [
      '--fault',
      'error,tool=add,after=1',
      '--fault',
      'malformed,tool=fail',
      '--distractors',
      '3',
      '--latency',
      '1ms',
    ];
    const record = join(dir, 'a.jsonl');
    const agent = new RawAgent([
      node,
      cli,
      'proxy',
      '--record',
      record,
      ...flags,
      '--',
      node,
      wire,
      join(dir, 'book'),
    ]);
    await agent.handshake();
    const listed = (await agent.request('tools/list')).result?.tools as { name: string }[];
    expect(listed).toHaveLength(5);
    const added = listed.map(({ name }) => name).filter((name) => !['add', 'ask'].includes(name));
    const calls = [
      { name: 'add', arguments: { a: 1 } },
      { name: 'add', arguments: { a: 2 } },
      { name: added[0], arguments: {} },
    ];
    const answers = [];
    for (const params of calls) answers.push((await agent.request('tools/call', params)).result);
    agent.write('{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":"fail"}}\n');
    await expect
      .poll(() => agent.got.toString('utf8'))
      .toContain('"id":"m","result":{"content":[{"type":"text","text":"cut o');
    expect(await agent.end()).toBe(0);
    expect(answers.map((one) => one?.isError)).toEqual([undefined, true, false]);
    const heard = readFileSync(join(dir, 'book.in'), 'utf8');
    expect(heard.match(/tools\/call/g)).toHaveLength(1);
    const { traces } = await readTraces({ path: record });
    expect(traces[0]?.faults).toEqual([
      { call: 1, kind: 'error' },
      { call: 3, kind: 'malformed' },
    ]);
    expect(traces[0]?.distractors?.sort()).toEqual(added.map((name) => `wire.${name}`).sort());
  });

  it('works the same between an agent and a URL', async () => {
    const dir = folder();
    await started([node, wire, join(dir, 'book'), '--http'], async (to) => {
      const flags = ['--fault', 'empty', '--distractors-like', 'add'];
      const argv = [node, cli, 'proxy', '--http', '--record', join(dir, 'a.jsonl'), ...flags, '--url', to];
      await started(argv, async (at) => {
        const json = { 'content-type': 'application/json' };
        const list = JSON.parse((await send(at, 'POST', json, CORPUS[4])).body);
        expect(list.result.tools).toHaveLength(3);
        const first = JSON.parse((await send(at, 'POST', json, CORPUS[5])).body);
        expect(first.result.content).toEqual([]);
        expect((await send(at, 'POST', json, CORPUS[5])).body).toContain('sum 2000');
      });
    });
  });
});

describe('a recording', () => {
  it('is played back as a server, and a live server is held against it', async () => {
    const dir = folder();
    const record = join(dir, 'run.json');
    const server = [node, wire, '-'];
    const agent = new RawAgent([
      node,
      cli,
      'proxy',
      '--record',
      record,
      '--format',
      'cassette',
      '--',
      ...server,
    ]);
    await agent.handshake();
    await agent.request('tools/list');
    const params = { name: 'add', arguments: { a: 5 }, _meta: { progressToken: 'p' } };
    const live = await agent.request('tools/call', params);
    expect(await agent.end()).toBe(0);
    expect(JSON.parse(readFileSync(record, 'utf8')).suite).toBe('mcptest proxy');

    const played = new RawAgent([node, cli, 'serve', '--cassette', record]);
    await played.handshake();
    const again = await played.request('tools/call', { ...params, _meta: { progressToken: 'other' } });
    expect(again.result).toEqual(live.result);
    const progress = played.messages.filter(({ method }) => method === 'notifications/progress');
    expect(progress.map((one) => one.params?.progressToken)).toEqual(['other', 'other']);
    const unknown = await played.request('tools/call', { name: 'add', arguments: { a: 6 } });
    expect(unknown.error?.message).toContain('Not in the recording');
    expect(await played.end()).toBe(0);

    const same = await mcptest(['verify', '--cassette', record, '--', ...server]);
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('answers as it was recorded')]);
    const text = readFileSync(record, 'utf8').replaceAll('sum 5', 'sum five');
    writeFileSync(record, text);
    const drift = await mcptest(['verify', '--cassette', record, '--format', 'json', '--', ...server]);
    expect(drift.code).toBe(1);
    expect(JSON.parse(drift.stdout).requests[0]).toMatchObject({
      outcome: 'drift',
      pointer: '/content/0/text',
    });
    const gone = await mcptest(['verify', '--cassette', record, '--', node, '-e', '0']);
    expect(gone.code).toBe(3);
  });

  it('of a recorder that was killed is read from what it left', async () => {
    const dir = folder();
    const record = join(dir, 'run.json');
    const argv = [node, cli, 'proxy', '--record', record, '--format', 'cassette', '--', node, wire, '-'];
    const agent = new RawAgent(argv);
    await agent.handshake();
    await agent.request('tools/call', { name: 'add', arguments: { a: 1 } });
    agent.child.kill('SIGKILL');
    await agent.exited;
    expect(existsSync(record)).toBe(false);
    const ran = await mcptest(['verify', '--cassette', record, '--', node, wire, '-']);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('1 request: 1 the same')]);
  });
});

it.each(VICTIMS)('leaves no process and a readable recording when the %s is killed', async (victim) => {
  const mark = `test-${process.pid}-${victim}`;
  const after = await killOnce({
    victim,
    signal: 'SIGKILL',
    afterMs: 20,
    talking: true,
    folder: folder(),
    mark,
  });
  expect(after).toEqual({ left: [], calls: expect.any(Number) });
});
