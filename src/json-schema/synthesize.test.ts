import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { synthesize } from './synthesize.js';
import { validate } from './validate.js';

const made = (schema: unknown) => synthesize(schema)?.value;
const inside = (schema: unknown, more = {}) =>
  (made({ type: 'object', properties: { it: schema }, required: ['it'], ...more }) as { it: unknown }).it;

describe('synthesize', () => {
  it('takes what the schema offers: const, default, examples, enum', () => {
    expect(inside({ const: 'fixed', default: 'other' })).toBe('fixed');
    expect(inside({ type: 'string', default: 'metric', enum: ['imperial', 'metric'] })).toBe('metric');
    expect(inside({ type: 'string', examples: ['PAR', 'LHR'] })).toBe('PAR');
    expect(inside({ enum: ['asc', 'desc'] })).toBe('asc');
  });

  it('passes over a default or an example that the schema itself does not allow', () => {
    expect(inside({ type: 'integer', default: 'ten', examples: ['eleven', 12] })).toBe(12);
  });

  it('fills required properties only', () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, units: { type: 'string' } },
      required: ['city'],
    };
    expect(made(schema)).toEqual({ city: 'Paris' });
    expect(made({ ...schema, minProperties: 2 })).toEqual({ city: 'Paris', units: 'example' });
  });

  it.each([
    [{ type: 'integer', minimum: 10 }, 10],
    [{ type: 'integer', exclusiveMinimum: 10 }, 11],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'integer', multipleOf: 7, minimum: 8 }, 14],
    [{ type: 'string', minLength: 9 }, 'examplexx'],
    [{ type: 'string', maxLength: 3 }, 'exa'],
    [{ type: 'string', format: 'date' }, '2026-01-15'],
    [{ type: ['null', 'boolean'] }, true],
    [{ type: 'null' }, null],
  ])('keeps within %j', (schema, value) => {
    expect(inside(schema)).toEqual(value);
  });

  it.each([
    '^[A-Z]{3}$',
    '^\\d{4}-\\d{2}$',
    '^(foo|bar)-[a-f0-9]+$',
    '^(?:v)?\\d+\\.\\d+\\.\\d+$',
    '^#[0-9a-fA-F]{6}$',
    '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
  ])('writes a text for the pattern %s', (pattern) => {
    expect(inside({ type: 'string', pattern })).toMatch(new RegExp(pattern));
  });

  it('repeats within a pattern until it is long enough', () => {
    expect(inside({ type: 'string', pattern: '^[a-z]+$', minLength: 5 })).toMatch(/^[a-z]{5,}$/);
  });

  it('follows references, also into itself', () => {
    const schema = {
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['name', 'children'],
        },
      },
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      required: ['tree'],
    };
    expect(validate(schema, made(schema)).valid).toBe(true);
  });

  it('gives up on a schema that no finite value can satisfy', () => {
    const loop = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(synthesize(loop)).toBeUndefined();
    expect(synthesize(false)).toBeUndefined();
    expect(synthesize({ type: 'string', minLength: 3, maxLength: 2 })).toBeUndefined();
    expect(synthesize('no schema')).toBeUndefined();
  });

  it('joins allOf, and finds the branch of oneOf and anyOf that works', () => {
    expect(inside({ allOf: [{ type: 'integer', minimum: 5 }, { minimum: 8 }, { maximum: 9 }] })).toBe(8);
    const oneOf = [
      {
        properties: { by: { const: 'id' }, id: { type: 'string', minLength: 3, maxLength: 1 } },
        required: ['by', 'id'],
      },
      { properties: { by: { const: 'name' }, name: { type: 'string' } }, required: ['by', 'name'] },
    ];
    expect(made({ type: 'object', oneOf })).toEqual({ by: 'name', name: 'example' });
    expect(inside({ anyOf: [{ type: 'null' }, { type: 'integer' }] })).toBe(1);
  });

  it('makes items of a list differ where they must', () => {
    const list = { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true };
    expect(inside(list)).toEqual(['example', 'example-2', 'example-3']);
    expect(inside({ ...list, items: { enum: ['a', 'b', 'c'] } })).toEqual(['a', 'b', 'c']);
  });

  it('keeps a hostile property name as data', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    ) as unknown;
    const value = made(schema) as object;
    if (value !== undefined) expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).city).toBeUndefined();
  });

  it('is always valid, always the same, and never hangs, whatever the schema', () => {
    const leaf = fc.oneof(
      fc.record({ type: fc.constant('string'), minLength: fc.nat(20) }, { requiredKeys: ['type'] }),
      fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -50, max: 50 }) }),
      fc.record({ enum: fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }) }),
      fc.constantFrom({}, { type: 'boolean' }, { $ref: '#' }, { format: 'uuid', type: 'string' }),
    );
    const schema = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('node'), minItems: fc.nat(3) }),
        fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
        fc.record({
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node')),
          required: fc.subarray(['a', 'b', 'c']),
        }),
      ),
    })).node;
    fc.assert(
      fc.property(schema, (one) => {
        const first = synthesize(one);
        expect(synthesize(structuredClone(one))).toEqual(first);
        if (first !== undefined) expect(validate(one, first.value).valid).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
