import { expect, test } from 'vitest';
import { resolveRef, walkSchema } from './walk.js';

test('visits every schema in order and leaves data alone', () => {
  const schema = {
    properties: { 'a/b': { items: [{ type: 'string' }, true] }, c: 'no schema' },
    anyOf: [{ not: {} }],
    enum: [{ properties: { x: {} } }],
    default: { items: {} },
    $defs: { d: { additionalProperties: false } },
  };
  expect(walkSchema(schema).map((node) => [node.keyword, node.pointer()])).toEqual([
    ['', ''],
    ['properties', '/properties/a~1b'],
    ['items', '/properties/a~1b/items/0'],
    ['items', '/properties/a~1b/items/1'],
    ['anyOf', '/anyOf/0'],
    ['not', '/anyOf/0/not'],
    ['$defs', '/$defs/d'],
    ['additionalProperties', '/$defs/d/additionalProperties'],
  ]);
});

test('an object that holds itself is entered once', () => {
  const loop: Record<string, unknown> = {};
  loop.not = loop;
  expect(walkSchema(loop).length).toBeLessThan(5);
});

test('a schema of any depth ends the walk, not the program', () => {
  const deep = JSON.parse(`${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`);
  expect(walkSchema(deep).length).toBeGreaterThan(100);
});

test('references are followed to the end, escapes included', () => {
  const root = { $defs: { 'x/y%': { $ref: '#/$defs/z' }, z: { type: 'string' } } };
  expect(resolveRef(root, { $ref: '#/$defs/x~1y%25' })).toEqual({
    schema: { type: 'string' },
    pointer: '/$defs/z',
  });
});

test('a reference in a circle, to nowhere, to the network or to what is inherited stays as it is', () => {
  const root = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
  expect(resolveRef(root, root.$defs.a).schema).toHaveProperty('$ref');
  for (const $ref of ['#/$defs/missing', 'https://example.test/a', '#/toString', '#/__proto__']) {
    expect(resolveRef(root, { $ref }).schema).toEqual({ $ref });
  }
});
