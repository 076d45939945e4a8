import { expect, it } from 'vitest';
import type { Confusion } from '../../types/dataset.js';
import { neverOffered, withSharedWords } from './shared-words.js';

const cell = (expected: string, called: string): Confusion => ({ expected, called, n: 1, cases: ['1'] });
const tool = (name: string, description?: string) => ({ name, description, inputSchema: { type: 'object' } });
const CATALOG = {
  notes: [
    tool('search', 'Search the notes of a user by their words'),
    tool('list', 'Lists a note for each user'),
    tool('clock', 'What time it is'),
    tool('silent'),
  ],
};
const shared = (expected: string, called: string, ...catalogs: (typeof CATALOG | undefined)[]) =>
  withSharedWords([cell(expected, called)], catalogs)[0]?.shared_words;

it('names the words that two descriptions share, small words and endings apart', () => {
  expect(shared('search', 'list', CATALOG)).toEqual(['notes', 'user']);
  expect(shared('list', 'search', undefined, CATALOG)).toEqual(['note', 'user']);
  expect(shared('notes.search', 'notes.list', CATALOG, structuredClone(CATALOG))).toEqual(['notes', 'user']);
  expect(shared('search', 'clock', CATALOG)).toEqual([]);
  expect(shared('search', 'silent', CATALOG)).toEqual([]);
  expect(shared('clock | search', 'list', CATALOG)).toEqual(['notes', 'user']);
});

it('says nothing where a description is not known, or nothing was confused', () => {
  expect(shared('search', 'list')).toBeUndefined();
  expect(shared('search', 'invented', CATALOG)).toBeUndefined();
  expect(shared('search', '__proto__', CATALOG)).toBeUndefined();
  expect(shared('search', 'search', CATALOG)).toBeUndefined();
  expect(shared('search', '(none)', CATALOG)).toBeUndefined();
  const other = { mail: [tool('list', 'Lists letters')] } as unknown as typeof CATALOG;
  expect(shared('search', 'list', CATALOG, other)).toBeUndefined();
  expect(shared('search', 'notes.list', CATALOG, other)).toEqual(['notes', 'user']);
});

it('names at most twelve words', () => {
  const many = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  const catalog = { notes: [tool('a', many), tool('b', many)] };
  expect(withSharedWords([cell('a', 'b')], [catalog])[0]?.shared_words).toHaveLength(12);
});

it('names expected tools that nobody ever offered, and none where a catalogue is not known', () => {
  const counts = (name: string, expected = 1, right = 0) => ({ tool: name, expected, right });
  const tools = [
    counts('search'),
    counts('serach'),
    counts('notes.list'),
    counts('gone | list'),
    counts('a | b'),
  ];
  expect(neverOffered([...tools, counts('made_up', 0)], new Set([CATALOG]))).toEqual(['serach', 'a | b']);
  expect(neverOffered(tools, new Set([CATALOG, undefined]))).toEqual([]);
});
