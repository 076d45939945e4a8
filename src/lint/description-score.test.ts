import { expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { ToolDef } from '../types/catalog.js';
import { descriptionScore } from './description-score.js';

const full: ToolDef = {
  name: 'get_weather',
  description: 'Get the weather of a city for a day. Returns temperature, humidity and wind.',
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Name' },
      day: { type: 'string', description: 'ISO date' },
    },
    required: ['city'],
  },
  annotations: { readOnlyHint: true },
};

test('the best is 1, nothing at all is near 0', () => {
  expect(descriptionScore(full).score).toBe(1);
  expect(descriptionScore({ name: 'x', inputSchema: { properties: { a: {} } } }).score).toBe(0);
});

test('a required argument counts double', () => {
  const without = (name: string) => {
    const copy = structuredClone(full) as { inputSchema: { properties: Record<string, object> } } & ToolDef;
    copy.inputSchema.properties[name] = { type: 'string' };
    return descriptionScore(copy).parts.parameters;
  };
  expect(without('city')).toBeCloseTo(1 / 3);
  expect(without('day')).toBeCloseTo(2 / 3);
});

test('long texts lose for conciseness, and a name in other words for action', () => {
  expect(descriptionScore({ ...full, description: 'Get it. '.repeat(188) }).parts.conciseness).toBeCloseTo(
    0.5,
    1,
  );
  expect(descriptionScore({ ...full, description: 'x'.repeat(3000) }).parts.conciseness).toBe(0);
  expect(descriptionScore({ ...full, description: 'Weather, get!' }).parts.action).toBe(0);
});

test('taking documentation away never raises the score', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 700 }),
    fc.lorem({ maxCount: 30 }),
    fc.constant(full.description),
  );
  const argument = fc.record({ type: fc.constant('string'), description: text }, { requiredKeys: ['type'] });
  const tool = fc.record(
    {
      name: fc.constantFrom('get_weather', 'x'),
      description: text,
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), argument),
      required: fc.subarray(['a', 'b', 'c']),
      annotations: fc.dictionary(fc.constantFrom('readOnlyHint', 'title', 'idempotentHint'), fc.boolean()),
      outputSchema: fc.constant({ type: 'object' }),
    },
    { requiredKeys: ['name', 'properties', 'required'] },
  );
  fc.assert(
    fc.property(tool, ({ properties, required, ...rest }) => {
      const make = (some: typeof properties): ToolDef =>
        ({ ...rest, inputSchema: { type: 'object', properties: some, required } }) as ToolDef;
      const score = descriptionScore(make(properties)).score;
      const poorer: ToolDef[] = ['description', 'annotations', 'outputSchema'].map((key) => ({
        ...make(properties),
        [key]: undefined,
      }));
      for (const name of Object.keys(properties))
        poorer.push(make({ ...properties, [name]: { type: 'string' } }));
      for (const worse of poorer) expect(descriptionScore(worse).score).toBeLessThanOrEqual(score);
    }),
    { numRuns: 300 },
  );
});

test('cutting a short description at the end never raises the score', () => {
  const words = 'Get the weather of a city. Returns temperature and wind as JSON for one day.'.split(' ');
  let last = descriptionScore(full).score;
  for (let count = words.length; count >= 0; count -= 1) {
    const { score } = descriptionScore({ ...full, description: words.slice(0, count).join(' ') });
    expect(score).toBeLessThanOrEqual(last);
    last = score;
  }
});

test('what comes back is declared, or said in English, or in words that cannot be judged', () => {
  const returns = (tool: Partial<ToolDef>) => descriptionScore({ ...full, ...tool }).parts.returns;
  expect(returns({ description: 'Gets the weather of a city.' })).toBe(0);
  expect(returns({ description: 'Gets the weather of a city.', outputSchema: { type: 'object' } })).toBe(1);
  expect(returns({ description: '', outputSchema: { type: 'object' } })).toBe(1);
  expect(returns({ description: '' })).toBe(0);
  expect(returns({ description: 'Liest das Wetter einer Stadt und gibt es mit dem Datum aus.' })).toBe(0.5);
});
