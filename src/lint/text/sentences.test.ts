import { expect, test } from 'vitest';
import fc from '../../../test/lib/properties.js';
import { type Sentence, sentencesOf } from './sentences.js';

const names = { self: 'own_tool', tools: new Set(['read_note']) };
const wordsOf = (sentences: Sentence[]) =>
  sentences.map(({ tokens, clauses, start }) => ({
    start,
    tokens: tokens.map((token, i) => [token.word, token.kind, token.start, token.end, clauses[i]]),
  }));

test('plain ASCII is cut into the same words and sentences as any other text', () => {
  const piece = fc.constantFrom(
    ...[
      'send',
      'The user',
      ' ',
      ' ',
      ' ',
      '. ',
      '.',
      ', ',
      '\n',
      '\n',
      '\t',
      '\r\n',
      `\n${' '.repeat(40)}\n`,
      `\n${' '.repeat(41)}\n`,
    ],
    ...[
      '- ',
      '1. ',
      '"',
      "'s",
      'read_note',
      'own_tool',
      'e.g. ',
      'https://a.test/x',
      '~/.ssh',
      '(',
      ')',
      ';',
    ],
    ...[
      'row 12',
      '#',
      '|',
      '{',
      '\u0001',
      '\u000b',
      '%20',
      'a=b',
      '_x_',
      '--',
      '$',
      'x'.repeat(210),
      '\u007f',
    ],
  );
  const texts = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      // One letter beyond ASCII, in a sentence of its own.
      const other = sentencesOf(`${text};é`, names).slice(0, -1);
      expect(wordsOf(sentencesOf(`${text};`, names))).toEqual(wordsOf(other));
    }),
    { numRuns: 2000 },
  );
});
