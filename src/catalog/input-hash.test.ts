import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { ToolDef } from '../types/catalog.js';
import { canonicalJson } from '../util/canonical-json.js';
import { sha256 } from '../util/hash.js';
import { canonicalDefinition, inputHash } from './input-hash.js';

const tool: ToolDef = {
  name: 'get_weather',
  description: 'Wetter für Zürich',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', default: null } },
    required: ['city'],
  },
};

describe('inputHash', () => {
  it('covers the six fields in canonical form', () => {
    expect(canonicalDefinition(tool)).toBe(
      '{"description":"Wetter für Zürich","inputSchema":{"properties":{"city":{"default":null,"type":"string"}},"required":["city"],"type":"object"},"name":"get_weather"}',
    );
    expect(inputHash(tool)).toBe(sha256(canonicalDefinition(tool)).slice(0, 16));
    expect(inputHash(tool)).toBe('099ecda4213e19c2');
  });

  it('does not depend on key order', () => {
    const shuffled = {
      inputSchema: {
        required: ['city'],
        properties: { city: { default: null, type: 'string' } },
        type: 'object',
      },
      description: 'Wetter für Zürich',
      name: 'get_weather',
    };
    expect(inputHash(shuffled)).toBe(inputHash(tool));
  });

  it('reads an absent field and null alike, and ignores other fields', () => {
    expect(inputHash({ ...tool, title: null, _meta: { x: 1 } } as unknown as ToolDef)).toBe(inputHash(tool));
  });

  it('keeps nulls and array order inside schemas', () => {
    const hash = (inputSchema: unknown) => inputHash({ name: 'x', inputSchema });
    expect(hash({ default: null })).not.toBe(hash({}));
    expect(hash({ required: ['a', 'b'] })).not.toBe(hash({ required: ['b', 'a'] }));
  });

  it('takes a schema of any depth', () => {
    let deep: unknown = {};
    for (let i = 0; i < 50_000; i += 1) deep = { items: deep };
    expect(inputHash({ name: 'deep', inputSchema: deep })).toMatch(/^[0-9a-f]{16}$/);
  });

  it('writes JSON that reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
