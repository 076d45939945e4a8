import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import fc from '../../test/lib/properties.js';
import { validate } from '../json-schema/validate.js';
import { yamlItem, yamlMap } from '../source/yaml-text.js';
import type { ToolDef } from '../types/catalog.js';
import { argumentCases } from './argument-cases.js';
import { generateConformance } from './conformance.js';
import { generateSuite } from './suite.js';
import { keyFrom } from './suite-head.js';

const object = (properties: Record<string, unknown>, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

const suiteOf = (tools: ToolDef[], options = {}) =>
  generateSuite({ server: 's', tools }, { command: ['node', 'server.js'] }, options);

const testsIn = (suite: string) =>
  (parse(suite).tools ?? []) as {
    name: string;
    tool: string;
    args: unknown;
    expect: unknown;
    on_tool_error?: string;
  }[];

describe('argumentCases', () => {
  const schema = object({
    city: { type: 'string', minLength: 2, maxLength: 5 },
    days: { type: 'integer', minimum: 1, maximum: 14 },
    unit: { enum: ['c', 'f'] },
  });

  it('makes valid ones valid and invalid ones invalid', () => {
    const { happy, edge, violation, probes } = argumentCases(schema);
    expect(validate(schema, happy).valid).toBe(true);
    expect(validate(schema, edge?.args).valid).toBe(true);
    expect(edge?.args).not.toEqual(happy);
    expect(validate(schema, violation?.args).valid).toBe(false);
    for (const probe of probes)
      expect([probe.label, validate(schema, probe.args).valid]).toEqual([probe.label, probe.valid]);
  });

  it('takes no edge that another part of the schema forbids', () => {
    const strict = object({
      code: { type: 'string', pattern: '^[A-Z]{2}$' },
      link: { type: 'string', format: 'uri' },
      count: { type: 'integer', minimum: 1, multipleOf: 5 },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      size: { type: 'integer', maximum: 3 },
    });
    const { happy, edge } = argumentCases(strict);
    expect(validate(strict, edge?.args).errors).toEqual([]);
    expect(edge?.args).toEqual({ ...happy, size: 3 });
  });

  it('probes each kind of mistake', () => {
    const labels = argumentCases(schema)
      .probes.map(({ label }) => label)
      .join('\n');
    for (const kind of ['negative', 'without', 'wrong type', 'null', 'oversize', 'unexpected', 'minimum'])
      expect(labels).toContain(kind);
  });

  it('has nothing to say where nothing is valid', () => {
    expect(argumentCases({ ...object({ a: { enum: [] } }) })).toEqual({ probes: [] });
    expect(argumentCases({ type: 'object', $ref: 'https://example.com/schema' }).happy).toBeUndefined();
  });

  it('takes a missing schema as no arguments', () => {
    expect(argumentCases(undefined).happy).toEqual({});
    expect(argumentCases({}).happy).toEqual({});
  });
});

describe('generateSuite', () => {
  it('begins with the schema line and points at the target', () => {
    const { suite } = suiteOf([{ name: 'a' }]);
    expect(suite.split('\n')[0]).toBe('# yaml-language-server: $schema=https://mcptest.sh/schema/v1.json');
    expect(parse(suite).servers).toEqual({ target: { command: ['node', 'server.js'] } });
  });

  it('wants success of valid arguments, and judges no error to made-up ones', () => {
    const { suite } = suiteOf(
      [
        { name: 'now', inputSchema: { type: 'object', properties: {} } },
        {
          name: 'say',
          inputSchema: object({ n: { type: 'integer', minimum: 1 } }),
          outputSchema: object({}),
        },
      ],
      { probe: true },
    );
    const tests = testsIn(suite).map(({ name, expect: wanted, on_tool_error }) => ({
      name,
      wantsSuccess: JSON.stringify(wanted).includes('{"result.isError":{"not":true}}'),
      on_tool_error,
    }));
    expect(tests.filter(({ wantsSuccess }) => wantsSuccess)).toEqual([
      { name: 'now: valid arguments', wantsSuccess: true },
      ...['valid arguments', 'boundary values', 'output follows its schema']
        .map((what) => ({ name: `say: ${what}`, wantsSuccess: true, on_tool_error: 'inconclusive' }))
        .filter(({ name }) => tests.some((one) => one.name === name)),
    ]);
    for (const { name, wantsSuccess } of tests) expect(name.includes('refuses')).toBe(!wantsSuccess);
  });

  it('leaves out what no model may call, with a note, unless it is named', () => {
    const tools = [
      { name: 'app', _meta: { ui: { visibility: ['app'] } } },
      { name: 'both', _meta: { ui: { visibility: ['model', 'app'] } } },
      { name: 'hidden', description: 'Refreshes the view. Do not call this tool directly.' },
      { name: 'picky', description: 'Do not use this tool to list packages; use list_packages.' },
      { name: 'private', description: 'For internal use only.' },
    ];
    const { suite, notes } = suiteOf(tools);
    expect(testsIn(suite).map(({ tool }) => tool)).toEqual(['both', 'picky']);
    expect(notes).toEqual([
      'app is left out: it is for the interface of an app, not for a model',
      'hidden is left out: its description says not to call it',
      'private is left out: its description says not to call it',
    ]);
    expect(testsIn(suiteOf(tools, { tools: ['app'] }).suite)).toHaveLength(1);
  });

  it('makes no test that would send the placeholder of a secret', () => {
    const inputSchema = object({ key: { const: '[secret:API_KEY]' } });
    const resources = [{ uri: 'https://a.test/?key=[secret:API_KEY]', name: 'a' }];
    const { suite, notes } = generateSuite(
      { server: 's', tools: [{ name: 'a', inputSchema }, { name: 'b' }], resources },
      { url: 'http://localhost/mcp' },
    );
    expect(suite).not.toContain('[secret:');
    expect(testsIn(suite).map(({ tool }) => tool)).toEqual(['b']);
    expect(notes.join()).toContain('a: a call of it would hold the secret API_KEY');
    expect(notes.join()).toContain('1 resource with a secret');
  });

  it('makes no folder that is called like a file', () => {
    const inputSchema = object({ path: { type: 'string' } });
    const tests = testsIn(
      suiteOf([
        { name: 'create_directory', inputSchema },
        { name: 'read_file', inputSchema },
      ]).suite,
    );
    const paths = tests.filter(({ name }) => name.includes('valid')).map(({ args }) => args);
    expect(paths).toEqual([{ path: 'example-folder' }, { path: 'example.txt' }]);
  });

  it('keeps the name that a suite has for the server', () => {
    const tools = [{ name: 'a' }];
    const target = { name: 'shop', command: ['node', 'server.js'] };
    const made = parse(generateSuite({ server: 's', tools }, target).suite);
    expect([Object.keys(made.servers), made.tools[0].server]).toEqual([['shop'], 'shop']);
    const checks = parse(generateConformance({ capabilities: {} }, target).suite);
    expect([Object.keys(checks.servers), checks.compliance[0].server]).toEqual([['shop'], 'shop']);
  });

  it('marks every test of a destructive tool, and no other', () => {
    const { suite } = suiteOf([
      { name: 'delete_all', inputSchema: object({ id: { type: 'string' } }) },
      { name: 'get_one', inputSchema: object({ id: { type: 'string' } }) },
    ]);
    const lines = suite.split('\n');
    const marked = lines.filter((_line, at) => lines[at - 1]?.includes('# review before first run'));
    const all = lines.filter((line) => line.includes('- name: "delete_all'));
    expect(all.length).toBeGreaterThan(1);
    expect(marked).toEqual(all);
  });

  it('gives 25 tools a page, in order, and every tool once', () => {
    const tools = Array.from({ length: 60 }, (_unused, n) => ({
      name: `tool_${String(59 - n).padStart(2, '0')}`,
    }));
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: number | undefined = 0; cursor !== undefined; pages += 1) {
      const page = suiteOf(tools, { cursor });
      expect(page.tools.length).toBeLessThanOrEqual(25);
      seen.push(...page.tools.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(pages).toBe(3);
    expect(seen).toEqual(tools.map(({ name }) => name).sort());
    expect(suiteOf(tools).notes.join()).toContain('--all');
    expect(suiteOf(tools, { all: true }).tools).toHaveLength(60);
    expect(suiteOf(tools, { all: true }).next_cursor).toBeUndefined();
  });

  it('stays below what a suite may hold, and says where to go on', () => {
    const outputSchema = { type: 'object', description: 'x'.repeat(60_000) };
    const tools = Array.from({ length: 30 }, (_unused, n) => ({ name: `t${10 + n}`, outputSchema }));
    const seen: string[] = [];
    for (let cursor: number | undefined = 0; cursor !== undefined; ) {
      const page = suiteOf(tools, { all: true, cursor });
      expect(Buffer.byteLength(page.suite)).toBeLessThan(1_000_000);
      seen.push(...page.tools.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(tools.map(({ name }) => name));
  });

  it('leaves out what was not asked for, and says which name it does not know', () => {
    const tools = [{ name: 'a', inputSchema: object({ x: { type: 'string' } }) }, { name: 'b' }];
    const { suite, notes } = suiteOf(tools, {
      tools: ['a', 'c'],
      include_edge: false,
      include_violation: false,
    });
    expect(testsIn(suite).map(({ name }) => name)).toEqual(['a: valid arguments']);
    expect(notes.join()).toContain('no tool is called c');
  });

  it('refuses a cursor that no page gave', () => {
    for (const cursor of [-1, 1.5, Number.NaN, 2, 1e300])
      expect(() => suiteOf([{ name: 'a' }, { name: 'b' }], { cursor }), String(cursor)).toThrow(/cursor/);
  });

  it('tests resources and prompts on the first page only', () => {
    const catalog = {
      server: 's',
      tools: [{ name: 'a' }],
      resources: [{ uri: 'file:///a', name: 'a' }],
      prompts: [{ name: 'p', arguments: [{ name: 'who', required: true }, { name: 'why' }] }],
    };
    const first = generateSuite(catalog, { url: 'http://localhost/mcp', bearer_token_env: 'T' });
    expect(parse(first.suite)).toMatchObject({
      servers: { target: { url: 'http://localhost/mcp', auth: { bearer_token_env: 'T' } } },
      resources: [{ uri: 'file:///a' }],
      prompts: [{ prompt: 'p', args: { who: expect.any(String) }, skip: expect.stringContaining('guesses') }],
    });
    const tools = [...catalog.tools, { name: 'b' }];
    const next = generateSuite({ ...catalog, tools }, { url: 'http://localhost/mcp' }, { cursor: 1 });
    expect([next.resources_scaffolded, next.prompts_scaffolded]).toEqual([0, 0]);
  });

  it('leaves an output schema alone that cannot be used', () => {
    const { suite, notes } = suiteOf([{ name: 'a', outputSchema: { $ref: 'https://example.com/x' } }]);
    expect(suite).not.toContain('structuredContent');
    expect(notes.join()).toContain('output schema');
  });

  it('keeps hostile names and values as data', () => {
    const name = 'x"\n- name: forged\n# ${env:HOME} \u202e';
    const { suite } = suiteOf([{ name, inputSchema: object({ a: { const: '${env:SECRET}' } }) }]);
    const tests = testsIn(suite);
    expect(new Set(tests.map(({ tool }) => tool))).toEqual(new Set([name.split('${').join('$${')]));
    expect(tests[0]?.args).toEqual({ a: '$${env:SECRET}' });
    expect(suite).not.toContain('\u202e');
  });
});

describe('generateConformance', () => {
  it('checks the handshake and what is declared, pinned to the revision', () => {
    const made = generateConformance(
      { capabilities: { tools: {} }, protocolVersion: '2025-06-18' },
      { url: 'http://x/' },
    );
    expect(
      parse(made.suite).compliance.map((one: Record<string, unknown>) => [one.check, one.spec_version]),
    ).toEqual([
      ['initialize', '2025-06-18'],
      ['tools/list', '2025-06-18'],
      [undefined, '2025-06-18'],
    ]);
    expect(parse(made.suite).compliance.at(-1).checks).toContain('C-LIST-*');
    expect(parse(made.suite).requests[0].expect).toEqual([{ 'error.code': -32601 }]);
    expect(made.checks_scaffolded).toBe(3);
  });

  it('holds the server to what it declares, and asks of that only', () => {
    const capabilities = { tools: { listChanged: true }, completions: {}, 'io.x/y': {}, odd: 1 };
    const made = parse(generateConformance({ capabilities }, { url: 'http://x/' }).suite);
    expect(made.capabilities[0].expect).toEqual([
      { 'capabilities.tools': { type: 'object' } },
      { 'capabilities.completions': { type: 'object' } },
      { 'capabilities.tools.listChanged': true },
    ]);
    expect(made.compliance.at(-1).checks).toContain('C-COMP-*');
    expect(made.compliance.at(-1).checks).not.toContain('C-PROMPT-*');
    const none = parse(generateConformance({ capabilities: {} }, { url: 'http://x/' }).suite);
    expect(none.capabilities[0].expect).toEqual([{ capabilities: { type: 'object' } }]);
  });
});

describe('yamlMap', () => {
  const escaped = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value
        .split('${')
        .join('$${')
        .replace(/\p{Surrogate}/gu, '\ufffd');
    if (Array.isArray(value)) return value.map(escaped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]));
  };

  it('is read back as what it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), (value, text) => {
        const clean = JSON.parse(
          JSON.stringify(value)
            .replaceAll('__proto__', 'proto')
            .replace(/-0(?=[,\]}]|$)/g, '0'),
        );
        const map = { value: clean, text, list: [clean, { clean }] };
        expect(parse(yamlMap(map, 0))).toEqual(escaped(map));
        expect(parse(yamlItem(map, 2))).toEqual([escaped(map)]);
      }),
      { numRuns: 100 },
    );
  });
});

it('a server that no suite names is called as it calls itself', () => {
  expect(keyFrom(['', '@acme/Weather Server', 'node'])).toBe('weather-server');
  expect(keyFrom([undefined, '', '7zip'])).toBe('server');
  expect(keyFrom(['天気'])).toBe('server');
});
