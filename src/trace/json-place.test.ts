import { expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { brokenAt, lineColumn, offsetOf } from './json-place.js';

it('finds every member and element where JSON.stringify put it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(fc.jsonValue(), { minLength: 1 })), (value) => {
      const text = JSON.stringify(value, null, 1);
      for (const [key, list] of Object.entries(JSON.parse(text) as Record<string, unknown[]>)) {
        for (const [index, item] of list.entries()) {
          const at = offsetOf(text, [key, index]);
          const shown = JSON.stringify(item, null, 1).split('\n')[0]!;
          expect(text.slice(at, at + shown.length)).toBe(shown);
        }
      }
    }),
  );
});

it('says that a text cut short breaks at its end', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
      const text = JSON.stringify({ value });
      const part = text.slice(0, cut % text.length).replace(/(?:-|[a-z]+|\\u?[0-9a-f]*|[.eE][+-]?)$/, '');
      expect(brokenAt(part)).toBe(part.length);
    }),
  );
});

it('points into the text, never past it, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\u0a1-.e tn') }), (text) => {
      const at = brokenAt(text);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(text.length);
      // What stands before the break is fine: something can follow it that makes JSON, or it is JSON.
      if (at > 0 && at < text.length) expect(brokenAt(text.slice(0, at))).toBe(at);
    }),
  );
});

it('counts lines and columns from one', () => {
  expect(lineColumn('a\nbc', 0)).toEqual({ line: 1, column: 1 });
  expect(lineColumn('a\nbc', 1)).toEqual({ line: 1, column: 2 });
  expect(lineColumn('a\nbc', 3)).toEqual({ line: 2, column: 2 });
});
