import { expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { clearlyCompiles } from './clearly-compiles.js';
import { compileSchema } from './compile.js';

test.each([
  [{ type: 'object', properties: { id: { type: 'string', format: 'made-up', pattern: '^a$' } } }, true],
  [{ $ref: '#/$defs/a', $defs: { a: { anyOf: [{ type: ['string', 'null'] }, true] } } }, true],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', required: [] }, true],
  [{ type: 'object', 'x-wrap-result': true, properties: { a: { 'x-order': 1 } } }, true],
  [{ 'x-part': { $id: 'a' } }, false],
  [{ type: 'string', optional: true, min: 1 }, true],
  [{ optional: { $id: 'a' } }, false],
  [{ nullable: true }, false],
  [{ $anchor: 'a' }, false],
  [{ type: 'strin' }, false],
  [{ properties: { a: { enum: [] } } }, false],
  [{ properties: { a: { pattern: '(' } } }, false],
  [{ $ref: '#/$defs/missing' }, false],
  [{ $ref: 'https://example.test/schema.json' }, false],
  [{ $schema: 'https://example.test/dialect' }, false],
  ['no schema', false],
])('%j: %s', (schema, sure) => {
  expect(clearlyCompiles(schema)).toBe(sure);
});

test('says yes only to what the compiler takes', () => {
  const word = fc.constantFrom<unknown>(
    'string',
    'object',
    'text',
    1,
    -1,
    0.5,
    '(',
    '^a$',
    true,
    null,
    '#/properties/a',
  );
  const words = fc.array(word, { maxLength: 2 });
  const keys = [
    'type',
    'enum',
    'required',
    'pattern',
    'minimum',
    'minLength',
    'uniqueItems',
    'format',
    '$ref',
    'title',
    'x-order',
    'optional',
    'nullable',
    'id',
    'multipleOf',
    'contains',
    '$anchor',
    '$async',
    'if',
    'dependencies',
  ];
  const leaf = fc.dictionary(fc.constantFrom(...keys), fc.oneof(word, words), { maxKeys: 2 });
  const inner = fc.oneof(
    leaf,
    fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'b'), leaf) }),
    fc.record({ anyOf: fc.array(leaf, { maxLength: 2 }) }),
    fc.record({ items: fc.oneof(leaf, words), not: leaf }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b'), inner), (properties) => {
      const schema = { type: 'object', properties };
      if (clearlyCompiles(schema)) compileSchema(schema);
    }),
    { numRuns: 100 },
  );
});
