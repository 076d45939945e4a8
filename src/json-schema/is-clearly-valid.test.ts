import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { isClearlyValid } from './is-clearly-valid.js';
import { withFormats } from './meta-checker.js';
import { validate } from './validate.js';
import { VALIDATORS } from './validators.js';

const leaf = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('', 'a', 'bb', 1.5, true, null));
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'toString'), leaf),
);
const small = fc.integer({ min: -2, max: 2 });
const size = fc.integer({ min: 0, max: 2 });
const type = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null');
const ref = fc.constantFrom('#/$defs/one', '#/$defs/two', '#/$defs/none', '#');
const { schema } = fc.letrec<{ schema: object; flat: object }>((tie) => ({
  flat: fc.record({ type, minimum: small, maxLength: size }, { requiredKeys: [] }),
  schema: fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 2 })),
      properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), {
        maxKeys: 2,
        depthIdentifier: 'd',
      }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b', 'toString'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
      items: fc.oneof({ depthIdentifier: 'd', maxDepth: 2 }, fc.record({ type }), tie('schema')),
      enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }),
      const: leaf,
      minimum: small,
      maximum: small,
      minLength: size,
      maxLength: size,
      minItems: size,
      maxItems: size,
      not: fc.constant({ type: 'string' }),
      pattern: fc.constantFrom('^a', 'b$', '^[ab]{2}$', '^(a|b)+$', 'a*b*', '['),
      anyOf: fc.array(tie('flat'), { minLength: 1, maxLength: 2 }),
      oneOf: fc.array(tie('flat'), { minLength: 1, maxLength: 2 }),
      $ref: ref,
      optional: fc.boolean(),
      min: small,
      nullable: fc.boolean(),
      multipleOf: fc.constant(2),
      format: fc.constantFrom('path', 'time', 'date', 'binary', 'ipv4'),
    },
    { requiredKeys: [] },
  ),
}));

describe('isClearlyValid', () => {
  test('never says yes where the validator says no', () => {
    fc.assert(
      fc.property(schema, schema, schema, value, (bare, one, two, v) => {
        const s = { ...bare, $defs: { one, two } };
        if (isClearlyValid(s, v)) expect(validate(s, v).valid).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [{ minimum: 2 }, 2, 1],
    [{ maximum: 2 }, 2, 3],
    [{ minLength: 1 }, '\u{1f6a2}', ''],
    [{ maxLength: 1 }, '\u{1f6a2}', 'ab'],
    [{ minItems: 1 }, [0], []],
    [{ maxItems: 1 }, [0], [0, 0]],
    [{ const: 'a' }, 'a', 'b'],
    [{ enum: ['a', 1] }, 1, '1'],
  ])('%j holds at its bound and not beyond', (s, good, bad) => {
    expect([isClearlyValid(s, good), isClearlyValid(s, bad)]).toEqual([true, false]);
  });

  test('says yes to what tools usually take', () => {
    const tool = {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'what', minLength: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
        tags: { type: 'array', items: { type: 'string' } },
        sort: { enum: ['up', 'down'] },
      },
      required: ['query'],
      additionalProperties: false,
    };
    expect(isClearlyValid(tool, { query: 'x', limit: 3, tags: ['a'], sort: 'up' })).toBe(true);
    for (const bad of [
      {},
      { query: '' },
      { query: 'x', limit: 1.5 },
      { query: 'x', more: 1 },
      { query: 'x', sort: 'no' },
    ]) {
      expect(isClearlyValid(tool, bad)).toBe(false);
    }
  });

  test.each([
    [{ pattern: '^\\d{4}-\\d{2}$' }, '2026-01', '2026-1'],
    [{ pattern: '^a' }, 7, 'b'],
    [{ anyOf: [{ type: 'null' }, { minimum: 2 }] }, 2, 1],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 1, true],
    [{ $ref: '#/$defs/one', $defs: { one: { minimum: 2 } } }, 2, 1],
    [
      { properties: { a: { allOf: [{ $ref: '#/definitions/one' }] } }, definitions: { one: { minimum: 2 } } },
      { a: 2 },
      { a: 1 },
    ],
  ])('%j is told without the validator', (s, good, bad) => {
    expect([isClearlyValid(s, good), isClearlyValid(s, bad)]).toEqual([true, false]);
  });

  test('says yes to words and formats that no validator reads, and asks it about those that it reads', () => {
    expect(isClearlyValid({ type: 'string', optional: true, format: 'file-path' }, 'a')).toBe(true);
    const { formats } = withFormats(new VALIDATORS['2020-12']());
    const read = Object.keys(formats).filter((name) => !['password', 'binary'].includes(name));
    expect(read.length).toBeGreaterThan(20);
    expect(read.filter((format) => isClearlyValid({ format }, 'no text of any format: "\\'))).toEqual([]);
    for (const word of [{ multipleOf: 2 }, { if: true }, { contains: true }, { not: true }, { $async: true }])
      expect(isClearlyValid(word, 'a')).toBe(false);
  });

  test('leaves what it does not know to the validator', () => {
    // What could take long, what may fit twice, and references that lead in circles or nowhere.
    expect(isClearlyValid({ pattern: '^(a+)+$' }, 'a')).toBe(false);
    expect(isClearlyValid({ pattern: 'a*a*a*' }, 'a')).toBe(false);
    expect(isClearlyValid({ pattern: 'a' }, 'a'.repeat(101))).toBe(false);
    expect(isClearlyValid({ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'a')).toBe(false);
    expect(isClearlyValid({ $ref: '#' }, 'a')).toBe(false);
    expect(isClearlyValid({ anyOf: [{ type: 'string' }, { $ref: '#' }] }, 'a')).toBe(false);
    expect(isClearlyValid({ $ref: '#/$defs/none' }, 'a')).toBe(false);
    const twice = [{ $ref: '#/$defs/one' }, { $ref: '#/$defs/one' }];
    expect(isClearlyValid({ $ref: '#/$defs/one', $defs: { one: { allOf: twice } } }, 'a')).toBe(false);
    expect(isClearlyValid({ type: 'strng' }, 'a')).toBe(false);
    expect(isClearlyValid(true, 'a')).toBe(false);
  });
});
