import { expect, test } from 'vitest';
import { exitCode, type RunFacts } from './exit-code.js';

test('the first that applies wins', () => {
  const order: [RunFacts, number][] = [
    [{ interrupted: 'SIGINT' }, 130],
    [{ internal: true }, 4],
    [{ usage: true }, 2],
    [{ selectedNone: true }, 7],
    [{ refused: true }, 5],
    [{ failed: true }, 1],
    [{ coverageMissed: true }, 6],
    [{ inconclusive: true }, 3],
    [{}, 0],
  ];
  for (let i = 0; i < order.length; i += 1) {
    const facts = Object.assign({}, ...order.slice(i).map(([fact]) => fact));
    expect(exitCode(facts)).toBe(order[i]![1]);
  }
  expect(exitCode({ interrupted: 'SIGTERM', failed: true })).toBe(143);
});
