import { describe, expect, it } from 'vitest';
import { measureTokenEfficiency } from './token-efficiency.js';

const classes = [
  { name: 'search', members: ['search'] },
  { name: 'fetch', members: ['fetch'] },
];
const catalog = { s: [{ name: 'search', description: 'ab', inputSchema: {} }], t: [{ name: 'fetch' }] };
const trace = (cost: number | undefined, ...tools: string[]) => ({
  calls: tools.map((tool) => ({ tool, args: {} })),
  cost_usd: cost,
});
const measure = (runs: object[], ctx = {}) =>
  measureTokenEfficiency(
    runs as never,
    { classes },
    { servers: ['s', 't'], catalog, countTokens: (text) => text.length, ...ctx },
  );

describe('token_efficiency', () => {
  it('prices each right selection', () => {
    const result = measure([trace(0.2, 'search', 'fetch'), trace(0.1, 'search')]);
    expect(result.figures).toEqual({
      'token_efficiency.f1': 86,
      'token_efficiency.tool_surface_tokens': 15,
      'token_efficiency.correct_selections': 3,
      'token_efficiency.cost': 0.3,
      'token_efficiency.tokens_per_correct': 5,
      'token_efficiency.cost_per_correct': 0.1,
    });
    expect(result.grade).toBe('B');
  });

  it.each([
    ['A', 90, [...Array(4).fill(['search', 'fetch']), ['search', 'x']]],
    ['B', 80, [['search', 'fetch', 'x']]],
    ['C', 70, [...Array(3).fill(['search', 'fetch']), ['search', 'x', 'x', 'x', 'x', 'x']]],
    [
      'D',
      60,
      [
        ['search', 'fetch'],
        ['search', 'x', 'x', 'x'],
      ],
    ],
    ['F', 50, [['search', 'x']]],
  ])('grades %s from an F1 of %i', (grade, f1, runs: string[][]) => {
    const result = measure(runs.map((tools) => trace(0, ...tools)));
    expect([result.grade, result.figures['token_efficiency.f1']]).toEqual([grade, f1]);
  });

  it('rounds tokens for each selection to two decimals', () => {
    const wide = { s: [{ name: 'x'.repeat(20) }] };
    const three = measure([trace(0, 'search', 'fetch'), trace(0, 'search')], { catalog: wide });
    expect(three.figures['token_efficiency.tokens_per_correct']).toBe(6.67);
  });

  it('has no price for each selection on a free run, and none at all when unknown', () => {
    const free = measure([trace(0, 'search')]);
    expect(free.figures['token_efficiency.cost']).toBe(0);
    expect(free.absent).toHaveProperty(['token_efficiency.cost_per_correct']);
    const unknown = measure([trace(1, 'search'), trace(undefined, 'search')]);
    expect(Object.keys(unknown.absent ?? {})).toEqual([
      'token_efficiency.cost',
      'token_efficiency.cost_per_correct',
    ]);
  });

  it('does not divide by nothing', () => {
    const none = measure([trace(1, 'other')]);
    expect(none.figures).not.toHaveProperty(['token_efficiency.tokens_per_correct']);
    expect(none.figures).not.toHaveProperty(['token_efficiency.cost_per_correct']);
    expect(none.grade).toBe('F');
  });

  it('counts the catalogue of the traces once, not once a run', () => {
    const run = { ...trace(0, 'search'), catalog };
    const { figures } = measure([run, run, run], { catalog: undefined });
    expect(figures['token_efficiency.tool_surface_tokens']).toBe(15);
  });

  it('leaves the surface out without a catalogue', () => {
    expect(measure([trace(0, 'search')], { catalog: undefined }).absent).toHaveProperty([
      'token_efficiency.tool_surface_tokens',
    ]);
  });
});
