import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { suiteReference } from '../../scripts/lib/suite-reference.js';
import { suiteJsonSchema } from './schema.js';

const schema = suiteJsonSchema();
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajv.addVocabulary([
  'x-mcptest-status',
  'errorMessage',
  'patternErrorMessage',
  'defaultSnippets',
  'doNotSuggest',
]);
const valid = ajv.compile(schema);

const SERVERS = { api: { command: ['node', 's.js'] } };
const withTest = (extra: object) => ({ servers: SERVERS, tools: [{ name: 'a', tool: 't', ...extra }] });

const offered = (variants: object[]): string[][] =>
  variants
    .flatMap((one) => ('defaultSnippets' in one ? (one.defaultSnippets as { body: object }[]) : []))
    .map(({ body }) => Object.keys(body));

describe('the published schema', () => {
  test('is known by its address', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://mcptest.sh/schema/v1.json',
    });
  });

  test.each([
    ['anchors', { 'x-anything': [1], servers: SERVERS }],
    ['a short assertion', withTest({ expect: [{ 'result.x': { contains: 'y' } }] })],
    [
      'a long assertion',
      withTest({ expect: { assertions: [{ target: 'result', matcher: 5 }], max_duration_ms: 5 } }),
    ],
    ['a variable for a number', withTest({ retries: '${n}', timeout: '${t}', only: '${o}' })],
    ['typed tests', { servers: SERVERS, tests: [{ name: 'a', type: 'resource', uri: 'u' }] }],
  ])('accepts %s', (_, suite) => expect(valid(suite)).toBe(true));

  test.each([
    ['a misspelt key', { serverz: SERVERS }],
    ['a misspelt key deep down', withTest({ expect: { asertions: [] } })],
    ['an unknown matcher', withTest({ expect: [{ target: 'result', matcher: { containz: 1 } }] })],
    ['a misspelt target', withTest({ expect: [{ 'reslt.x': 1 }] })],
    ['a misspelt target, written out', withTest({ expect: [{ target: 'resultx', matcher: 1 }] })],
    ['a wrong type', withTest({ retries: true })],
    ['a block that is not there', { experiments: [] }],
  ])('refuses %s', (_, suite) => expect(valid(suite)).toBe(false));

  test('says in our words what is wrong with a target or a matcher, and offers no word twice', () => {
    const { target, assertion } = schema.$defs as Record<string, { anyOf: object[] }>;
    // No choice of two: of a choice, yaml-language-server shows the complaint of the first.
    const { matcher } = schema.$defs as Record<string, object>;
    const { properties, errorMessage } = matcher as {
      errorMessage: string;
      properties: Record<string, object>;
    };
    expect(target).toMatchObject({ patternErrorMessage: expect.stringMatching(/begins with result, error/) });
    expect(matcher).not.toHaveProperty('anyOf');
    expect(errorMessage).toMatch(/no such matcher.*starts_with/);
    expect(properties['starts-with']).toMatchObject({ doNotSuggest: true });
    expect(properties.starts_with).not.toHaveProperty('doNotSuggest');
    for (const [key = ''] of offered(assertion!.anyOf))
      expect(valid(withTest({ expect: [{ [key]: 1 }] }))).toBe(true);
    expect(offered(assertion!.anyOf).length).toBeGreaterThan(4);
    // Where any key may stand, editors would offer one that is called `property`.
    const names = [...JSON.stringify(schema).matchAll(/"propertyNames":(\{[^{}]*\})/g)];
    expect(names.length).toBeGreaterThan(10);
    for (const [, found] of names) expect(JSON.parse(found!)).toMatchObject({ doNotSuggest: true });
  });

  test('is the file that editors read', () => {
    const published = readFileSync(new URL('../../schema/v1.json', import.meta.url), 'utf8');
    expect(JSON.parse(JSON.stringify(schema))).toEqual(JSON.parse(published));
  });

  test('describes every key', () => {
    const bare: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties } = node as { properties?: Record<string, { description?: string }> };
      for (const [key, value] of Object.entries(properties ?? {}))
        if (!value.description) bare.push(`${path}.${key}`);
      for (const [key, value] of Object.entries(node)) walk(value, `${path}/${key}`);
    };
    walk(schema, '');
    expect(bare).toEqual([]);
  });
});

test('the reference names every key of the top level and of a server, and every link leads somewhere', () => {
  const text = suiteReference(schema);
  const { properties, $defs } = schema as Record<string, Record<string, { properties?: object }>>;
  for (const key of [...Object.keys(properties!), ...Object.keys($defs!.server!.properties!)])
    expect(text).toContain(`| \`${key}\` |`);
  for (const [, anchor] of text.matchAll(/\]\(#(\w+)\)/g)) expect(text).toContain(`<a id="${anchor}"></a>`);
});
