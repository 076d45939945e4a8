import { expect, it } from 'vitest';
import { randomOf } from '../util/random.js';
import { forbidsOf } from './forbidden.js';
import { inputsOf } from './inputs.js';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1, maxLength: 40 },
    days: { type: 'integer', minimum: 1, maximum: 14 },
    unit: { enum: ['c', 'f'] },
    filter: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
  },
  required: ['city'],
};

function take(seed: number, count: number) {
  const inputs = inputsOf(schema, { city: 'Oslo' }, randomOf(seed, 'forecast'));
  return Array.from({ length: count }, () => inputs.next().value);
}

it('the same seed gives the same inputs, another seed others', () => {
  expect(take(1, 300)).toEqual(take(1, 300));
  expect(take(2, 300)).not.toEqual(take(1, 300));
});

it('reaches the edges, what lies beyond them, and places inside objects and lists', () => {
  const all = take(1, 300).map((one) => JSON.stringify(one?.args));
  for (const wanted of [
    '{}',
    '{"city":"Oslo","days":1}',
    '{"city":"Oslo","days":0}',
    '{"city":"Oslo","days":15}',
    '{"city":""}',
    '{"city":12345}',
    '{"city":null}',
    '{"city":"Oslo","unit":"f"}',
    `{"city":"${'x'.repeat(41)}"}`,
    '{"city":"Oslo","filter":{"tags":[12345]}}',
  ])
    expect(all).toContain(wanted);
  expect(new Set(all).size).toBe(300);
});

it('tells what a schema forbids, and takes no format for a rule', () => {
  const forbids = forbidsOf({
    type: 'object',
    properties: { at: { type: 'string', format: 'uri' }, n: { type: 'integer', minimum: 1 } },
    required: ['at'],
    additionalProperties: false,
  });
  expect(forbids({ at: 'no address' })).toBeUndefined();
  expect(forbids({ at: 'x', n: 0 })).toEqual({ rules: ['/n must be at least 1'], onlyUnknownFields: false });
  expect(forbids({})?.rules).toEqual(['the input must have property "at"']);
  expect(forbids({ at: 'x', other: 1 })?.onlyUnknownFields).toBe(true);
});
