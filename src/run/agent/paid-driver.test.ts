import { expect, it } from 'vitest';
import type { Driver, TurnOptions, TurnOutcome } from '../../types/driver.js';
import { Budget } from './budget.js';
import { paidDriver } from './paid-driver.js';

const PRICE = { input: 10, output: 20 };

function asked(outcome: TurnOutcome) {
  const seen: TurnOptions[] = [];
  const driver: Driver = {
    model: 'm',
    provider: 'openai',
    turn: async (_, options) => {
      seen.push(options);
      return outcome;
    },
  };
  return { driver, seen };
}

const said = (usage?: object) =>
  ({ turn: { calls: [], finish: 'stop', text: 'yes', ...(usage && { usage }) } }) as TurnOutcome;

it('takes turns as long as they fit, and says which budget ended them', async () => {
  const { driver, seen } = asked(said({ input: 1000, output: 100, total: 1100 }));
  const budget = new Budget({ usd: 0.03, name: 'per_suite_usd' });
  const paid = paidDriver(driver, PRICE, budget);
  const turn = () => paid.turn([{ role: 'user', text: 'x'.repeat(400) }], { tools: [], timeout_ms: 1 });
  expect(await turn()).toHaveProperty('turn');
  expect(await turn()).toHaveProperty('turn');
  expect(await turn()).toEqual({
    failure: {
      kind: 'quota',
      message:
        'the judge was not asked: per_suite_usd is $0.03, $0.024 is spent, and the next call is expected to cost $0.012',
    },
  });
  expect(seen).toHaveLength(2);
  // What was sent costs about 0.0011 dollars, and the rest of 0.03 pays so many tokens of an answer.
  expect(seen[0]?.max_output_tokens).toBeGreaterThan(1400);
  expect(seen[0]?.max_output_tokens).toBeLessThan(1500);
});

it('does not pay for a turn that failed', async () => {
  const { driver, seen } = asked({ failure: { kind: 'network', message: 'no answer' } } as TurnOutcome);
  const paid = paidDriver(driver, PRICE, new Budget({ usd: 0.01, name: 'x' }));
  for (let i = 0; i < 50; i += 1)
    await paid.turn([{ role: 'user', text: 'x'.repeat(400) }], { tools: [], timeout_ms: 1 });
  expect(seen).toHaveLength(50);
});

it('is the driver itself where nothing costs anything', () => {
  const { driver } = asked(said());
  expect(paidDriver(driver, { input: 0, output: 0 }, new Budget({ usd: 0, name: 'x' }))).toBe(driver);
});
