import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile.js';
import { validate } from './validate.js';

const code = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'no error';
};

describe('the dialect', () => {
  test('is 2020-12 without $schema', () => {
    const tuple = { prefixItems: [{ type: 'string' }], items: false };
    expect(validate(tuple, ['a']).valid).toBe(true);
    expect(validate(tuple, ['a', 'b']).valid).toBe(false);
  });

  test('is draft 07 when the schema says so', () => {
    const tuple = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
      additionalItems: false,
    };
    expect(validate(tuple, ['a', 'b']).valid).toBe(false);
    expect(validate(tuple, ['a']).valid).toBe(true);
    const ignored = { $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [{ type: 'string' }] };
    expect(validate(ignored, [1]).valid).toBe(true);
  });

  test('2019-09 and draft 04 are understood', () => {
    const nineteen = {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      properties: { a: true },
      unevaluatedProperties: false,
    };
    expect(validate(nineteen, { b: 1 }).valid).toBe(false);
    const four = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'http://example.test/four',
      minimum: 5,
      exclusiveMinimum: true,
    };
    expect(validate(four, 5).valid).toBe(false);
    expect(validate(four, 6).valid).toBe(true);
  });

  test('an unknown one is refused', () => {
    expect(code(() => validate({ $schema: 'https://example.test/mine' }, 1))).toBe('schema-invalid');
  });
});

test('errors name the place and what is wanted', () => {
  const schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, tag: { enum: ['a', 'b'] } },
    additionalProperties: false,
  };
  expect(validate(schema, { id: 'x', tag: 'c', extra: 1 }).errors).toEqual([
    { pointer: '', message: 'must have property "name"' },
    { pointer: '', message: 'must not have property "extra"' },
    { pointer: '/id', message: 'must be an integer' },
    { pointer: '/tag', message: 'must be one of "a", "b"' },
  ]);
});

test('at most ten errors, and only one for a huge value', () => {
  const schema = { items: { type: 'string' } };
  expect(validate(schema, new Array(50).fill(1)).errors).toHaveLength(10);
  expect(validate(schema, new Array(100_000).fill(1)).errors).toHaveLength(1);
});

describe('a schema that cannot be used', () => {
  test.each([
    ['a broken keyword', { type: 'strin' }],
    ['a pattern that is no regular expression', { pattern: '(' }],
    ['a reference to nowhere', { $ref: '#/$defs/missing' }],
    ['a reference to the network', { $ref: 'https://example.test/schema.json' }],
    ['something that is not a schema', 'string'],
    ['too many parts', { anyOf: Array.from({ length: 20_001 }, () => ({})) }],
  ])('%s', (_name, schema) => {
    expect(code(() => compileSchema(schema))).toBe('schema-invalid');
  });

  test('deep nesting', () => {
    let schema: unknown = {};
    for (let i = 0; i < 5000; i += 1) schema = { not: schema };
    expect(code(() => compileSchema(schema))).toBe('schema-invalid');
  });

  test.each([{ $ref: '#/$defs/missing' }, { type: 'strin', $defs: { a: { $anchor: 'a', type: 'number' } } }])(
    '%j does not spoil the next one',
    (schema) => {
      code(() => compileSchema(schema));
      expect(validate({ type: 'string' }, 'a').valid).toBe(true);
      expect(code(() => compileSchema({ $ref: '#a' }))).toBe('schema-invalid');
      expect(validate({ $defs: { a: { $anchor: 'a', type: 'string' } }, $ref: '#a' }, 'a').valid).toBe(true);
    },
  );
});

test('two schemas with the same $id stay apart', () => {
  const one = { $id: 'https://example.test/same', type: 'string' };
  const two = { $id: 'https://example.test/same', type: 'number' };
  expect([validate(one, 'a').valid, validate(two, 'a').valid]).toEqual([true, false]);
  expect(code(() => validate({ $ref: 'https://example.test/same' }, 'a'))).toBe('schema-invalid');
  const inner = { $defs: { a: { $id: 'https://example.test/inner', type: 'string' } } };
  expect(validate(inner, 1).valid).toBe(true);
  expect(code(() => validate({ $defs: { a: {} }, $ref: 'https://example.test/inner' }, 'a'))).toBe(
    'schema-invalid',
  );
});

test('a schema may refer to itself as a whole, also after another one did', () => {
  const list = { properties: { next: { $ref: '#' } }, required: ['v'] };
  const other = { properties: { next: { $ref: '#' } }, required: ['w'] };
  expect(validate(list, { v: 1, next: { v: 2 } }).valid).toBe(true);
  expect(validate(other, { w: 1, next: { v: 2 } }).valid).toBe(false);
  expect(validate(list, { v: 1, next: { w: 2 } }).errors[0]?.pointer).toBe('/next');
});

test('recursive schemas work', () => {
  const tree = {
    $defs: { n: { properties: { next: { $ref: '#/$defs/n' } }, required: ['v'] } },
    $ref: '#/$defs/n',
  };
  expect(validate(tree, { v: 1, next: { v: 2 } }).valid).toBe(true);
  expect(validate(tree, { v: 1, next: { next: { v: 1 } } }).errors[0]?.pointer).toBe('/next');
});

test('inherited names are not properties', () => {
  expect(validate({ required: ['toString'] }, {}).valid).toBe(false);
  expect(validate({ required: ['constructor'] }, {}).valid).toBe(false);
});

test('unknown keywords, unknown formats and $async change nothing', () => {
  expect(validate({ $async: true, 'x-note': 1, format: 'made-up', type: 'string' }, 1).valid).toBe(false);
});

describe('patterns', () => {
  test('one that explodes when backtracking is answered', () => {
    expect(validate({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}b`).valid).toBe(false);
  });

  test('look-ahead and patterns that are valid only without the u flag work', () => {
    expect(validate({ pattern: '^(?!x)[\\w-.]+$' }, 'a.b').valid).toBe(true);
    expect(validate({ pattern: '^(?!x)[\\w-.]+$' }, 'x.b').valid).toBe(false);
  });

  test('one that explodes and needs backtracking is cut off', () => {
    const hostile = { pattern: '^(?=(a+)+$)' };
    expect(code(() => validate(hostile, `${'a'.repeat(60)}b`))).toBe('schema-timeout');
  });
});

test('a schema that tries every combination is cut off', () => {
  const branch = { properties: { a: { $ref: '#/$defs/x' } }, required: ['a'] };
  const bomb = { $defs: { x: { anyOf: [{ ...branch }, { ...branch }] } }, $ref: '#/$defs/x' };
  let value: unknown = { b: 1 };
  for (let i = 0; i < 60; i += 1) value = { a: value };
  expect(code(() => validate(bomb, value))).toBe('schema-timeout');
});
