import { expect, test } from 'vitest';
import { lockOf, writeLock } from '../catalog/lock.js';
import { validate } from '../json-schema/validate.js';
import type { Catalog } from '../types/catalog.js';
import { lintCatalog } from './engine.js';
import { fixCatalog, fixCatalogText } from './fix.js';
import { unifiedDiff } from './unified-diff.js';

const catalog: Catalog = {
  server: 'a server',
  tools: [
    {
      name: 'move',
      inputSchema: {
        type: 'object',
        properties: { to: { type: 'object', properties: { x: {} }, additionalProperties: true } },
      },
    },
    { name: 'map', inputSchema: { type: 'object', required: [], additionalProperties: { type: 'string' } } },
    { name: 'both', inputSchema: { type: 'object', required: [], allOf: [{ properties: { a: {} } }] } },
  ],
};

test('mends what can be mended without guessing, and leaves its input alone', () => {
  const before = structuredClone(catalog);
  const { catalog: fixed, fixes, patch } = fixCatalog(catalog);
  expect(catalog).toEqual(before);
  expect(fixes.map(({ rule, tool, pointer }) => `${rule} ${tool} ${pointer}`)).toEqual([
    'SCH-001 move /inputSchema',
    'SCH-002 move /inputSchema',
    'SCH-001 move /inputSchema/properties/to',
    'SCH-002 move /inputSchema/properties/to',
  ]);
  expect(fixed.tools[0]?.inputSchema).toEqual({
    type: 'object',
    properties: { to: { type: 'object', properties: { x: {} }, additionalProperties: false, required: [] } },
    required: [],
    additionalProperties: false,
  });
  expect(fixed.tools.slice(1)).toEqual(catalog.tools.slice(1));
  expect(patch).toMatch(/^--- a\/a-server\.tools\.json\n\+\+\+ b\//);
});

test('what was fixed is not reported again, and a valid call stays valid', () => {
  const { catalog: fixed } = fixCatalog(catalog);
  const left = lintCatalog([fixed], { rules: ['SCH-001', 'SCH-002'] }).findings;
  expect(left.filter(({ tool, rule }) => tool === 'move' && rule !== 'PASS')).toEqual([]);
  expect(validate(fixed.tools[0]?.inputSchema, { to: { x: 1 } }).valid).toBe(true);
  expect(fixCatalog(fixed)).toMatchObject({ fixes: [], patch: '' });
});

test('a file keeps its form and its indentation', () => {
  const tools = [{ name: 'a', inputSchema: { type: 'object' } }];
  const text = `\ufeff${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools, more: [1] } }, null, '\t')}\n`;
  const fixed = fixCatalogText(text, 'saved.json', ['SCH-002']);
  expect(fixed.text).toBe(
    text.replace('"type": "object"', '"type": "object",\n\t\t\t\t\t"additionalProperties": false'),
  );
  expect(fixed.patch.split('\n').filter((line) => /^[+-]\t/.test(line))).toEqual([
    '-\t\t\t\t\t"type": "object"',
    '+\t\t\t\t\t"type": "object",',
    '+\t\t\t\t\t"additionalProperties": false',
  ]);
});

test('a file that needs nothing is given back untouched', () => {
  const text = '[ {"name":"a", "inputSchema":{"type":"object","additionalProperties":false}} ]';
  expect(fixCatalogText(text, 'saved.json')).toEqual({ text, fixes: [], patch: '' });
});

test('a lock is refused, for its hashes would no longer fit', () => {
  const text = writeLock(lockOf([{ server: 's', tools: [{ name: 'a', inputSchema: { type: 'object' } }] }]));
  expect(() => fixCatalogText(text, 'mcptest.lock')).toThrow(
    expect.objectContaining({ code: 'lock-not-fixable' }),
  );
});

test('a file that is no catalogue is refused', () => {
  expect(() => fixCatalogText('{', 'saved.json')).toThrow(
    expect.objectContaining({ code: 'catalog-unreadable' }),
  );
});

test('the patch counts its lines', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const changed = [...lines.slice(0, 5), 'new', ...lines.slice(5, 20), 'other', ...lines.slice(21)];
  expect(
    unifiedDiff(lines.join('\n'), changed.join('\n'), 'f')
      .split('\n')
      .filter((line) => line.startsWith('@@')),
  ).toEqual(['@@ -3,6 +3,7 @@', '@@ -18,7 +19,7 @@']);
  expect(unifiedDiff('a\nb', 'a\nb', 'f')).toBe('');
});
