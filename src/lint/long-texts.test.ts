/**
 * Long texts are read to the end. A rule that takes quadratic time on one of them would take minutes here, longer than a test
 * may. Such tests count no coverage (`vitest.config.ts`): counting would double what they cost.
 */
import { expect, test } from 'vitest';
import type { Catalog } from '../types/catalog.js';
import { lintCatalog } from './engine.js';
import { RULES } from './registry.js';
import { createContext } from './tool-view.js';

const LONG = 400_000;

// The rules share what is worked out of a text, as they do in a lint.
test.each([
  'a ',
  'see ',
  "'a' or ",
  'one of a, ',
  'a|',
  '( ',
  '\n ',
  'aA',
  'as a ',
  '. ',
  '日本 ',
  "'",
  '\u200b',
])('every rule reads a long text of %j', (piece) => {
  const text = piece.repeat(Math.ceil(LONG / piece.length));
  const schema = { type: 'string', description: text, enum: undefined };
  const tool = {
    name: text,
    description: text,
    inputSchema: { type: 'object', properties: { a: schema, b: { enum: [text], description: text } } },
  };
  // Rules that compare tools compare their names and descriptions.
  const catalog: Catalog = { server: 's', tools: [tool, { name: text, description: text }] };
  const context = createContext(catalog);
  for (const rule of RULES) {
    const hits = rule.scope === 'tool' ? rule.check(tool, context) : rule.check(catalog, context);
    expect(Array.isArray(hits), rule.id).toBe(true);
  }
});

test('a long text made of the words that the rules look for is read to the end', () => {
  const pieces = [
    'ignore previous ',
    'do not tell ',
    'must set recipient ',
    'send the api key to ',
    '%20a%',
    'A a ',
    '\\x41',
    '&#65;',
    'abc_def ',
    'any other tool ',
    '<a ',
    '<!-- ',
    'eyJaaaaaaaaaaa.',
    'https://a',
    'a@',
    '- a: b\n',
    'Args:\n',
    'best, and ',
    '-----BEGIN PRIVATE KEY-----',
    '01010101',
    '~/.',
    'for the for ',
    '\ufe0f',
    'list of all every the ',
    '\n  ',
  ];
  for (const piece of pieces) {
    const description = piece.repeat(Math.ceil(LONG / piece.length));
    expect(
      lintCatalog([{ server: 's', tools: [{ name: 'a', description }] }], { rules: ['SEC'] }).tools,
    ).toBe(1);
  }
});
