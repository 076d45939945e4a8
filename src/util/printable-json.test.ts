import { expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { jsonText } from './printable-json.js';

test('reads back as the same value, and holds nothing that a terminal obeys', () => {
  const hostile = [
    '\u001b[2J',
    '\u009b31m',
    '\u202etxt.exe',
    '\u200b',
    '\ufeff',
    '\u{e0041}',
    '##[error]x',
    '\u2028',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme' }))), (parts) => {
      const text = jsonText({ [parts.join('')]: parts });
      expect(JSON.parse(text)).toEqual({ [parts.join('')]: parts });
      expect(text).not.toMatch(
        /[\u001b\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff\u{e0000}-\u{e007f}]|##\[/u,
      );
    }),
  );
});
