import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { block, optional, text } from './shape.js';

it('the keys of a block are made when the first such map is read, and once', () => {
  let made = 0;
  const inner = block('Used by few suites.', () => {
    made += 1;
    return { name: text('A name.') };
  });
  const outer = block('Used by all.', () => ({ inner: optional(inner) }));
  expect(z.safeParse(outer, {}).success).toBe(true);
  expect(z.safeParse(outer, { inner: undefined }).success).toBe(true);
  expect(made).toBe(0);
  expect(z.safeParse(outer, { inner: { name: 'a' } }).success).toBe(true);
  expect(z.safeParse(outer, { inner: { name: 'a', other: 1 } }).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: ['other'], path: ['inner'] },
  ]);
  expect(made).toBe(1);
});

it('a description does not make a schema twice', () => {
  const schema = text('What it is.');
  expect(z.globalRegistry.get(schema)).toEqual({ description: 'What it is.' });
  expect(schema._zod.parent).toBeUndefined();
});
