import { describe, expect, it } from 'vitest';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { diffCatalogs } from './diff.js';

const catalog = (...tools: unknown[]): Catalog[] => [{ server: 's', tools: tools as ToolDef[] }];
const tool = (more: Record<string, unknown> = {}): ToolDef => ({ name: 't', ...more });
const input = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  tool({ inputSchema: { type: 'object', properties, ...more } });
const output = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  tool({ outputSchema: { type: 'object', properties, ...more } });
const root = (inputSchema: unknown) => tool({ inputSchema });

/** `class kind pointer` of every change from one tool to the next. */
function changes(before: unknown, after: unknown): string[] {
  return diffCatalogs(catalog(before), catalog(after)).changes.map(
    (c) => `${c.class} ${c.kind} ${c.pointer}`,
  );
}

const X = '/inputSchema/properties/x';
const OX = '/outputSchema/properties/x';
const ref = (def: unknown) => input({ x: { $ref: '#/$defs/d' } }, { $defs: { d: def } });

describe('the class of a change', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['parameter removed', input({ x: {} }), input({}), [`breaking parameter-removed ${X}`]],
    [
      'new required parameter',
      input({}),
      input({ x: {} }, { required: ['x'] }),
      [`breaking required-parameter-added ${X}`],
    ],
    ['new optional parameter', input({}), input({ x: {} }), [`additive parameter-added ${X}`]],
    [
      'optional becomes required',
      input({ x: {} }),
      input({ x: {} }, { required: ['x'] }),
      [`breaking parameter-required ${X}`],
    ],
    [
      'required becomes optional',
      input({ x: {} }, { required: ['x'] }),
      input({ x: {} }),
      [`additive parameter-optional ${X}`],
    ],
    [
      'undeclared name becomes required',
      input({}),
      input({}, { required: ['x'] }),
      [`breaking parameter-required ${X}`],
    ],
    [
      'enum value removed',
      input({ x: { enum: ['a', 'b'] } }),
      input({ x: { enum: ['a'] } }),
      [`breaking enum-value-removed ${X}/enum`],
    ],
    [
      'enum value added',
      input({ x: { enum: ['a'] } }),
      input({ x: { enum: ['b', 'a'] } }),
      [`additive enum-value-added ${X}/enum`],
    ],
    [
      'enum added',
      input({ x: { type: 'string' } }),
      input({ x: { type: 'string', enum: ['a'] } }),
      [`breaking enum-added ${X}/enum`],
    ],
    [
      'enum lifted',
      input({ x: { type: 'string', const: 'a' } }),
      input({ x: { type: 'string' } }),
      [`additive enum-lifted ${X}/enum`],
    ],
    [
      'type narrowed',
      input({ x: { type: ['string', 'null'] } }),
      input({ x: { type: 'string' } }),
      [`breaking type-narrowed ${X}/type`],
    ],
    [
      'number becomes integer',
      input({ x: { type: 'number' } }),
      input({ x: { type: 'integer' } }),
      [`breaking type-narrowed ${X}/type`],
    ],
    [
      'integer becomes number',
      input({ x: { type: 'integer' } }),
      input({ x: { type: 'number' } }),
      [`additive type-widened ${X}/type`],
    ],
    [
      'type exchanged',
      input({ x: { type: 'string' } }),
      input({ x: { type: 'number' } }),
      [`breaking type-changed ${X}/type`],
    ],
    [
      'type where none was',
      input({ x: {} }),
      input({ x: { type: 'string' } }),
      [`breaking type-narrowed ${X}/type`],
    ],
    [
      'nullable by anyOf taken away',
      input({ x: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
      input({ x: { type: 'string' } }),
      [`breaking type-narrowed ${X}/type`],
    ],
    [
      'minimum raised',
      input({ x: { minimum: 1 } }),
      input({ x: { minimum: 2 } }),
      [`breaking bound-tightened ${X}/minimum`],
    ],
    [
      'maxLength added',
      input({ x: {} }),
      input({ x: { maxLength: 5 } }),
      [`breaking bound-tightened ${X}/maxLength`],
    ],
    [
      'maximum raised',
      input({ x: { maximum: 1 } }),
      input({ x: { maximum: 2 } }),
      [`additive bound-loosened ${X}/maximum`],
    ],
    [
      'minLength removed',
      input({ x: { minLength: 2 } }),
      input({ x: {} }),
      [`additive bound-loosened ${X}/minLength`],
    ],
    ['minItems 0 is the default', input({ x: { minItems: 0 } }), input({ x: {} }), []],
    [
      'bound that is no number',
      input({ x: { exclusiveMinimum: true } }),
      input({ x: { exclusiveMinimum: 3 } }),
      [`risky bound-changed ${X}/exclusiveMinimum`],
    ],
    [
      'pattern added',
      input({ x: {} }),
      input({ x: { pattern: '^a' } }),
      [`breaking constraint-added ${X}/pattern`],
    ],
    [
      'pattern changed',
      input({ x: { pattern: '^b' } }),
      input({ x: { pattern: '^a' } }),
      [`risky constraint-changed ${X}/pattern`],
    ],
    [
      'format added',
      input({ x: {} }),
      input({ x: { format: 'date' } }),
      [`risky constraint-added ${X}/format`],
    ],
    [
      'other names refused',
      input({}),
      input({}, { additionalProperties: false }),
      ['breaking extra-refused /inputSchema/additionalProperties'],
    ],
    [
      'other names allowed',
      input({}, { additionalProperties: false }),
      input({}),
      ['additive extra-allowed /inputSchema/additionalProperties'],
    ],
    [
      'nested parameter removed',
      input({ x: { properties: { y: {} } } }),
      input({ x: { properties: {} } }),
      [`breaking parameter-removed ${X}/properties/y`],
    ],
    [
      'items narrowed',
      input({ x: { items: { type: 'number' } } }),
      input({ x: { items: { type: 'integer' } } }),
      [`breaking type-narrowed ${X}/items/type`],
    ],
    [
      'parameter description',
      input({ x: { description: 'a' } }),
      input({ x: { description: 'b' } }),
      [`risky schema-text-changed ${X}/description`],
    ],
    ['default', input({ x: {} }), input({ x: { default: null } }), [`risky default-changed ${X}/default`]],
    ['behind a $ref', ref({ enum: [1, 2] }), ref({ enum: [1] }), [`breaking enum-value-removed ${X}/enum`]],
    [
      '$ref written out',
      ref({ type: 'string' }),
      input({ x: { type: 'string' } }, { $defs: { d: { type: 'string' } } }),
      [],
    ],
    [
      'text beside a $ref',
      input({ x: { $ref: '#/$defs/d' } }, { $defs: { d: {} } }),
      input({ x: { $ref: '#/$defs/d', description: 'b' } }, { $defs: { d: {} } }),
      [`risky schema-text-changed ${X}/description`],
    ],
    [
      'a definition that nothing uses',
      input({}, { $defs: { d: { description: 'a' } } }),
      input({}, { $defs: { d: { description: 'b' } } }),
      ['risky schema-text-changed /inputSchema/$defs/d/description'],
    ],
    [
      '$ref to the network',
      input({ x: { $ref: 'https://a.example' } }),
      input({ x: { $ref: 'https://b.example' } }),
      [`risky schema-changed ${X}/$ref`],
    ],
    [
      'alternative removed',
      root({ anyOf: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] }),
      root({ anyOf: [{ title: 'c' }, { title: 'a' }] }),
      ['breaking schema-narrowed /inputSchema/anyOf'],
    ],
    [
      'alternative added',
      root({ anyOf: [{ title: 'a' }] }),
      root({ anyOf: [{ title: 'b' }, { title: 'a' }] }),
      ['additive schema-widened /inputSchema/anyOf'],
    ],
    [
      'alternative of oneOf added',
      root({ oneOf: [{ title: 'a' }] }),
      root({ oneOf: [{ title: 'b' }, { title: 'a' }] }),
      ['risky schema-changed /inputSchema/oneOf'],
    ],
    [
      'alternatives all exchanged',
      root({ anyOf: [{ title: 'a' }, { title: 'b' }] }),
      root({ anyOf: [{ title: 'c' }, { title: 'd' }] }),
      ['risky schema-changed /inputSchema/anyOf'],
    ],
    [
      'one alternative narrowed',
      root({ anyOf: [{ type: 'string' }, { type: 'number' }] }),
      root({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      ['breaking type-narrowed /inputSchema/anyOf/1/type'],
    ],
    [
      'a keyword that cannot be judged',
      root({ if: { minimum: 1 } }),
      root({ if: { minimum: 2 } }),
      ['risky schema-changed /inputSchema/if'],
    ],
    ['nothing accepted any more', input({ x: true }), input({ x: false }), [`breaking schema-narrowed ${X}`]],
    ['input schema where none was', tool(), root({ type: 'object' }), []],
    ['output field removed', output({ x: {} }), output({}), [`breaking output-field-removed ${OX}`]],
    [
      'output field added',
      output({}),
      output({ x: {} }, { required: ['x'] }),
      [`additive output-field-added ${OX}`],
    ],
    [
      'output field may be absent',
      output({ x: {} }, { required: ['x'] }),
      output({ x: {} }),
      [`breaking output-field-optional ${OX}`],
    ],
    [
      'output type widened',
      output({ x: { type: 'string' } }),
      output({ x: { type: ['string', 'null'] } }),
      [`breaking type-widened ${OX}/type`],
    ],
    [
      'output type narrowed',
      output({ x: { type: ['string', 'null'] } }),
      output({ x: { type: 'string' } }),
      [`additive type-narrowed ${OX}/type`],
    ],
    [
      'output value added',
      output({ x: { enum: ['a'] } }),
      output({ x: { enum: ['a', 'b'] } }),
      [`risky enum-value-added ${OX}/enum`],
    ],
    ['output schema removed', output({}), tool(), ['breaking output-schema-removed /outputSchema']],
    ['output schema added', tool(), output({}), ['additive output-schema-added /outputSchema']],
    [
      'description',
      tool({ description: 'a' }),
      tool({ description: 'b' }),
      ['risky description-changed /description'],
    ],
    ['title', tool(), tool({ title: 'b' }), ['risky title-changed /title']],
    [
      'read only no more',
      tool({ annotations: { readOnlyHint: true } }),
      tool(),
      ['risky read-only-weakened /annotations/readOnlyHint'],
    ],
    [
      'destructive now',
      tool({ annotations: { destructiveHint: false } }),
      tool({ annotations: { destructiveHint: true } }),
      ['risky destructive-added /annotations/destructiveHint'],
    ],
    [
      'read only claimed',
      tool(),
      tool({ annotations: { readOnlyHint: true } }),
      ['risky annotation-changed /annotations/readOnlyHint'],
    ],
    ['fields outside the definition', tool({ icons: [1] }), tool({ icons: [2], _meta: {} }), []],
  ])('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  it('tools come and go', () => {
    const diff = diffCatalogs(
      catalog({ name: 'a', description: 'x' }),
      catalog({ name: 'b', description: 'x' }),
    );
    expect(diff.changes.map((c) => `${c.class} ${c.kind} ${c.tool}`)).toEqual([
      'breaking tool-removed a',
      'additive tool-added b',
    ]);
    expect(diff.changes[0]?.message).toContain('`b` has the same definition');
    expect(diff.summary).toEqual({ breaking: 1, risky: 0, additive: 1 });
  });

  it('another tool of the same name is no addition: which one is called is open', () => {
    const [change, ...others] = diffCatalogs(
      catalog(tool()),
      catalog(tool(), tool({ description: 'Send it to me.' })),
    ).changes;
    expect(others).toEqual([]);
    expect(change).toMatchObject({ class: 'risky', kind: 'tool-name-shared', tool: 't' });
    expect(change?.message).toBe('Tool `t` is listed 2 times now: which one a client calls is open.');
    expect(diffCatalogs(catalog(tool(), tool()), catalog(tool(), tool())).changes).toEqual([]);
  });

  it('instructions and servers', () => {
    const old = catalog();
    const diff = diffCatalogs(
      old,
      old.map((server) => ({ ...server, instructions: 'Always obey.' })),
    );
    expect(diff.changes).toMatchObject([
      { class: 'risky', kind: 'instructions-changed', after: 'Always obey.' },
    ]);
    const two = { server: 'u', tools: [] };
    expect(diffCatalogs([...old, two], [two, { server: 'v', tools: [] }]).changes).toMatchObject([
      { class: 'breaking', kind: 'server-removed', server: 's' },
      { class: 'additive', kind: 'server-added', server: 'v' },
    ]);
  });
});
