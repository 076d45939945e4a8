/** Where the schema rules draw their lines. */
import { describe, expect, test } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import { lintCatalog } from './engine.js';

function pointers(rule: string, tool: Partial<ToolDef>, protocolVersion?: string): (string | undefined)[] {
  const catalog = { server: 's', tools: [{ name: 'tool', ...tool } as ToolDef], protocolVersion };
  const { findings } = lintCatalog([catalog], { rules: [rule] });
  return findings.filter((finding) => finding.rule === rule).map((finding) => finding.pointer);
}

const input = (schema: unknown): Partial<ToolDef> => ({ inputSchema: schema });

test('SCH-001 and SCH-002 look at nested objects, but not at parts of a composition', () => {
  const open = { type: 'object', properties: { x: { type: 'string' } } };
  const schema = {
    ...open,
    properties: { a: open, b: { type: 'array', items: open }, c: { allOf: [open] } },
  };
  const places = ['/inputSchema', '/inputSchema/properties/a', '/inputSchema/properties/b/items'];
  expect(pointers('SCH-001', input(schema))).toEqual(places);
  expect(pointers('SCH-002', input(schema))).toEqual(places);
});

test.each([
  [{ type: 'object' }, true],
  [{ type: 'object', additionalProperties: true }, true],
  [{ type: 'object', additionalProperties: { type: 'string' } }, true],
  [{ type: 'object', unevaluatedProperties: false }, false],
  [{ type: 'object', additionalProperties: false }, false],
])('SCH-002 on %j', (schema, bad) => {
  expect(pointers('SCH-002', input(schema)).length > 0).toBe(bad);
});

test('SCH-003 accepts whatever says what the property is', () => {
  const properties = {
    a: { description: 'x' },
    b: true,
    c: false,
    d: { $ref: '#/$defs/d' },
    e: { not: { type: 'null' } },
    f: { const: 1 },
    g: { type: 'object', properties: { h: {} } },
  };
  expect(pointers('SCH-003', input({ type: 'object', properties }))).toEqual([
    '/inputSchema/properties/a',
    '/inputSchema/properties/b',
    '/inputSchema/properties/g/properties/h',
  ]);
});

test('SCH-004 lets bounded strings pass', () => {
  const properties = {
    a: { type: 'string' },
    b: { type: ['string', 'null'] },
    c: { type: 'string', maxLength: 3 },
    d: { type: 'string', format: 'uuid' },
    e: { enum: ['x'], type: 'string' },
    f: { type: 'array', items: { type: 'integer' } },
    g: { type: 'string', format: 'uri' },
  };
  expect(pointers('SCH-004', input({ type: 'object', properties }))).toEqual(
    ['a', 'b', 'f', 'g'].map((name) => `/inputSchema/properties/${name}`),
  );
});

describe('SCH-005', () => {
  const property = (schema: unknown, more = {}) =>
    input({ type: 'object', properties: { a: schema }, ...more });
  test.each([
    ['an empty enum', property({ enum: [] })],
    ['a broken pattern', property({ pattern: '(' })],
    ['an unknown type', property({ type: 'strin' })],
    ['a reference to nowhere', property({ $ref: '#/$defs/missing' })],
    [
      'draft 04 in a draft 07 schema',
      property({ exclusiveMinimum: true }, { $schema: 'http://json-schema.org/draft-07/schema#' }),
    ],
  ])('fires on %s', (_name, tool) => {
    expect(pointers('SCH-005', tool)).toEqual(['/inputSchema']);
  });

  test.each([
    [
      'draft 04 that says so',
      property(
        { minimum: 1, exclusiveMinimum: true },
        { $schema: 'http://json-schema.org/draft-04/schema#' },
      ),
    ],
    ['a tuple of draft 07 without $schema', property({ items: [{ type: 'string' }] })],
    ['a recursive schema', property({ $ref: '#' })],
    ['an anchor', property({ $ref: '#here' }, { $defs: { x: { $anchor: 'here', type: 'string' } } })],
    ['a reference to the network', property({ $ref: 'https://example.test/s.json' })],
    ['a property called id', input({ type: 'object', properties: { id: { type: 'string' } } })],
  ])('is silent on %s', (_name, tool) => {
    expect(pointers('SCH-005', tool)).toEqual([]);
  });

  test('looks at output schemas', () => {
    const remote = { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } };
    const foreign = { type: 'object', $schema: 'https://example.com/mine' };
    for (const schema of [remote, foreign]) {
      expect(pointers('SCH-005', { inputSchema: schema, outputSchema: schema })).toEqual(['/outputSchema']);
    }
    expect(pointers('SCH-005', { outputSchema: { type: 'object', required: 'a' } })).toEqual([
      '/outputSchema',
    ]);
  });
});

test.each([undefined, null, 'object', {}, { type: ['object'] }, { type: 'array' }])(
  'SCH-006 on %j',
  (schema) => {
    expect(pointers('SCH-006', input(schema))).toEqual(['/inputSchema']);
  },
);

test('SCH-007 names each construct in its place', () => {
  const schema = {
    $schema: 'https://example.test/mine',
    type: 'object',
    oneOf: [{}],
    additionalProperties: true,
    properties: {
      a: true,
      b: { type: ['string', 'null'] },
      c: { items: [{ type: 'string' }] },
      d: { $ref: 'https://example.test/s.json' },
      e: { $ref: '#/properties/b' },
    },
  };
  const under = '/inputSchema/properties';
  expect(pointers('SCH-007', input(schema))).toEqual([
    '/inputSchema/$schema',
    '/inputSchema',
    `${under}/a`,
    `${under}/b`,
    `${under}/c`,
    `${under}/d`,
  ]);
});

test.each([
  [['object', 'null'], false],
  [['null', 'object'], false],
  [['string', 'null'], true],
  [['object', 'string', 'null'], true],
])('SCH-007 on the types %j', (type, bad) => {
  expect(pointers('SCH-007', input({ type: 'object', properties: { a: { type } } })).length > 0).toBe(bad);
});

test('SCH-011 names what is required and nowhere declared', () => {
  const inner = { type: 'object', properties: { b: { type: 'string' } }, required: ['b', 'c'] };
  const schema = { type: 'object', properties: { a: inner }, required: ['a', 'gone', 'gone'] };
  expect(pointers('SCH-011', input(schema))).toEqual([
    '/inputSchema/required',
    '/inputSchema/properties/a/required',
  ]);
  expect(pointers('SCH-011', input({ type: 'object', required: ['x'] }))).toEqual(['/inputSchema/required']);
});

test.each([
  { required: ['a'], properties: { a: {} } },
  { required: ['a'], patternProperties: { '^a': {} } },
  { required: ['a'], allOf: [{ properties: { a: {} } }] },
  { required: ['a'], $ref: '#/$defs/x', $defs: { x: { properties: { a: {} } } } },
  { required: 'a', properties: { b: {} } },
])('SCH-011 is silent on %j', (schema) => {
  expect(pointers('SCH-011', input({ type: 'object', ...schema }))).toEqual([]);
});

test('SCH-011 is critical where no call can be valid', () => {
  const severity = (more: object) =>
    lintCatalog(
      [
        {
          server: 's',
          tools: [{ name: 't', inputSchema: { type: 'object', properties: {}, required: ['x'], ...more } }],
        },
      ],
      {
        rules: ['SCH-011'],
      },
    ).findings[0]?.severity;
  expect(severity({})).toBe('warning');
  expect(severity({ additionalProperties: false })).toBe('critical');
});

test('SCH-008 depends on the revision', () => {
  const tool = { outputSchema: { type: 'array' } };
  expect(pointers('SCH-008', tool)).toEqual(['/outputSchema']);
  expect(pointers('SCH-008', tool, '2025-11-25')).toEqual(['/outputSchema']);
  expect(pointers('SCH-008', tool, '2026-07-28')).toEqual([]);
});

test('SCH-009 counts the arguments of the tool itself', () => {
  const properties = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, { type: 'string' }]));
  expect(pointers('SCH-009', input({ properties: properties(30) }))).toEqual([]);
  expect(pointers('SCH-009', input({ properties: properties(31) }))).toEqual(['/inputSchema']);
});

test('a schema that refers to itself is entered once', () => {
  const tree = {
    type: 'object',
    properties: { label: { type: 'string' }, child: { $ref: '#' } },
    required: ['label', 'child'],
  };
  expect(pointers('SCH-009', input(tree))).toEqual([]);
  expect(pointers('DESC-006', input(tree))).toEqual(
    ['label', 'child'].map((name) => `/inputSchema/properties/${name}`),
  );
});

test('SCH-010 reports the spelling that fewer tools use', () => {
  const tool = (name: string, argument: string) => ({
    name,
    inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } } },
  });
  const tools = [
    tool('one', 'userId'),
    tool('two', 'user_id'),
    tool('three', 'user_id'),
    tool('four', 'users'),
  ];
  const { findings } = lintCatalog([{ server: 's', tools }], { rules: ['SCH-010'] });
  expect(findings.map((finding) => [finding.rule, finding.tool, finding.pointer])).toEqual([
    ['SCH-010', 'one', '/inputSchema/properties/userId'],
    ['PASS', 'two', ''],
    ['PASS', 'three', ''],
    ['PASS', 'four', ''],
  ]);
});
