import { expect, it } from 'vitest';
import { changedList, changedObject, ownValue, setOwn } from './plain.js';
import { remembered } from './text.js';

it('a key `__proto__` is a key like any other', () => {
  const out: Record<string, unknown> = {};
  setOwn(out, '__proto__', { polluted: 1 });
  expect(Object.keys(out)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(out)).toBe(Object.prototype);
  expect('polluted' in out).toBe(false);
  expect(ownValue(out, '__proto__')).toEqual({ polluted: 1 });
  expect(ownValue({}, '__proto__')).toBeUndefined();
});

it('what does not change is the same object, and what changes is a copy', () => {
  const list = [1, Number.NaN, 'a'];
  expect(changedList(list, (item) => item)).toBe(list);
  const longer = changedList(list, (item) => (item === 'a' ? 'b' : item));
  expect(longer).toEqual([1, Number.NaN, 'b']);
  expect(list[2]).toBe('a');
  const held = { a: 1, b: 2, c: 3 };
  expect(changedObject(held, (value) => value)).toBe(held);
  const fewer = changedObject(held, (value, key) => (key === 'b' ? undefined : value));
  expect(Object.entries(fewer)).toEqual(Object.entries({ a: 1, c: 3 }));
  const renamed = changedObject(
    held,
    (value) => value,
    (key) => (key === 'c' ? '__proto__' : key),
  );
  expect(Object.keys(renamed)).toEqual(['a', 'b', '__proto__']);
  expect(held).toEqual({ a: 1, b: 2, c: 3 });
});

it('an object of another kind becomes a plain one', () => {
  const bare: Record<string, unknown> = Object.assign(Object.create(null), { a: 1 });
  const plain = changedObject(bare, (value) => value);
  expect(plain).toEqual({ a: 1 });
  expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
});

it('what was worked out of a text is kept for a while', () => {
  const seen: string[] = [];
  const size = remembered(2, (text) => seen.push(text) && text.length);
  expect([size('one'), size('three'), size('one'), size('seven'), size('one')]).toEqual([3, 5, 3, 5, 3]);
  // The third text makes room by forgetting the others.
  expect(seen).toEqual(['one', 'three', 'seven', 'one']);
});
