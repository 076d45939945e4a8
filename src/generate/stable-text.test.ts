import { expect, it } from 'vitest';
import { linesMatcher } from './stable-text.js';

const all = (piece: string) => [piece];

it('holds the lines that both calls gave', () => {
  const matcher = linesMatcher({
    first: 'Found 3\nat 12\nDone',
    second: 'Found 3\nat 13\nDone',
    steadyParts: all,
  });
  expect(matcher).toEqual({ contains_all: ['Found 3', 'Done'] });
});

it('takes the first and the last line of a long text, and some between', () => {
  const text = Array.from({ length: 100 }, (_, n) => `line ${n}`).join('\n');
  const lines = linesMatcher({ first: text, second: text, steadyParts: all })?.contains_all as string[];
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([12, 'line 0', 'line 99']);
});

it('takes JSON without line breaks apart at its commas', () => {
  const text = JSON.stringify(Array.from({ length: 30 }, (_, n) => ({ id: n, name: `name ${n}` })));
  const lines = linesMatcher({ first: text, second: text, steadyParts: all })?.contains_all as string[];
  expect(lines).toHaveLength(12);
  for (const line of lines) expect(text).toContain(line);
});

it('falls back to how both begin, in whole words, and else holds nothing', () => {
  const of = (first: string, second: string) => linesMatcher({ first, second, steadyParts: all });
  expect(of('The total is 12 now', 'The total is 15 now')).toEqual({ starts_with: 'The total is ' });
  expect(of('abc', 'xyz')).toBeUndefined();
});
