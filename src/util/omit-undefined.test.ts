import { describe, expect, it } from 'vitest';
import { omitUndefined } from './omit-undefined.js';

describe('omitUndefined', () => {
  it('leaves out what is undefined, and nothing else', () => {
    const object = { a: undefined, b: null, c: 0, d: '', e: false };
    expect(Object.keys(omitUndefined(object))).toEqual(['b', 'c', 'd', 'e']);
  });

  it('keeps the order of the keys', () => {
    expect(Object.keys(omitUndefined({ z: 1, y: undefined, a: 2 }))).toEqual(['z', 'a']);
  });
});
