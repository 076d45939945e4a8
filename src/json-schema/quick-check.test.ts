import { expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { quickCheck } from './quick-check.js';
import { VALIDATORS } from './validators.js';

/** By the library alone: `compileSchema` asks the same meta-schema. */
function compiles(schema: object): boolean {
  try {
    new VALIDATORS['2020-12']({ strict: false, logger: false }).compile(schema);
    return true;
  } catch {
    return false;
  }
}

test.each([
  [{ type: 'object', properties: { id: { type: 'string' } } }, 'valid'],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'valid'],
  [{ type: 'strin' }, 'invalid'],
  [{ properties: { a: { enum: [] } } }, 'invalid'],
  [{ patternProperties: { '(': {} } }, 'invalid'],
  [{ $ref: '#/$defs/missing' }, 'unsure'],
  [{ $ref: '#/x', x: { type: 'strin' } }, 'unsure'],
  [{ $id: 'https://example.test/a' }, 'unsure'],
  [{ $schema: 'http://json-schema.org/draft-04/schema#' }, 'unsure'],
])('%j is %s', (schema, result) => {
  expect(quickCheck(schema).result).toBe(result);
});

test('a problem names its place', () => {
  const schema = { properties: { 'a/b': { pattern: '(' } } };
  expect(quickCheck(schema)).toMatchObject({ problem: expect.stringContaining('/properties/a~1b') });
});

test('never disagrees with the compiler', () => {
  const leaf = fc.constantFrom<unknown>(
    { type: 'string' },
    { type: ['string', 'null'] },
    { type: 'text' },
    { enum: [] },
    { enum: [1] },
    { pattern: '(' },
    { pattern: '^a$' },
    { $ref: '#' },
    { $ref: '#/properties/a' },
    { minimum: 'x' },
    true,
  );
  const node = fc.oneof(
    leaf,
    fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'b'), leaf), required: fc.constant(['a']) }),
    fc.record({ anyOf: fc.array(leaf, { maxLength: 2 }) }),
    fc.record({ items: fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })) }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b'), node), (properties) => {
      const schema = { type: 'object', properties };
      const { result } = quickCheck(schema);
      if (result !== 'unsure') expect(result === 'valid').toBe(compiles(schema));
    }),
    { numRuns: 25 },
  );
});
