import { describe, expect, test } from 'vitest';
import { validate } from '../json-schema/validate.js';
import { sampleValue } from './sample-value.js';

describe('sampleValue', () => {
  test.each([
    {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'integer', minimum: 3 }, b: { type: 'string', minLength: 6 } },
    },
    { type: 'array', items: { enum: ['x', 'y'] }, minItems: 2 },
    { anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] },
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
        { required: ['b'], properties: { b: { type: 'boolean' } } },
      ],
    },
    {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    },
    { type: ['null', 'number'], exclusiveMinimum: 2 },
    { type: 'object', required: ['free'] },
  ])('gives a valid value for %j', (schema) => {
    expect(validate(schema, JSON.parse(JSON.stringify(sampleValue(schema)))).errors).toEqual([]);
  });

  test('comes to an end on schemas that grow without one', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const node = {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((n) => [n, { $ref: '#' }])),
    };
    expect(JSON.stringify(sampleValue(node)).length).toBeLessThan(100_000);
    expect(sampleValue({ $ref: '#' })).toBeNull();
    expect(sampleValue({ type: 'string', minLength: 1e9 })).toHaveLength(100);
  });
});
