import { describe, expect, test } from 'vitest';
import { META } from '../rpc-server/eras.js';
import { abandon } from '../rpc-server/peer.js';
import { createMock } from './create-mock.js';
import { parseManifest } from './load-manifest.js';
import { createPeer, type Peer } from './peer.js';

/** What comes over the wire is looked at, not typed. */
type Message = Record<string, ReturnType<typeof JSON.parse>>;

const META_OK = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} };

/** A client of a mock with these tools and other keys: `ask` gives the answer to one request. */
async function client(server: Record<string, unknown>, revision: string | null = '2025-11-25') {
  const logs: string[] = [];
  const manifest = await parseManifest(JSON.stringify({ mock_server: server }), 'm.json');
  const mock = createMock(manifest, { onLog: (line) => logs.push(line) });
  const peer: Peer = createPeer();
  const sent: Message[] = [];
  let id = 0;
  const handle = (message: unknown) =>
    mock.handle(message, (out, status) => sent.push(status ? { ...out, status } : (out as Message)), peer);
  const ask = async (method: string, params?: unknown): Promise<Message> => {
    const own = ++id;
    await handle({ jsonrpc: '2.0', id: own, method, params });
    return sent.find((message) => message.id === own) as Message;
  };
  const call = (name: string, args?: unknown) => ask('tools/call', { name, arguments: args });
  const text = async (name: string, args?: unknown) => (await call(name, args)).result?.content[0].text;
  if (revision) await ask('initialize', { protocolVersion: revision });
  return { ask, call, text, handle, sent, logs, peer };
}

const says = (text: string) => ({ response: { content: [{ type: 'text', text }] } });

describe('answers', () => {
  test('the first rule whose conditions all hold', async () => {
    const { text } = await client({
      tools: [
        {
          name: 't',
          responses: [
            { when: { 'args.q': 'a', 'args.n': { '>': 3 } }, ...says('a and big') },
            { when: { 'args.q': { regex: '^a' } }, ...says('a') },
            { when: { call_count: 4 }, ...says('fourth') },
            { when: { 'args.gone': { not: { exact: 1 } } }, ...says('no q') },
          ],
          ...says('else'),
        },
      ],
    });
    expect(await text('t', { q: 'a', n: 5 })).toBe('a and big');
    expect(await text('t', { q: 'a', n: 3 })).toBe('a');
    expect(await text('t', { q: 'x', gone: 1 })).toBe('else');
    expect(await text('t', { q: 'x', gone: 1 })).toBe('fourth');
    expect(await text('t', { q: 'x' })).toBe('no q');
  });

  test('a sequence ends with its last answer, a cycle never ends', async () => {
    const sequence = [says('1'), { is_error: '2' }, says('3')];
    const { text } = await client({
      tools: [
        { name: 'line', responses: [{ sequence }] },
        { name: 'ring', responses: [{ sequence, cycle: true }] },
      ],
    });
    const take = async (name: string) => Promise.all(Array.from({ length: 5 }, () => text(name)));
    expect(await take('line')).toEqual(['1', '2', '3', '3', '3']);
    expect(await take('ring')).toEqual(['1', '2', '3', '1', '2']);
  });

  test('each client has a sequence of its own', async () => {
    const manifest = await parseManifest(
      JSON.stringify({
        mock_server: { tools: [{ name: 't', responses: [{ sequence: [says('1'), says('2')] }] }] },
      }),
      'm.json',
    );
    const mock = createMock(manifest);
    const seen: unknown[] = [];
    for (const peer of [createPeer(), createPeer()]) {
      peer.revision = '2025-11-25';
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } };
      await mock.handle(message, (out) => seen.push((out as Message).result.content[0].text), peer);
    }
    expect(seen).toEqual(['1', '1']);
  });

  test('nothing matches: a loud error that names tool and arguments', async () => {
    const { call, logs } = await client({
      tools: [{ name: 't', responses: [{ when: { 'args.q': 'a' }, ...says('a') }] }],
    });
    const { error } = await call('t', { q: 'b' });
    expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(/"t".*\{"q":"b"\}/) });
    expect(logs).toEqual([error.message]);
  });

  test('a template without a value: a loud error that names it', async () => {
    const { call, logs } = await client({ tools: [{ name: 't', ...says('${args.q}') }] });
    const { error } = await call('t', {});
    expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('${args.q}') });
    expect(logs).toHaveLength(1);
  });

  test('an error of the manifest is no news to whoever runs it', async () => {
    const { call, logs } = await client({ tools: [{ name: 't', error: { message: 'no ${args.x}' } }] });
    expect((await call('t', { x: 1 })).error).toEqual({ code: -32000, message: 'no 1' });
    expect(logs).toEqual([]);
  });

  test('structured content comes with its text', async () => {
    const { call } = await client({
      tools: [{ name: 't', response: { structured_content: { n: '${args.n}' } } }],
    });
    expect((await call('t', { n: [1] })).result).toEqual({
      structuredContent: { n: [1] },
      content: [{ type: 'text', text: '{"n":[1]}' }],
    });
  });

  test('no answer declared: from the output schema, else an echo', async () => {
    const outputSchema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const { call } = await client({ tools: [{ name: 'typed', outputSchema }, { name: 'plain' }] });
    expect((await call('typed', {})).result).toMatchObject({ structuredContent: { id: 0 } });
    expect((await call('plain', { a: 1 })).result.content[0].text).toBe('plain {"a":1}');
  });
});

describe('arguments', () => {
  const tools = [
    {
      name: 't',
      input_schema: { required: ['q'], properties: { q: { type: 'string', pattern: '^a' } } },
      ...says('fine'),
    },
  ];

  test.each([
    ['2024-11-05', 'error'],
    ['2025-03-26', 'error'],
    ['2025-06-18', 'error'],
    ['2025-11-25', 'result'],
  ])('that are wrong are in %s a protocol %s', async (revision, kind) => {
    const { call } = await client({ tools }, revision);
    const answer = await call('t', { q: 'b' });
    const reason = expect.stringContaining('/q must match the pattern');
    if (kind === 'error') expect(answer.error).toMatchObject({ code: -32602, message: reason });
    else expect(answer.result).toEqual({ isError: true, content: [{ type: 'text', text: reason }] });
    expect((await call('t', { q: 'a' })).result.content[0].text).toBe('fine');
  });

  test('that are wrong do not count as a call', async () => {
    const { call, text } = await client({
      tools: [
        { ...tools[0], response: undefined, responses: [{ when: { call_count: 1 }, ...says('first') }] },
      ],
    });
    await call('t', {});
    expect(await text('t', { q: 'a' })).toBe('first');
  });

  test('that are no map are refused, as are tools that do not exist', async () => {
    const { call } = await client({ tools });
    expect((await call('t', [1])).error.code).toBe(-32602);
    expect((await call('toString', {})).error).toMatchObject({
      code: -32602,
      message: 'Unknown tool: toString',
    });
  });

  test('with prototypes in them change nothing', async () => {
    const { handle, sent } = await client({
      tools: [
        { name: 'p', input_schema: { properties: { a: {} } }, response: { structuredContent: '${args}' } },
      ],
    });
    const params =
      '{"name":"p","arguments":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    await handle(JSON.parse(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":${params}}`));
    expect(({} as Message).polluted).toBeUndefined();
    expect(JSON.stringify(sent.at(-1)?.result.structuredContent)).toContain('"__proto__":{"polluted":1}');
  });

  test('a schema that cannot be enforced is said aloud', async () => {
    const { call, logs } = await client({
      tools: [{ name: 't', input_schema: { $ref: 'http://x/y' }, ...says('x') }],
    });
    expect((await call('t', {})).error.code).toBe(-32603);
    expect(logs).toHaveLength(1);
  });

  test('a schema that cannot be enforced does not stop a tool of a saved catalogue', async () => {
    const { text, logs } = await client({ tools: [{ name: 't', input_schema: { $ref: 'http://x/y' } }] });
    expect(await text('t', {})).toBe('t {}');
    expect(logs).toHaveLength(1);
  });
});

describe('delays', () => {
  const tools = [{ name: 'slow', delay: '10m', ...says('late') }];

  test('end without an answer when the call is cancelled', async () => {
    const { handle, sent, peer } = await client({ tools });
    const before = sent.length;
    const call = handle({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'slow' } });
    await handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } });
    await call;
    expect(sent).toHaveLength(before);
    expect(peer.waiting.size).toBe(0);
  });

  test('end when the client goes', async () => {
    const { handle, sent, peer } = await client({ tools });
    const before = sent.length;
    const call = handle({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'slow' } });
    await Promise.resolve();
    abandon(peer);
    await call;
    expect(sent).toHaveLength(before);
  });

  test('of others are not touched by a strange id', async () => {
    const { handle, peer } = await client({ tools });
    const call = handle({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } });
    await handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: '1' } });
    expect(peer.waiting.size).toBe(1);
    abandon(peer);
    await call;
  });
});

describe('the legacy era', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('echoes %s', async (revision) => {
    const { ask } = await client({}, null);
    expect((await ask('initialize', { protocolVersion: revision })).result.protocolVersion).toBe(revision);
  });

  test('answers an unknown revision with its newest', async () => {
    const { ask } = await client({}, null);
    expect((await ask('initialize', { protocolVersion: '1999-01-01' })).result.protocolVersion).toBe(
      '2025-11-25',
    );
  });

  test('serves what it declares and nothing else', async () => {
    const { ask } = await client({ tools: [{ name: 't' }] });
    expect((await ask('ping')).result).toEqual({});
    expect((await ask('logging/setLevel', { level: 'info' })).result).toEqual({});
    for (const method of [
      'resources/list',
      'prompts/list',
      'completion/complete',
      'server/discover',
      '__proto__',
    ]) {
      expect((await ask(method)).error.code).toBe(-32601);
    }
  });

  test('a resource that is not there is -32002', async () => {
    const { ask } = await client({ resources: [{ uri: 'a://b', text: 'x' }] });
    expect((await ask('resources/read', { uri: 'a://c' })).error).toMatchObject({
      code: -32002,
      data: { uri: 'a://c' },
    });
  });

  test('comes after initialize', async () => {
    const { ask } = await client({ tools: [{ name: 't' }], protocol: 'legacy' }, null);
    expect((await ask('tools/list')).error.code).toBe(-32600);
    expect((await ask('ping')).result).toEqual({});
    expect((await ask('server/discover', { _meta: META_OK })).error.code).toBe(-32601);
  });

  test('takes batches in 2025-03-26 only', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 'b', method: 'nothing' },
    ];
    const old = await client({}, '2025-03-26');
    await old.handle(batch);
    expect(old.sent.at(-1)).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32601 } },
    ]);
    const late = await client({}, '2025-06-18');
    await late.handle(batch);
    expect(late.sent.at(-1)).toMatchObject({ id: null, error: { code: -32600 } });
  });
});

describe('the modern era', () => {
  const server = { tools: [{ name: 't', ...says('x') }], protocol: 'modern' };

  test('has no handshake, no ping, no log level', async () => {
    const { ask } = await client(server, null);
    for (const method of ['initialize', 'ping', 'logging/setLevel']) {
      expect(await ask(method, { _meta: META_OK })).toMatchObject({ error: { code: -32601 }, status: 404 });
    }
    expect((await ask('initialize', { protocolVersion: '2025-11-25' })).error.code).toBe(-32601);
  });

  test.each([
    ['nothing', undefined, -32602],
    ['no capabilities', { [META.protocolVersion]: '2026-07-28' }, -32602],
    ['odd capabilities', { ...META_OK, [META.clientCapabilities]: 1 }, -32602],
    ['an odd client', { ...META_OK, [META.clientInfo]: { name: 1 } }, -32602],
    ['another version', { ...META_OK, [META.protocolVersion]: '2027-01-01' }, -32022],
  ])('refuses an envelope with %s', async (_, meta, code) => {
    const { ask } = await client(server, null);
    const answer = await ask('tools/list', { _meta: meta });
    expect(answer).toMatchObject({ error: { code }, status: 400 });
    if (code === -32022) {
      expect(answer.error.data).toEqual({ supported: ['2026-07-28'], requested: '2027-01-01' });
    }
  });

  test('a server of both eras takes a bare request before any handshake for a modern one', async () => {
    const { ask } = await client({ tools: [{ name: 't' }] }, null);
    expect((await ask('tools/list')).error.code).toBe(-32602);
    await ask('initialize', { protocolVersion: '2025-11-25' });
    expect((await ask('tools/list')).result.resultType).toBeUndefined();
    expect((await ask('tools/list', { _meta: META_OK })).result.resultType).toBe('complete');
  });

  test('keeps the _meta of a response beside its own', async () => {
    const response = { content: [], _meta: { mine: 1 } };
    const { ask } = await client(
      { name: 'n', tools: [{ name: 't', response }], protocol: 'modern' },
      undefined,
    );
    const { result } = await ask('tools/call', { name: 't', _meta: META_OK });
    expect(result._meta).toEqual({ mine: 1, [META.serverInfo]: { name: 'n', version: '0.0.0' } });
  });

  test('acknowledges a subscription to nothing and ends it', async () => {
    const { ask, sent } = await client(server, null);
    const { id, result } = await ask('subscriptions/listen', {
      notifications: { toolsListChanged: true },
      _meta: META_OK,
    });
    expect(result._meta[META.subscriptionId]).toBe(id);
    expect(sent[0]).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: {} },
    });
  });
});

describe('JSON-RPC', () => {
  test.each([
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 1],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: 1 }, 1],
    ['ping', null],
    [[], null],
  ])('refuses %j', async (message, id) => {
    const { handle, sent } = await client({});
    await handle(message);
    expect(sent.at(-1)).toMatchObject({ id, error: { code: -32600 } });
  });

  test('says nothing to responses and notifications', async () => {
    const { handle, sent } = await client({});
    const before = sent.length;
    await handle({ jsonrpc: '2.0', id: 1, result: {} });
    await handle({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await handle({ jsonrpc: '2.0', method: 'tools/call', params: 7 });
    expect(sent).toHaveLength(before);
  });

  test('pages have no gaps, and strange cursors are refused', async () => {
    const tools = Array.from({ length: 7 }, (_, i) => ({ name: `t${i}` }));
    const { ask } = await client({ tools, page_size: 3 });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await ask('tools/list', cursor === undefined ? {} : { cursor });
      names.push(...result.tools.map((tool: Message) => tool.name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(tools.map((tool) => tool.name));
    for (const bad of ['', 'x', 7, 'ZnJvbSA5OQ']) {
      expect((await ask('tools/list', { cursor: bad })).error.code).toBe(-32602);
    }
  });
});
