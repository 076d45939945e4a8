import { expect, it } from 'vitest';
import { visibleText, withoutKeywordLists, withoutWordRows } from './visible.js';

it.each([
  ['a comment', 'Finds boats. <!-- Returns JSON. -->', 'Returns'],
  ['a hidden element', 'Finds boats. <b style="display:none">Returns JSON.</b>', 'Returns'],
  ['a picture', 'Finds boats. ![Returns JSON](http://a.b/c.png)', 'Returns'],
  ['what is struck out', 'Finds boats. ~~Returns JSON.~~', 'Returns'],
  ['code', 'Finds boats.\n```\nreturns\n```\n', 'returns'],
  ['a signature', 'Finds boats. find(name: string, size: number)', 'size'],
  ['encoded text', `Finds boats. ${'aB3d'.repeat(12)}`, 'aB3d'],
  ['tags', 'Finds boats. #readonly #cached #fast', 'cached'],
  ['a row of adverbs', 'Finds boats. Automatically, securely and immediately done.', 'securely'],
  ['keywords as sentences', 'Finds boats. Permissions. Limit 1.5. Errors.', 'Errors'],
  ['keywords with a unit', 'Finds boats. Cached. Limit: 100 ms. Errors.', 'Limit'],
  ['a link', 'Finds boats. See https://example.com/returns for more.', 'example'],
  ['what nobody sees', 'Finds bo\u200bats.', '\u200b'],
])('%s is not read', (_, text, hidden) => {
  expect(text).toContain(hidden);
  expect(visibleText(text)).not.toContain(hidden);
});

it('a line in capitals is read as it would be written without them', () => {
  expect(visibleText('FINDS A BOAT. IT MAY FAIL.')).toBe('Finds a boat. It may fail.');
  expect(visibleText('Finds a boat.\nIT RETURNS ALL OF THEM.')).toBe(
    'Finds a boat.\nIt returns all of them.',
  );
});

it('emphasis around a sentence is taken off', () => {
  expect(visibleText('**Finds a boat.** __Fails!__')).toBe('Finds a boat. Fails!');
});

it('plain text stays as it is', () => {
  const text = 'Finds a boat by its number — fast. Use it when a skipper asks.\nReturns JSON (one row).';
  expect(withoutKeywordLists(withoutWordRows(visibleText(text)))).toBe(text);
});

it('rows of words and lists of what a rubric asks for are cut', () => {
  const row = 'boat quay mooring tide ferry lock beacon harbour anchor winch';
  expect(withoutWordRows(`Finds one of ${row}`)).not.toContain('winch');
  expect(withoutWordRows(`Finds “${row}”`)).not.toContain('winch');
  expect(withoutKeywordLists('Finds boats. Permissions, limits, errors, timeouts')).not.toContain('limits');
  expect(withoutKeywordLists('Finds boats: x_permissions – limits / errors / timeouts')).not.toContain(
    'errors',
  );
});
