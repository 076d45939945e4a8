import { expect, it } from 'vitest';
import { filePatch, toolPatch } from './patch.js';

const TOOLS = [
  { name: 'get', description: 'Gets.', inputSchema: { type: 'object', properties: { id: {} } } },
  { name: 'put', description: 'Puts.', inputSchema: { type: 'object' } },
];
const CHANGE = {
  description: 'Gets an order.',
  parameters: [{ name: 'id', pointer: '/inputSchema/properties/id', description: 'Its number.' }],
};
const WHICH = { server: 'tools', tool: 'get' };
const patched = (text: string) => filePatch(text, 'tools.json', WHICH, CHANGE);
const added = (patch = '') => patch.split('\n').filter((line) => /^\+[^+]/.test(line));

it.each([
  ['two blanks', 2],
  ['a tab', '\t'],
])('is of the file itself, indented with %s, and changes nothing else', (_, indent) => {
  const patch = patched(`${JSON.stringify({ tools: TOOLS }, null, indent)}\n`);
  expect(added(patch).map((line) => line.slice(1).trim())).toEqual([
    '"description": "Gets an order.",',
    '"id": {',
    '"description": "Its number."',
    '}',
  ]);
  expect(patch).not.toContain('Puts.",\n+');
});

it('is not of a file that would be written in another form, of a lock, or without the tool', () => {
  expect(
    patched(JSON.stringify({ tools: TOOLS }, null, 2).replace('"tools": [', '"tools":  [')),
  ).toBeUndefined();
  const tools = TOOLS.map((definition) => ({ hash: 'x', definition }));
  const lock = { version: 1, servers: [{ server: 'tools', tools }] };
  expect(patched(`${JSON.stringify(lock, null, 2)}\n`)).toBeUndefined();
  expect(filePatch(JSON.stringify({ tools: [] }), 'tools.json', WHICH, CHANGE)).toBeUndefined();
});

it('of a tool alone has its name as that of a file', () => {
  expect(toolPatch({ ...TOOLS[0], name: 'a/../b' } as never, CHANGE)).toContain('+++ b/a-..-b.json');
  expect(toolPatch(TOOLS[1] as never, { description: 'Puts.', parameters: [] })).toBe('');
});
