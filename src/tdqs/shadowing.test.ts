import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { shadowCandidates } from './shadowing.js';

const tools = (costs: number[]) =>
  costs.map((invocationCost, i) => ({ name: `t${i}`, signals: { invocationCost } }));

describe('shadow candidates', () => {
  it('need twice the cost and four more', () => {
    expect(shadowCandidates(tools([1, 5]))).toEqual([
      { tool: 't1', cheaperTool: 't0', toolCost: 5, cheaperCost: 1 },
    ]);
    expect(shadowCandidates(tools([4, 7]))).toEqual([]);
    expect(shadowCandidates(tools([1, 4]))).toEqual([]);
    expect(shadowCandidates(tools([0, 4]))).toHaveLength(1);
  });

  it('pair a dear tool with the dearest sibling that qualifies', () => {
    expect(shadowCandidates(tools([0, 2, 6, 12]))).toMatchObject([
      { tool: 't2', cheaperTool: 't1' },
      { tool: 't3', cheaperTool: 't2' },
    ]);
  });

  it('are what comparing every pair gives', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 20 }), (costs) => {
        const found = new Map(shadowCandidates(tools(costs)).map((pair) => [pair.tool, pair.cheaperCost]));
        for (const [i, dear] of costs.entries()) {
          const cheap = costs.filter((cost) => dear >= 2 * cost && dear - cost >= 4);
          expect(found.get(`t${i}`)).toBe(cheap.length === 0 ? undefined : Math.max(...cheap));
        }
      }),
    );
  });
});
