import { describe, expect, it } from 'vitest';
import type { WireTool } from './format.js';
import { knownTools } from './known-tools.js';

const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const def = (name: string, description: string, ...names: string[]) => ({
  name,
  description,
  inputSchema: schema(...names),
});

const catalog = {
  every: [def('get-sum', 'Adds two numbers.', 'a', 'b'), def('dotted.name', 'Has a dot.', 'x')],
  a: [def('b_c', 'The one of a.', 'x')],
  a_b: [def('c', 'The one of a_b.', 'y')],
};
const found = (...tools: WireTool[]) =>
  Object.fromEntries([...knownTools(tools, catalog)].map(([id, { name }]) => [id, name]));

describe('tools that a program presents', () => {
  it.each([
    ['mcp__every__get-sum', undefined],
    ['mcp_every_get-sum', undefined],
    ['every__get_sum', undefined],
    ['get_sum', 'mcp__every'],
  ])('are known by the name %s', (name, namespace) => {
    expect(found({ name, ...(namespace !== undefined && { namespace }) })).toEqual({ 'every.get-sum': name });
  });

  it('are known by a bare name or a single sign only where they say or take the same', () => {
    expect(found({ name: 'get-sum', description: 'Adds two numbers.' })).toEqual({
      'every.get-sum': 'get-sum',
    });
    expect(found({ name: 'every_get-sum', schema: schema('a', 'b', 'wait') })).toEqual({
      'every.get-sum': 'every_get-sum',
    });
    expect(found({ name: 'get-sum', description: 'Sums up the session.', schema: schema('z') })).toEqual({});
  });

  it('are told apart by what they say where one name fits two', () => {
    expect(found({ name: 'a_b_c', description: 'The one of a_b.', schema: schema('y') })).toEqual({
      'a_b.c': 'a_b_c',
    });
  });

  it('are known under a name with a hash, and not where two would fit', () => {
    const hashed = { name: 'ev_9f3a', description: 'Has a dot.', schema: schema('x') };
    expect(found(hashed)).toEqual({ 'every.dotted.name': 'ev_9f3a' });
    expect(found({ name: 'other', description: 'Something else.', schema: schema('x') })).toEqual({});
  });
});
