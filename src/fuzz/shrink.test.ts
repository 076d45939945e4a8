import { expect, it } from 'vitest';
import { shrink } from './shrink.js';

const call = (args: Record<string, unknown>) => ({ tool: 'search', args });

it('finds the shortest text and the smallest number that still fail', async () => {
  const fails = async (calls: { args: Record<string, unknown> }[]) =>
    calls.some(({ args }) => String(args.text ?? '').length > 70 && Number(args.count) >= 13);
  const small = await shrink([call({ text: 'y'.repeat(5000), count: 9000, more: [1, 2] })], fails, 200);
  expect(small).toEqual([call({ text: 'x'.repeat(71), count: 13 })]);
});

it('keeps the letter that matters, and of a sequence the calls that matter', async () => {
  const fails = async (calls: { args: Record<string, unknown> }[]) =>
    calls.length > 1 && String(calls.at(-1)?.args.text).includes('\0');
  const before = [1, 2, 3, 4].map((n) => call({ n }));
  const small = await shrink([...before, call({ text: 'abc\0def' })], fails, 200);
  expect(small).toHaveLength(2);
  expect(small[1]).toEqual(call({ text: '\0' }));
});

it('stops when its tries are used up', async () => {
  let tries = 0;
  await shrink([call({ text: 'x'.repeat(1000) })], async () => ++tries > 1000, 7);
  expect(tries).toBe(7);
});
