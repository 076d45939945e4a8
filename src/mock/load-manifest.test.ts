import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { McptestError } from '../util/errors.js';
import { loadManifest, parseManifest } from './load-manifest.js';

async function refusal(text: string, file = 'm.yml'): Promise<McptestError> {
  const error = await parseManifest(text, file).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: 'mock-manifest', exitCode: 2 });
  return error;
}

/** A server with one tool that has these keys. */
const tool = (keys: string) => `mock_server:\n  tools:\n    - name: t\n      ${keys}\n`;

describe('a manifest', () => {
  test('needs no more than a tool', async () => {
    const manifest = await parseManifest(tool('response: { content: [] }'), 'm.yml');
    expect(manifest).toMatchObject({ name: 'mock', version: '0.0.0', protocol: 'both' });
    expect(manifest.tools[0]?.def).toEqual({ name: 't', inputSchema: { type: 'object' } });
  });

  test('takes both spellings of wire names', async () => {
    const snake = await parseManifest(
      tool('input_schema: { properties: {} }\n      output_schema: {}'),
      'm.yml',
    );
    const camel = await parseManifest(
      tool('inputSchema: { properties: {} }\n      outputSchema: {}'),
      'm.yml',
    );
    expect(snake).toEqual(camel);
  });

  test('names every problem with its place', async () => {
    const { message } = await refusal(
      'mock_server:\n  nme: x\n  tools:\n    - nam: t\n      response: { contents: [] }\n      delayy: 5ms\n  protocol: new\n',
      'servers/m.yml',
    );
    expect(message).toContain('servers/m.yml:2:3: unknown key "nme"; did you mean "name"?');
    expect(message).toContain('servers/m.yml:4:7: unknown key "nam"; did you mean "name"?');
    expect(message).toContain('servers/m.yml:4:7: "name" is missing');
    expect(message).toContain('servers/m.yml:5:19: unknown key "contents"; did you mean "content"?');
    expect(message).toContain('servers/m.yml:6:7: unknown key "delayy"; did you mean "delay"?');
    expect(message).toContain('servers/m.yml:7:13: "protocol" must be both, legacy or modern');
  });

  test('in JSON has places, too', async () => {
    const { message } = await refusal('{\n  "mock_server": {\n    "tolls": []\n  }\n}', 'm.json');
    expect(message).toContain('m.json:3:5: unknown key "tolls"; did you mean "tools"?');
    expect((await refusal('{\n  "mock_server": {,}\n}', 'm.json')).message).toContain('m.json:2:');
  });

  test.each([
    ['an odd task', tool('task: often'), '"task" must be true or a map'],
    [
      'an odd completion',
      'mock_server: { prompts: [{ name: p, arguments: [{ name: a, complete: [1] }] }] }',
      'text; quote it',
    ],
    [
      'an odd template completion',
      'mock_server: { resource_templates: [{ uri_template: "x://{a}", text: t, complete: { a: { off: {} } } }] }',
      'unknown key "off"; did you mean "of"?',
    ],
    [
      'a request without an answer',
      'mock_server: { requests: [{ method: x/y }] }',
      'either "result" or "error"',
    ],
    ['an odd extension', 'mock_server: { extensions: { x/y: yes } }', 'a map of its settings'],
    ['an odd notification', tool('notifies: [{ params: {} }]'), '"method" is missing'],
    ['two answers', tool('response: { content: [] }\n      error: { message: x }'), 'exclude each other'],
    ['an empty answer', tool('response: {}'), 'needs "content" or'],
    ['a block without a type', tool('response: { content: [{ text: x }] }'), '"type"'],
    ['a bad duration', tool('delay: soon'), '50ms'],
    ['a template for nothing', tool('is_error: "${price}"'), '${price}'],
    ['a template into a prototype', tool('is_error: "${args.__proto__.x}"'), '__proto__'],
    ['an input schema that is not an object', tool('input_schema: { type: string }'), 'type: object'],
    [
      'an unknown matcher',
      tool('responses: [{ when: { args.x: { contians: y } }, is_error: z }]'),
      'contains',
    ],
    ['a target that leads elsewhere', tool('responses: [{ when: { arg.x: 1 }, is_error: z }]'), 'args'],
    ['an empty sequence', tool('responses: [{ sequence: [] }]'), 'at least one'],
    ['a cycle of nothing', tool('responses: [{ cycle: true, is_error: z }]'), 'sequence'],
    ['two tools of one name', 'mock_server: { tools: [{ name: t }, { name: t }] }', 'declared twice'],
    [
      'a resource without a body',
      'mock_server: { resources: [{ uri: "a://b" }] }',
      'either "text" or "blob"',
    ],
    [
      'an odd uri template',
      'mock_server: { resource_templates: [{ uri_template: "a://{?q}", text: x }] }',
      '{name}',
    ],
    [
      'a prompt of an odd role',
      'mock_server: { prompts: [{ name: p, messages: [{ role: system, text: x }] }] }',
      'role',
    ],
    ['no server at all', 'servers: {}', '"mock_server" is missing'],
    ['an empty file', '', 'map'],
    ['a page of nothing', 'mock_server: { page_size: 0 }', 'page_size'],
  ])('refuses %s', async (_, text, part) => {
    expect((await refusal(text)).message).toContain(part);
  });

  test('is not explained ten thousand times', async () => {
    const tools = Array.from({ length: 10_000 }, (_, i) => ({ name: `t${i}`, oops: 1 }));
    const { message } = await refusal(JSON.stringify({ mock_server: { tools } }), 'm.json');
    expect(message).toContain('10000 problems');
    expect(message.split('\n').length).toBeLessThan(30);
  });

  test('shows no control characters of a hostile file', async () => {
    expect((await refusal('mock_server: { "\\e[31mred": 1 }')).message).not.toContain('\u001b');
  });

  test('is not a suite', async () => {
    const { message } = await refusal('servers: { a: { command: [x] } }\ntools: [{ name: t, tool: echo }]\n');
    expect(message).toContain('this is a suite of tests');
  });

  test('nested without end is refused', async () => {
    await refusal(`{"mock_server":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'm.json');
  });

  test('that is not there says so', async () => {
    await expect(loadManifest('/nowhere/m.yml')).rejects.toMatchObject({
      code: 'mock-manifest',
      exitCode: 2,
    });
  });
});

describe('a saved catalogue', () => {
  const tools = [{ name: 'a', inputSchema: { type: 'object' }, odd: 1 }, { name: 'b' }];

  test.each([
    ['a bare list', tools],
    ['a tools/list result', { tools }],
    ['a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { tools } }],
    ['a saved server', { saved: 'today', tools }],
  ])('%s is served as it is', async (_, value) => {
    const manifest = await parseManifest(JSON.stringify(value), '/tmp/shop.json');
    expect(manifest.name).toBe('shop');
    expect(manifest.tools.map((t) => t.def)).toEqual(tools);
  });

  test('keeps the name that the server had', async () => {
    const saved = {
      initialize: { serverInfo: { name: 'Shop', version: '3.1' }, instructions: 'Buy.' },
      tools,
    };
    expect(await parseManifest(JSON.stringify(saved), 'x.json')).toMatchObject({
      name: 'Shop',
      version: '3.1',
      instructions: 'Buy.',
    });
  });

  test('without names, or of several servers, is refused', async () => {
    expect((await refusal('[{"description":"x"}]', 'x.json')).message).toContain('no name');
    const two = [1, 2].map((n) => ({ server: `s${n}`, tools }));
    expect((await refusal(JSON.stringify(two), 'x.json')).message).toContain('2 servers');
  });

  test('is read from a file, with or without a byte order mark', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcptest-manifest-'));
    const file = join(folder, 'shop.json');
    await writeFile(file, `\ufeff${JSON.stringify({ tools })}`);
    expect((await loadManifest(file)).tools).toHaveLength(2);
    await rm(folder, { recursive: true });
  });
});

describe('faults, questions, counters and tools that change', () => {
  const load = (server: object) => parseManifest(JSON.stringify({ mock_server: server }), 'm.json');

  test.each([
    [{ faults: [{ kind: 'hangs' }] }, 'there is no fault "hangs"; did you mean "hang"?'],
    [{ faults: [{ tool: 'x' }] }, '"kind" is missing'],
    [{ faults: [{ kind: 'hang', delay: '1s' }] }, '"delay" belongs to kind: slow'],
    [{ faults: [{ kind: 'slow', times: 'often' }] }, '"times" must be a whole number or always'],
    [{ faults: [{ kind: 'error', tool: 'x', method: 'tools/list' }] }, 'is one of tools/call'],
    [{ faults: [{ kind: 'error', times: 1, recover_after: 2 }] }, 'two spellings of one key'],
    [{ tools: [{ name: 'x', ask: [{ as: 'a' }] }] }, 'one of "elicit", "sample" and "roots"'],
    [{ tools: [{ name: 'x', ask: [{ elicit: 'q' }] }] }, '"as" is missing'],
    [
      {
        tools: [
          {
            name: 'x',
            ask: [
              { as: 'a', roots: true },
              { as: 'a', roots: true },
            ],
          },
        ],
      },
      'asked for twice',
    ],
    [{ tools: [{ name: 'x', ask: [{ as: 'a', elicit: `\${arg.x}` }] }] }, 'is not known here'],
    [{ tools: [{ name: 'x', count: { c: 1 }, is_error: 'x' }] }, 'there is no counter "c"'],
    [{ counters: { c: 'one' } }, 'a counter starts at a number'],
    [{ tools: [{ name: 'x', appears_after: 0 }] }, '1 or more'],
    [{ tools: [{ name: 'x', becomes: { after: 0 } }] }, '1 or more'],
    [{ tools: [{ name: 'x', becomes: { descripton: 'y' } }] }, 'descripton'],
  ])('%j is refused', async (server, message) => {
    await expect(load(server)).rejects.toThrow(message);
  });

  test('a fault happens once unless told', async () => {
    const { faults } = await load({
      faults: [{ kind: 'hang' }, { kind: 'slow', times: 'always', after: 2 }],
    });
    expect(faults).toMatchObject([
      { kind: 'timeout', method: 'tools/call', after: 0, times: 1 },
      { kind: 'slow', after: 2, times: Number.MAX_SAFE_INTEGER },
    ]);
  });
});
