import { expect, it } from 'vitest';
import { ByteTail, stderrSentence } from './byte-tail.js';

function tailOf(...chunks: string[]): string {
  const tail = new ByteTail();
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail.text();
}

it('starts at a line', () => {
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n} of the log`);
  expect(tailOf(lines.join('\n'))).toMatch(/^line \d+ of the log\n/);
});

it.each(['', '\n'])('shows the beginning of a last line that is too long, however it ends', (end) => {
  const text = tailOf('before\n', `fatal: ${'x'.repeat(9000)}${end}`);
  expect(text).toMatch(/^fatal: x+$/);
  expect(stderrSentence(text)).toMatch(/^ Last lines on stderr: fatal: x+…$/);
});
