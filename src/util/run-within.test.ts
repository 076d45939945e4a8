import { expect, test } from 'vitest';
import { runWithin } from './run-within.js';

const forEver = () => {
  for (;;);
};

test('gives what the function returns, and throws what it throws', () => {
  expect(runWithin(1000, () => 7)).toEqual({ value: 7 });
  expect(() =>
    runWithin(1000, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
});

test('one inside another does its own work, also after one that was cut off', () => {
  const outer = runWithin(5000, () => {
    const inner = [runWithin(1000, () => 1), runWithin(1, forEver), runWithin(1000, () => 2)];
    return { inner };
  });
  expect(outer).toEqual({ value: { inner: [{ value: 1 }, undefined, { value: 2 }] } });
  expect(runWithin(1, () => runWithin(5000, forEver))).toBeUndefined();
  expect(runWithin(1000, () => 3)).toEqual({ value: 3 });
});
