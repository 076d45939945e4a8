import { expect, test } from 'vitest';
import { lintCatalog } from '../engine.js';
import { subjectsOf } from './model-strings.js';

function read(tool: object) {
  const [subject] = subjectsOf({ server: 's', tools: [tool as never] });
  return subject!;
}

test('strings come in reading order, each with its key, its place and the names of arguments', () => {
  const { strings, isCut } = read({
    inputSchema: {
      type: 'object',
      properties: { 'a/b': { enum: ['x', 'y'] }, properties: { description: 'd' } },
    },
    description: 'Adds.',
    name: 'add',
  });
  expect(strings.map((one) => [one.role, one.text, one.pointer(), one.top])).toEqual([
    ['name', 'add', '/name', 'name'],
    ['description', 'Adds.', '/description', 'description'],
    ['type', 'object', '/inputSchema/type', 'inputSchema'],
    ['name of', 'a/b', '/inputSchema/properties/a~1b', 'inputSchema'],
    ['enum', 'x', '/inputSchema/properties/a~1b/enum/0', 'inputSchema'],
    ['enum', 'y', '/inputSchema/properties/a~1b/enum/1', 'inputSchema'],
    ['name of', 'properties', '/inputSchema/properties/properties', 'inputSchema'],
    ['description', 'd', '/inputSchema/properties/properties/description', 'inputSchema'],
  ]);
  expect(isCut).toBe(false);
});

test('what stands deeper than strings are read is known to be missing, and rules look there themselves', () => {
  let schema: object = { $ref: 'https://elsewhere.test/schema.json' };
  for (let depth = 0; depth < 150; depth += 1) schema = { properties: { a: schema } };
  const tool = { name: 'add', description: 'Adds.', inputSchema: schema };
  expect(read(tool).isCut).toBe(true);
  const { findings } = lintCatalog([{ server: 's', tools: [tool] }], { rules: ['SEC-013'] });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer?.slice(-5)}`)).toEqual(['SEC-013 /$ref']);
});
