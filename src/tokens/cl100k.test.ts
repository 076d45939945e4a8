import { readFileSync } from 'node:fs';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { expect, it } from 'vitest';
import { countCl100k } from './cl100k.js';

const other = new Tiktoken(ranks);

/** Deterministic, and unlike any word. */
function scramble(length: number, alphabet: string): string {
  const letters = [...alphabet];
  let seed = 7;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return letters[Math.floor((seed / 2_147_483_648) * letters.length)];
  }).join('');
}

it.each([
  ['one letter', 'a'.repeat(1501)],
  ['letters', scramble(1500, 'abcdefghijklmnopqrstuvwxyz')],
  ['capitals among them', `see ${scramble(900, 'aAbBeEtT')} and ${scramble(700, 'xyz')}`],
  ['signs', scramble(800, '=-+/*&^%$')],
  ['blanks', `a${' '.repeat(900)}b\n${'\t'.repeat(700)}`],
  ['other scripts', scramble(600, '天気予報返прогнозಕನ್ನಡ')],
  ['emoji', '👩‍👩‍👧'.repeat(120)],
  ['special tokens', `<|endoftext|>${'b'.repeat(600)}<|im_start|>`],
])('long words count as elsewhere: %s', (_, text) => {
  expect(countCl100k(text)).toBe(other.encode(text, [], []).length);
});

it.each(['README.md', 'CHANGELOG.md', 'package-lock.json', 'src/tokens/cl100k.test.ts'])(
  'a text counts as elsewhere: %s',
  (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').slice(0, 60_000);
    expect(countCl100k(text)).toBe(other.encode(text, [], []).length);
  },
);

it('a word of a megabyte is counted', () => {
  expect(countCl100k('a'.repeat(1_000_000))).toBe(1_000_000 / 8);
  expect(countCl100k(scramble(100_000, 'qxzjkvw'))).toBeGreaterThan(10_000);
});
