import { expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { matchPatterns } from './call-pattern.js';
import { macroSlopes } from './dataset/slopes.js';
import { measureDiscovery } from './discovery.js';
import { longestShared } from './edit-distance.js';
import type { RunCall } from './runs.js';
import { measureTokenEfficiency } from './token-efficiency.js';
import { indexMembers } from './tool-id.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

it('the longest shared part is the longest of all that could be picked out', () => {
  const parts = (text: string): Set<string> => {
    const out = new Set(['']);
    for (const letter of text) for (const part of [...out]) out.add(part + letter);
    return out;
  };
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      const [mine, yours] = [parts(one), parts(other)];
      const longest = Math.max(...[...mine].filter((part) => yours.has(part)).map(({ length }) => length));
      expect(longestShared(one.length, other.length, (i, j) => one[i] === other[j])).toBe(longest);
    }),
  );
});

it('a tool that stands in several lists has them in the order in which they are declared', () => {
  const index = indexMembers([['find'], ['shop.find', 'buy'], ['find', 'find']], new Set(['shop']));
  const tool = { id: 'shop.find', name: 'find' };
  expect(index.listsOf(tool)).toEqual([0, 1, 2]);
  expect(index.listsOf(tool)).toEqual([0, 1, 2]);
  // The same id may stand for another name.
  expect(index.listsOf({ id: 'shop.find', name: 'other' })).toEqual([1]);
  expect(index.listsOf({ id: 'shop.find', name: 'other' })).toEqual([1]);
  expect(index.listsOf(tool)).toEqual([0, 1, 2]);
  expect(index.listsOf({ id: 'crm.find', name: 'find' })).toEqual([0, 2]);
});

it('the faults of a call are its arguments and each field that a matcher refused', () => {
  const call = { id: 's.t', name: 't', server: 's', args: { q: 1, r: 2 } } as unknown as RunCall;
  const verdicts: Record<string, boolean> = { q: false, r: true };
  const matches = (_: unknown, __: unknown, field: string) => verdicts[field];
  const pattern = { tool: 't', args: { q: 2, r: 2 }, match: { q: { '>=': 5 }, r: { '>=': 1 }, z: 'x' } };
  const faults = matchPatterns([pattern], { servers: new Set(['s']), mode: () => 'exact', matches }).faults(
    0,
    call,
  );
  expect(faults).toHaveLength(3);
  expect(faults[0]).toBe('q: expected 2, got 1');
  expect(faults[1]).toContain('q');
  expect(faults[2]).toContain('z');
  expect(faults.join()).not.toContain('r:');
});

it('a figure of tools moves with each count as far as its formula says', () => {
  const shares = {
    precision_macro: ({ called, right }: { called: number; right: number }) => right / called,
    recall_macro: ({ expected, right }: { expected: number; right: number }) => right / expected,
    f1_macro: ({ expected, called, right }: { expected: number; called: number; right: number }) =>
      (2 * right) / (expected + called),
  };
  const counts = { expected: 7, called: 5, right: 3 };
  for (const [name, share] of Object.entries(shares) as [
    keyof typeof shares,
    (typeof shares)['f1_macro'],
  ][]) {
    const slopes = macroSlopes(
      new Map([
        ['a', counts],
        ['b', { expected: 0, called: 0, right: 0 }],
      ]),
      name,
    );
    expect([...slopes.keys()]).toEqual(['a']);
    for (const key of ['expected', 'called', 'right'] as const) {
      const step = 1e-6;
      const moved = (share({ ...counts, [key]: counts[key] + step }) - share(counts)) / step;
      expect(slopes.get('a')?.[key], `${name} ${key}`).toBeCloseTo(moved, 5);
    }
  }
  expect(
    macroSlopes(new Map([['a', { expected: 0, called: 2, right: 0 }]]), 'recall_macro').get('a'),
  ).toEqual({
    expected: 0,
    called: 0,
    right: 0,
  });
});

it('a prompt that names nothing, and runs that chose nothing right, are told in words', () => {
  const catalog = { shop: [{ name: 'find_it' }] };
  const { explain } = measureDiscovery([], {}, { servers: ['shop2'], catalog, prompt: 'hello' });
  expect(explain.map(({ text }) => text)).toEqual(['the prompt names no tool and no server']);
  const both = measureDiscovery(
    [],
    {},
    { servers: ['a_b', 'c_d'], catalog, prompt: 'find it in a b or c d' },
  );
  expect(both.explain[0]?.text).toBe('the prompt names the tool find_it and the servers a_b, c_d');
  const { absent } = measureTokenEfficiency(
    [{ calls: [], cost_usd: 1 }],
    { classes: [{ name: 'x', members: ['find_it'] }] },
    { servers: ['shop'], catalog, countTokens: (text: string) => text.length },
  );
  expect(absent?.['token_efficiency.tokens_per_correct']).toBe('nothing was selected correctly');
  expect(absent?.['token_efficiency.cost_per_correct']).toBe('nothing was selected correctly');
});
