import { expect, it } from 'vitest';
import { awaited, stillAwaited } from './awaited.js';

it('names what is waited for until it is there, whether it came or failed', async () => {
  const before = stillAwaited().length;
  let done = () => {};
  const work = awaited('the mail', new Promise<void>((resolve) => (done = resolve)));
  const lost = awaited('the train', Promise.reject(new Error('late')));
  expect(stillAwaited().slice(before)).toEqual(['the mail', 'the train']);
  await expect(lost).rejects.toThrow('late');
  expect(stillAwaited().slice(before)).toEqual(['the mail']);
  done();
  await work;
  expect(stillAwaited()).toHaveLength(before);
});
