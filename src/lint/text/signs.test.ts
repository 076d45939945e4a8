import { describe, expect, it } from 'vitest';
import fc from '../../../test/lib/properties.js';
import { SIGN, signsOf } from './signs.js';

/** What the patterns of the decoders ask for, each as one pattern. */
const NEEDS: Record<keyof typeof SIGN, (text: string) => boolean> = {
  backslash: (text) => text.includes('\\'),
  percent: (text) => text.includes('%'),
  ampersand: (text) => text.includes('&'),
  beyondAscii: (text) => /[^\x00-\x7f]/.test(text),
  mixedRuns: (text) => {
    let [end, bytes] = [0, 0];
    return [...text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)]
      .filter(([run]) => /[a-z]/.test(run) && /[A-Z]/.test(run))
      .some(({ 0: run, index }) => {
        bytes = (index - end > 12 ? 0 : bytes) + Math.ceil((run.length * 3) / 4);
        end = index + run.length;
        return bytes >= 12;
      });
  },
  hexRun: (text) => /[0-9a-f]{20}/i.test(text),
  hexPairs: (text) => /[0-9a-f]{2}(?:[ ,:-][0-9a-f]{2}){7}/i.test(text),
  digits: (text) => /[01]{8}/.test(text),
  spaced: (text) => /(?<![A-Za-z])(?:[A-Za-z][ ._*-]{1,3}){7,}[A-Za-z](?![A-Za-z])/.test(text),
  leet: (text) =>
    (text.match(/[a-z0-9@$]{4,24}/gi) ?? []).some((word) =>
      /[a-z][013457@$]{1,3}[a-z]|^[013457][a-z]{2}/i.test(word),
    ),
};

describe('the signs of a text', () => {
  const piece = fc.constantFrom(
    ...['a', 'B', 'i g n o r e ', 'x-', '.', ' ', '  ', '_', '0', '1gn0r3', 'ab', 'de:', 'f0 ', '01010101'],
    ...[
      'SWdub3',
      'SWdub3Jl',
      '=',
      'é',
      '\\x41',
      '%41',
      '&lt;',
      'word ',
      'deadbeef',
      'de:ad-be ef,00 12 ',
      'ef',
      '@',
      '\n',
      '*',
      '-',
    ],
  );
  const texts = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));

  it('are never missing where an encoding could be', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(texts, (text) => {
        const signs = signsOf(text);
        for (const [name, isNeeded] of Object.entries(NEEDS)) {
          if (!isNeeded(text)) continue;
          seen.add(name);
          expect(signs & SIGN[name as keyof typeof SIGN], `${name}: ${text}`).not.toBe(0);
        }
      }),
      { numRuns: 3000 },
    );
    expect([...seen].sort()).toEqual(Object.keys(SIGN).sort());
  });

  it('are none in plain prose', () => {
    expect(signsOf('Finds one boat by its number, e.g. 7. Returns JSON with name, length and draught.')).toBe(
      0,
    );
  });
});
