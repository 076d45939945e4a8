import { expect, it } from 'vitest';
import { splitStderr, withStderr } from './stderr-lines.js';

it('what a server wrote last comes out of a message as it was put in', () => {
  const lines = ['Error: no key', 'at start'];
  expect(splitStderr(withStderr('The server exited with code 1.', lines))).toEqual({
    sentence: 'The server exited with code 1.',
    lines,
  });
});

it('a message without such lines stays whole', () => {
  expect(splitStderr('It hung | and hung.')).toEqual({ sentence: 'It hung | and hung.', lines: [] });
});
