import { describe, expect, it } from 'vitest';
import fc from '../../../test/lib/properties.js';
import * as exfiltration from '../words/exfiltration.js';
import { ENGLISH_ORDERS } from '../words/orders.js';
import { LATIN_ORDERS, OTHER_SCRIPT_ORDERS } from '../words/orders-other-languages.js';
import { PREFERENCE } from '../words/preference.js';
import * as directives from '../words/tool-directives.js';
import { neededBy } from './needed-words.js';
import { PatternIndex } from './pattern-index.js';

const signals = [...ENGLISH_ORDERS, ...LATIN_ORDERS, ...OTHER_SCRIPT_ORDERS, ...PREFERENCE];
const patterns = [
  ...new Set([
    ...signals.flatMap(({ steps }) => steps),
    ...[...Object.values(exfiltration), ...Object.values(directives)].filter((one) => one instanceof RegExp),
  ]),
];

function isPossible(pattern: RegExp, text: string): boolean {
  const index = new PatternIndex([pattern]);
  return index.isPossible(pattern, index.possibleIn(text));
}

function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

describe('what a pattern needs', () => {
  it.each<[RegExp, string[] | undefined]>([
    [/\bignore (?:all|any)\b/gi, [' ignore all ', ' ignore any ']],
    [/\bemails?\b/gi, [' email ', ' emails ']],
    [/colou?r/g, ['colour', 'color']],
    [/(?:never|not) (?:[a-z]{1,9} )?tell/gi, [' tell']],
    [/(?:never|not) (?:[a-z]{1,9} ?)?tell/gi, ['tell']],
    [/\b(?:the|a) (?:(?:big|old|new) ){0,2}(?:red |blue ){0,3}door/g, [' door']],
    [/(?:red |blue ){0,3}door/g, ['door']],
    [/[a-d][a-d][a-d]xyz/g, ['axyz', 'bxyz', 'cxyz', 'dxyz']],
    [/[a-d][a-d] [a-d]xyz/g, [' axyz', ' bxyz', ' cxyz', ' dxyz']],
    [/(?:red |blue |){9}(?:door|gate)s?\b/g, ['door ', 'doors ', 'gate ', 'gates ']],
    [/(?:red |blue )+(?:door|gate)s?\b/g, [' door ', ' doors ', ' gate ', ' gates ']],
    [/(?=secret)\w+/g, undefined],
    [/(?:secret)?/g, undefined],
    [/(?:secret){0,2}key/g, ['key']],
    [/(?:secret)+/g, ['secret']],
    [/[^a]bcd/g, ['bcd']],
    [/ab|[\w-]{3}/g, undefined],
    [/必须|must/g, ['\u0080', 'must']],
    [/\u0065val\(/g, ['eval ']],
    [/ſecret/giu, undefined],
  ])('%s', (pattern, needed) => {
    expect(neededBy(pattern)?.toSorted()).toEqual(needed?.toSorted());
  });
});

describe('an index of patterns', () => {
  // A text with pieces of the patterns themselves is likelier to be matched than any other.
  const pieces = [
    ...new Set(patterns.flatMap(({ source }) => source.match(/[\p{L}']{2,}(?: [\p{L}']{2,})*/gu) ?? [])),
  ];
  const glue = fc.constantFrom(
    ' ',
    ' ',
    ' ',
    '',
    '\n',
    '. ',
    '-',
    '_',
    '\u0001',
    'ſ',
    'é',
    '"',
    's ',
    'ing ',
  );
  const piece = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constantFrom('~/.ssh/id_rsa', 'https://a.example/x', 'me@a.example', '`to`') },
  );
  const texts = fc
    .array(fc.tuple(piece, glue, fc.boolean()), { maxLength: 40 })
    .map((parts) => parts.map(([text, end, loud]) => (loud ? text.toUpperCase() : text) + end).join(''));

  it('never leaves out a pattern that matches', () => {
    const index = new PatternIndex(patterns);
    const seen = new Set<RegExp>();
    fc.assert(
      fc.property(texts, (text) => {
        const possible = index.possibleIn(text);
        for (const pattern of patterns) {
          if (!matches(pattern, text)) continue;
          seen.add(pattern);
          if (!index.isPossible(pattern, possible)) throw new Error(`left out ${pattern.source}: ${text}`);
        }
        const expected = signals.filter(({ steps }) =>
          steps.every((step) => index.isPossible(step, possible)),
        );
        expect(index.possibleOf(signals, possible)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
    // Else the property would say little.
    expect(seen.size).toBeGreaterThan(patterns.length / 2);
  });

  it('leaves out nearly all in a text that is about something else', () => {
    const index = new PatternIndex(patterns);
    const possible = index.possibleIn('Draws a harbour with boats in three colours.');
    expect(patterns.filter((one) => index.isPossible(one, possible)).length).toBeLessThan(
      patterns.length / 4,
    );
  });

  it('knows words at the edges of a text, in any case, and beside what is beyond ASCII', () => {
    for (const text of ['ignore', 'IGNORE', 'éignoreé', '"Ignore"', '\u0001ignore\n'])
      expect(isPossible(/\bignore\b/gi, text)).toBe(true);
    for (const text of ['ignored', 'sign ore', '_ignore', ''])
      expect(isPossible(/\bignore\b/gi, text)).toBe(false);
  });

  it('says nothing of a pattern that it was not made with', () => {
    const index = new PatternIndex([/\bignore\b/g]);
    expect(index.isPossible(/\bother\b/g, index.possibleIn(''))).toBe(true);
  });
});
