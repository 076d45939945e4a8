import { expect, it } from 'vitest';
import { docId, idsOf, rankIn, rankOf, SERVER, subjectOf, TOOL, UNSCORED } from './rank-id.js';
import { askedWords, documentWords, flagMark, smellMark } from './words.js';

it('finds a word of a question in a document, whatever its form and case', () => {
  const words = documentWords(['searchWebPages', 'Lists the repositories', null]);
  for (const question of ['search', 'web page', 'REPOSITORY listing'])
    for (const { text } of askedWords(question)) expect(words).toContain(text);
  expect(askedWords('the')).toEqual([]);
  expect(askedWords('repo* repo*')).toEqual([{ text: 'repo', prefix: true }]);
});

it('lets no text be taken for a mark, nor for syntax of a search', () => {
  const hostile = `${smellMark('usage_guidelines')} ${flagMark('No Description')} a"b' OR :* \\ & | ! ()`;
  for (const word of [...documentWords([hostile]), ...askedWords(hostile).map(({ text }) => text)])
    expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
});

it('puts rank, kind and pair into an id that counts from the best to the worst', () => {
  const shelf = { pair: 3, kind: TOOL } as const;
  const [best, worse, none] = [50, 49, null].map((score, at) => docId(shelf, rankOf(score), 1000 - at));
  expect([best!, worse!, none!]).toEqual([best!, worse!, none!].sort((a, b) => a - b));
  expect([subjectOf(worse!), rankIn(worse!), rankIn(none!)]).toEqual([999, 1, UNSCORED]);
  const [from, to] = idsOf(shelf, { from: 0, to: UNSCORED });
  expect(from <= best! && none! < to).toBe(true);
  expect(docId({ pair: 3, kind: SERVER }, 0, 1)).toBeGreaterThanOrEqual(to);
  expect(Number.isSafeInteger(docId({ pair: 63, kind: SERVER }, UNSCORED, 2 ** 38 - 1))).toBe(true);
});
