import { expect, it } from 'vitest';
import { unwrapped } from './unwrapped.js';

const SAYS = 'Finds a boat by its name.';

it.each([
  ['JSON', JSON.stringify({ description: SAYS })],
  ['JSON in JSON', JSON.stringify([[{ a: { b: SAYS } }]])],
  ['a JSON text', JSON.stringify(SAYS)],
  ['an element', `<tool-text class="x">${SAYS}</tool-text>`],
  ['two elements', `<p><b>${SAYS}</b></p>`],
  ['a comment of code', `/**\n * Finds a boat by\n * its name.\n */`],
  ['a quotation', `> Finds a boat by\n> its name.`],
  ['quotation marks', `“${SAYS}”`],
  ['round brackets', `(${SAYS})`],
  ['wide spaces', SAYS.replaceAll(' ', '\u2003')],
  ['full-width letters', SAYS.replace('Finds', 'Ｆｉｎｄｓ')],
])('a text in %s says what it says without', (_, wrapped) => {
  expect(unwrapped(wrapped).replace(/\s+/g, ' ')).toBe(SAYS);
});

it.each([
  'Reads <id> of a boat.',
  'Reads <id> of a boat. <b>Quickly</b',
  '{ boats of the harbour }',
  '"Boat" is a word, and so is "quay"',
  '- Finds a boat.',
  '{"n": 1}',
  'x'.repeat(200_001),
])('%.40s stays as it is', (text) => {
  expect(unwrapped(text)).toBe(text);
});

it('what two elements hold stays apart', () => {
  expect(unwrapped('<li>Finds boats</li><li>Needs a pass</li>').split('\n')).toEqual([
    'Finds boats',
    'Needs a pass',
  ]);
  expect(unwrapped('[["a","b"],{"c":"d","e":1}]')).toBe('a\n\nb\n\nd');
});
