import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { canonicalDefinition } from '../catalog/input-hash.js';
import type { ToolDef } from '../types/catalog.js';
import { invocationCost } from './invocation-cost.js';
import { contextSignals } from './signals.js';

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const scalars = (count: number, prefix = 'p') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, { type: 'string' }]));

describe('what a call costs', () => {
  it('has the published figures', () => {
    expect(invocationCost(object(scalars(4))).invocationCost).toBe(4);
    expect(invocationCost(object(scalars(8))).invocationCost).toBe(8);
    expect(invocationCost(object({ all: object(scalars(8)) })).invocationCost).toBe(11);
    const union = { oneOf: [object(scalars(3)), object(scalars(1)), object(scalars(2))] };
    expect(invocationCost(object({ filter: object({ condition: union }) }))).toEqual({
      requiredFieldCount: 5,
      schemaDepth: 3,
      unionChoiceCount: 2,
      invocationCost: 13,
    });
  });

  it('counts only what must be filled in', () => {
    const optional = object({ a: object(scalars(5)), b: { type: 'string' } }, ['b']);
    expect(invocationCost(optional)).toMatchObject({
      requiredFieldCount: 1,
      schemaDepth: 2,
      unionChoiceCount: 0,
    });
  });

  it('counts neither null nor enum nor type lists as choices', () => {
    const properties = {
      a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      b: { enum: ['x', 'y', 'z'] },
      c: { type: ['string', 'number'] },
    };
    expect(invocationCost(object(properties)).unionChoiceCount).toBe(0);
  });

  it('looks into arrays of objects, references and allOf', () => {
    const schema = {
      ...object({ rows: { type: 'array', items: { $ref: '#/$defs/row' } } }),
      $defs: { row: { allOf: [object(scalars(2)), object(scalars(1, 'q'))] } },
    };
    expect(invocationCost(schema)).toMatchObject({ requiredFieldCount: 4, schemaDepth: 2 });
  });

  it('is 0 without a schema and without properties', () => {
    for (const schema of [undefined, null, true, {}, { type: 'object', properties: {} }]) {
      expect(invocationCost(schema)).toMatchObject({ schemaDepth: 0, invocationCost: 0 });
    }
  });

  it('ends on schemas that hold themselves, and on bushy ones', () => {
    const node = { ...object({ next: { $ref: '#' } }), title: 'node' };
    expect(invocationCost(node).requiredFieldCount).toBe(1);
    const bush: Record<string, unknown> = { $defs: {} };
    for (let i = 0; i < 12; i += 1) {
      const next = { $ref: `#/$defs/d${i + 1}` };
      (bush.$defs as Record<string, unknown>)[`d${i}`] = object(
        Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`k${k}`, next])),
      );
    }
    expect(invocationCost({ ...bush, $ref: '#/$defs/d0' }).schemaDepth).toBe(10);
  });
});

describe('context signals', () => {
  const tool: ToolDef = {
    name: 'find',
    title: 'Find a boat',
    description: 'Finds boats.',
    inputSchema: {
      type: 'object',
      properties: {
        q: { type: 'string', description: 'Words.' },
        kind: { enum: ['sail', 'motor'], description: ' ' },
        box: { type: 'object', description: 'Where.' },
      },
      required: ['q'],
    },
    outputSchema: {},
    annotations: { readOnlyHint: true, destructiveHint: 'no' },
  };

  it('are those of the format', () => {
    expect(contextSignals(tool)).toMatchObject({
      paramCount: 3,
      requiredParamCount: 1,
      paramsWithDescriptions: 2,
      paramsWithEnums: 1,
      schemaDescriptionCoverage: 67,
      hasNestedObjects: true,
      hasOutputSchema: false,
      hasAnnotations: true,
      annotationValues: { readOnly: true, destructive: null, idempotent: null, openWorld: null },
      titleIsMeaningful: true,
      definitionBytes: Buffer.byteLength(canonicalDefinition(tool)),
    });
    expect(contextSignals(tool).inputHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('call a tool without parameters fully documented', () => {
    expect(contextSignals({ name: 'ping' }).schemaDescriptionCoverage).toBe(100);
  });

  it('hash the definition whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (properties, extra) => {
        const one: ToolDef = { name: 'a', inputSchema: { properties, extra } };
        const reversed = Object.fromEntries(Object.entries(properties).reverse());
        const other = {
          inputSchema: { extra, properties: reversed },
          name: 'a',
          title: null,
        } as unknown as ToolDef;
        expect(contextSignals(other).inputHash).toBe(contextSignals(one).inputHash);
      }),
    );
  });

  it('hash every field of the definition and nothing else', () => {
    const { inputHash } = contextSignals(tool);
    const changed = (change: Partial<ToolDef>) => contextSignals({ ...tool, ...change }).inputHash;
    const changes = [
      { name: 'other' },
      { title: 'Other' },
      { description: 'Finds boats' },
      { inputSchema: { type: 'object' } },
      { outputSchema: { type: 'object' } },
      { annotations: { readOnlyHint: false } },
    ];
    expect(new Set([inputHash, ...changes.map(changed)]).size).toBe(7);
    expect(changed({ icons: [{ src: 'x.png' }], _meta: {} })).toBe(inputHash);
    const kept = (value: unknown) => changed({ inputSchema: { default: value } });
    expect(kept(null)).not.toBe(changed({ inputSchema: {} }));
    expect(kept([1, 2])).not.toBe(kept([2, 1]));
  });
});
