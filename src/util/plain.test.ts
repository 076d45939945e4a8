import { expect, it } from 'vitest';
import { ownValue, setOwn } from './plain.js';

it('a key `__proto__` is a key like any other', () => {
  const out: Record<string, unknown> = {};
  setOwn(out, '__proto__', { polluted: 1 });
  expect(Object.keys(out)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(out)).toBe(Object.prototype);
  expect('polluted' in out).toBe(false);
  expect(ownValue(out, '__proto__')).toEqual({ polluted: 1 });
  expect(ownValue({}, '__proto__')).toBeUndefined();
});
