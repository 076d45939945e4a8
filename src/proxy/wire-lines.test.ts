import { expect, it } from 'vitest';
import { WireLines } from './wire-lines.js';

function split(chunks: string[], longest?: number) {
  const seen: string[] = [];
  const lines = new WireLines(
    {
      line: (bytes) => seen.push(`line ${bytes}`),
      part: (bytes) => seen.push(`part ${bytes}`),
      tooLong: (size) => seen.push(`over ${size}`),
    },
    longest,
  );
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  return seen;
}

it('gives every line with its end, wherever chunks are torn', () => {
  const text = 'one\r\n\ntwo\nlast';
  const whole = ['line one\r\n', 'line \n', 'line two\n', 'line last'];
  expect(split([text])).toEqual(whole);
  expect(split([...text])).toEqual(whole);
});

it('hands a line that is too long on in parts, and finds the next one', () => {
  expect(split(['ab', 'cdef', 'gh\nok\n'], 4)).toEqual([
    'part ab',
    'part cdef',
    'part gh\n',
    'over 9',
    'line ok\n',
  ]);
  expect(split(['abcdef'], 4)).toEqual(['part abcdef', 'over 6']);
});
