import { describe, expect, it } from 'vitest';
import { measureBlock } from './measure.js';
import type { Trajectory } from './schemas/trajectory.js';
import { measureTrajectory } from './trajectory.js';

type Told = [tool: string, args?: unknown];
const trace = (...calls: Told[]) => ({ calls: calls.map(([tool, args = {}]) => ({ tool, args })) });
const expected = [{ tool: 'search' }, { tool: 'fetch' }];
const measure = (block: Partial<Trajectory>, ...runs: object[]) =>
  measureTrajectory(runs as never, { expected, ...block }, { servers: ['s'] });
const matched = (...args: Parameters<typeof measure>) => measure(...args).figures['trajectory.matched'];

const SF = trace(['search'], ['fetch']);
const FS = trace(['fetch'], ['search']);
const SXF = trace(['search'], ['x'], ['fetch']);
const S = trace(['search']);

describe('trajectory', () => {
  it.each([
    ['strict', [1, 0, 0, 0]],
    ['unordered', [1, 1, 0, 0]],
    ['subset', [1, 1, 0, 1]],
    ['superset', [1, 1, 1, 0]],
    ['subsequence', [1, 0, 1, 0]],
  ] as const)('judges %s', (mode, verdicts) => {
    expect([SF, FS, SXF, S].map((run) => matched({ mode }, run))).toEqual(verdicts);
  });

  it('is strict by default and matches only if every run does', () => {
    expect(matched({}, SXF)).toBe(0);
    expect(matched({}, SF, SF)).toBe(1);
    expect(matched({}, SF, S)).toBe(0);
  });

  it('measures similarity by edit distance over the longer path', () => {
    const similarity = (...runs: object[]) => measure({}, ...runs).figures['trajectory.similarity'];
    expect(similarity(SF)).toBe(100);
    expect(similarity(SXF)).toBe(67);
    expect(similarity(S)).toBe(50);
    expect(similarity(FS)).toBe(0);
    expect(similarity(trace())).toBe(0);
    expect(similarity(SF, SXF)).toBe(80);
    expect(measure({ expected: [] }, trace()).figures['trajectory.similarity']).toBe(100);
  });

  it.each([
    ['exact', [1, 0, 0, 0]],
    ['subset', [1, 1, 0, 0]],
    ['superset', [1, 0, 1, 0]],
    ['ignore', [1, 1, 1, 1]],
  ] as const)('compares arguments: %s', (args, verdicts) => {
    const want = [{ tool: 'search', args: { q: 'a', page: { size: 2 } } }];
    const runs = [
      trace(['search', { page: { size: 2 }, q: 'a' }]),
      trace(['search', { q: 'a' }]),
      trace(['search', { q: 'a', page: { size: 2, from: 0 }, more: true }]),
      trace(['search', { q: 'b', page: { size: 2 } }]),
    ];
    expect(runs.map((run) => matched({ expected: want, args }, run))).toEqual(verdicts);
  });

  it('takes another mode for single tools', () => {
    const want = [
      { tool: 'search', args: { q: 'a' } },
      { tool: 'fetch', args: { url: 'u' } },
    ];
    const run = trace(['search', { q: 'other' }], ['fetch', { url: 'u' }]);
    expect(matched({ expected: want }, run)).toBe(0);
    expect(matched({ expected: want, args_for: { search: 'ignore' } }, run)).toBe(1);
  });

  it('pairs calls as well as they can be paired', () => {
    const want = [{ tool: 'search' }, { tool: 'search', args: { q: 1 } }];
    // The free pattern must leave q: 1 to the other one.
    expect(
      matched({ expected: want, mode: 'unordered' }, trace(['search', { q: 1 }], ['search', { q: 2 }])),
    ).toBe(1);
    expect(
      matched({ expected: want, mode: 'unordered' }, trace(['search', { q: 3 }], ['search', { q: 2 }])),
    ).toBe(0);
  });

  it('shows where the paths part', () => {
    expect(measure({}, trace(['search'], ['x'], ['fetch'], ['y'])).explain).toMatchObject([
      {
        targets: ['trajectory.matched', 'trajectory.similarity'],
        run: 0,
        text: 'did not match (strict), 2 steps apart',
        details: ['= s.search {}', '+ s.x {} (not expected)', '= s.fetch {}', '+ s.y {} (not expected)'],
      },
    ]);
  });

  it('judges matchers by field, and is absent without them', async () => {
    const block = {
      expected: [{ tool: 'search', match: { 'q.text': { contains: 'paris' }, n: { '>=': 2 } } }],
    };
    const judged = async (args: unknown) =>
      (await measureBlock('trajectory', [trace(['search', args])], block, { servers: [] })).figures[
        'trajectory.matched'
      ];
    expect(await judged({ q: { text: 'paris in may' }, n: 2 })).toBe(1);
    expect(await judged({ q: { text: 'rome' }, n: 2 })).toBe(0);
    expect(await judged({ q: { text: 'paris' } })).toBe(0);
    expect(measure(block, SF).absent).toHaveProperty(['trajectory.matched']);
  });

  it('cannot judge a matcher that makes no sense', async () => {
    const block = { expected: [{ tool: 'search', match: { q: { no_such_matcher: 1 } } }] };
    const result = await measureBlock('trajectory', [trace(['search', { q: 1 }])], block, { servers: [] });
    expect(result.absent).toHaveProperty(['trajectory.matched']);
  });

  it('gives up on paths too long to compare', () => {
    const long = { calls: Array.from({ length: 3000 }, () => ({ tool: 'a', args: {} })) };
    const want = Array.from({ length: 3000 }, () => ({ tool: 'a' }));
    expect(measure({ expected: want }, long).absent).toHaveProperty(['trajectory.similarity']);
  });
});
