import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { diffCatalogs, isDrift } from './diff.js';

const catalog = (...tools: unknown[]): Catalog[] => [{ server: 's', tools: tools as ToolDef[] }];
const tool = (more: Record<string, unknown> = {}): ToolDef => ({ name: 't', ...more });
const root = (inputSchema: unknown) => tool({ inputSchema });

/** `class kind pointer` of every change from one tool to the next. */
function changes(before: unknown, after: unknown): string[] {
  return diffCatalogs(catalog(before), catalog(after)).changes.map(
    (c) => `${c.class} ${c.kind} ${c.pointer}`,
  );
}

describe('what is no change', () => {
  it('another order of tools, keys, required, enum and alternatives', () => {
    const before = [
      {
        name: 'a',
        inputSchema: { type: 'object', required: ['p', 'q'], properties: { p: { enum: [1, 2] }, q: {} } },
      },
      { name: 'b', inputSchema: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ];
    const after = [
      { inputSchema: { anyOf: [{ type: 'number' }, { type: 'string' }] }, name: 'b' },
      {
        name: 'a',
        inputSchema: { properties: { q: {}, p: { enum: [2, 1] } }, required: ['q', 'p'], type: 'object' },
      },
    ];
    expect(diffCatalogs(catalog(...before), catalog(...after)).changes).toEqual([]);
  });

  it('two tools of one name in another order', () => {
    const [a, b] = [tool({ description: 'a' }), tool({ description: 'b' })];
    expect(diffCatalogs(catalog(a, b), catalog(b, a)).changes).toEqual([]);
    expect(diffCatalogs(catalog(a, b), catalog(b)).changes).toMatchObject([{ kind: 'tool-removed' }]);
  });
});

describe('hostile catalogues', () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const keyword = fc.constantFrom(
    'type',
    'enum',
    'const',
    'properties',
    'required',
    'items',
    'anyOf',
    'oneOf',
    'allOf',
    '$ref',
    '$defs',
    'minimum',
    'additionalProperties',
    '__proto__',
  );
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      json,
      fc.constant({ $ref: '#' }),
      fc.dictionary(keyword, tie('schema')),
      fc.record({ properties: fc.dictionary(keyword, tie('schema')) }),
    ),
  }));
  const anyTool = fc.record(
    {
      name: fc.oneof(fc.constantFrom('a', 'b'), json),
      description: json,
      inputSchema: schema,
      outputSchema: schema,
      annotations: json,
    },
    { requiredKeys: [] },
  );
  const tools = fc.array(anyTool, { maxLength: 3 });

  it('never throws, and finds nothing between a catalogue and itself', () => {
    fc.assert(
      fc.property(tools, tools, (before, after) => {
        diffCatalogs(catalog(...before), catalog(...after));
        const copy = JSON.parse(JSON.stringify(before)) as unknown[];
        expect(diffCatalogs(catalog(...before), catalog(...copy.reverse())).changes).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('finds something whenever a definition differs in more than order', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(a !== b);
        expect(
          isDrift(diffCatalogs(catalog(tool({ description: a })), catalog(tool({ description: b })))),
        ).toBe(true);
      }),
    );
  });

  it('ends on recursive schemas and says when it did not look at everything', () => {
    const loop = { type: 'object', properties: { next: { $ref: '#' } }, items: { $ref: '#' } };
    expect(changes(root(loop), root({ ...loop, title: 'n' }))).toContain(
      'risky schema-text-changed /inputSchema/title',
    );
    expect(
      changes(root({ type: 'object' }), root({ type: 'object', items: { $ref: '#' } })).length,
    ).toBeLessThan(5);
    let deep: unknown = { title: 'a' };
    let other: unknown = { title: 'b' };
    for (let i = 0; i < 5000; i += 1) [deep, other] = [{ items: deep }, { items: other }];
    expect(changes(root(deep), root(other))).toEqual(['risky schema-changed /inputSchema']);
  });

  it('shows hidden characters and where a long text changed', () => {
    const long = 'x'.repeat(5000);
    const [change] = diffCatalogs(
      catalog(tool({ description: long })),
      catalog(tool({ description: `${long}\u202e\u001b[2J` })),
    ).changes;
    expect(change?.after).toMatch(/^…x+\\u\{202e\}\\x1b\[2J$/);
    expect(change?.before?.length).toBeLessThan(130);
  });
});
