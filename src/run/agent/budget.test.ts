import { describe, expect, it } from 'vitest';
import { Budget } from './budget.js';

const price = { input: 3, output: 15 };
const limit = (usd: number, name = 'per_test_usd') => ({ usd, name });

describe('a budget', () => {
  it('lets a call through with all the output it may write', async () => {
    const ticket = await new Budget(limit(10)).admit(price, 1000);
    expect(ticket?.max_output_tokens).toBe(8192);
  });

  it('caps the output to what is left when money is short', async () => {
    const ticket = await new Budget(limit(0.01)).admit(price, 1000);
    expect(ticket?.max_output_tokens).toBe(466);
  });

  it('takes a call to cost as much as the dearest so far', async () => {
    const budget = new Budget(limit(0.01));
    (await budget.admit(price, 10))!.settle(0.006);
    expect(await budget.admit(price, 10)).toBeUndefined();
    expect(budget.refusal).toBe(
      'per_test_usd is $0.01, $0.006 is spent, and the next call is expected to cost $0.006',
    );
  });

  it('says of the last call that it cost more than there was', async () => {
    const suite = new Budget(limit(1, 'per_suite_usd'));
    const budget = new Budget(limit(0.01), suite);
    (await budget.admit(price, 10))!.settle(0.02);
    expect(budget.refusal).toBe(
      'per_test_usd is $0.01, and $0.02 is spent: a call cost more than was expected',
    );
    expect(suite.refusal).toBeUndefined();
    const exact = new Budget(limit(0.01));
    (await exact.admit(price, 10))!.settle(0.01);
    expect(exact.refusal).toBeUndefined();
  });

  it('stays closed once it has refused', async () => {
    const budget = new Budget(limit(0.0001));
    expect(await budget.admit(price, 1000)).toBeUndefined();
    expect(await budget.admit({ input: 0, output: 0.001 }, 1)).toBeUndefined();
  });

  it('makes calls side by side wait while they might together pass the limit', async () => {
    const budget = new Budget(limit(0.01));
    const first = await budget.admit(price, 10);
    let second: Awaited<ReturnType<Budget['admit']>> | 'waiting' = 'waiting';
    const asked = budget.admit(price, 10).then((ticket) => {
      second = ticket;
    });
    await Promise.resolve();
    expect(second).toBe('waiting');
    first!.settle(0.001);
    await asked;
    expect(second).toMatchObject({ max_output_tokens: expect.any(Number) });
  });

  it('spends from the suite as well, and says whose limit it was', async () => {
    const suite = new Budget(limit(0.008, 'per_suite_usd'));
    const one = new Budget(limit(1), suite);
    const other = new Budget(limit(1), suite);
    (await one.admit(price, 10))!.settle(0.006);
    expect(await other.admit(price, 10)).toBeUndefined();
    expect(other.refusal).toContain('per_suite_usd');
    expect(one.refusal).toContain('per_suite_usd');
  });

  it('refuses a call that could not even write a sentence', async () => {
    const budget = new Budget(limit(0.0002));
    expect(await budget.admit(price, 10)).toBeUndefined();
    expect(budget.refusal).toContain('per_test_usd is $0.0002');
  });

  it('counts a call once, however often it is settled', async () => {
    const budget = new Budget(limit(0.01));
    const ticket = await budget.admit(price, 10);
    for (let n = 0; n < 9; n += 1) ticket!.settle(0.003);
    expect(await budget.admit(price, 10)).toBeDefined();
  });

  it('gives back what a failed call did not spend', async () => {
    const budget = new Budget(limit(0.01));
    for (let n = 0; n < 50; n += 1) (await budget.admit(price, 10))!.settle(0);
    expect(budget.refusal).toBeUndefined();
  });
});
