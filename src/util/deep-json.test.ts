import { expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { deepJson } from './deep-json.js';

test('the text is that of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(deepJson(value)).toBe(JSON.stringify(value));
    }),
  );
  expect(deepJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test('depth is no limit', () => {
  let value: unknown = 'x';
  for (let depth = 0; depth < 100_000; depth += 1) value = { a: [value] };
  expect(deepJson(value)).toHaveLength(100_000 * '{"a":[]}'.length + 3);
});
