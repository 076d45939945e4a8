import { describe, expect, it } from 'vitest';
import { measureGoldenPath } from './golden-path.js';
import type { GoldenPath } from './schemas/golden-path.js';

const call = (tool: string, args: unknown = {}) => ({ tool, args });
const trace = (...tools: string[]) => ({ calls: tools.map((tool) => call(tool)) });
const measure = (runs: object[], calls: GoldenPath['calls'] = ['a', 'b']) =>
  measureGoldenPath(runs as never, { calls }, { servers: [] }).figures;

describe('golden_path', () => {
  it.each([
    [['a', 'b'], 100, 0],
    [['a', 'x', 'b'], 67, 1],
    [['a', 'b', 'x', 'y'], 50, 2],
    [['b', 'a'], 0, 1],
    [['b'], 0, 0],
    [[], 0, 0],
  ])('rates the path %j at %i with %i wasted', (tools, efficiency, wasted) => {
    expect(measure([trace(...tools)])).toMatchObject({
      'golden_path.efficiency': efficiency,
      'golden_path.wasted': wasted,
    });
  });

  it('sums runs before dividing', () => {
    expect(measure([trace('a', 'b'), trace('a', 'x', 'y', 'b')])['golden_path.efficiency']).toBe(67);
    expect(measure([trace('a', 'b'), trace('b')])['golden_path.efficiency']).toBe(50);
  });

  it('counts repeats, and those made after leaving the tool as backtracks', () => {
    const run = {
      calls: [call('a', { q: 1 }), call('a', { q: 1 }), call('b'), call('a', { q: 1 }), call('a', { q: 2 })],
    };
    expect(measure([run])).toMatchObject({ 'golden_path.repeats': 2, 'golden_path.backtracks': 1 });
    expect(measure([trace('a', 'a', 'a')])).toMatchObject({
      'golden_path.repeats': 2,
      'golden_path.backtracks': 0,
    });
  });

  it('counts every call of a straight path as expected, and shows nothing that differs', () => {
    const { explain } = measureGoldenPath([trace('a', 'b')] as never, { calls: ['a', 'b'] }, { servers: [] });
    expect(explain[0]?.counted?.()).toEqual([{ as: 'expected', good: true, calls: [0, 1] }]);
    expect(explain[0]?.details ?? []).toEqual([]);
  });

  it('may name arguments', () => {
    const run = { calls: [call('a', { q: 2 }), call('a', { q: 1 })] };
    expect(measure([run], [{ tool: 'a', args: { q: 1 } }])['golden_path.efficiency']).toBe(50);
    expect(measure([run], [{ tool: 'a', args: { q: 3 } }])['golden_path.efficiency']).toBe(0);
  });

  it('takes a run that is too long to be aligned by what it did in order', () => {
    const path = Array.from({ length: 2001 }, () => 'a');
    const run = trace(...path.slice(1), 'x');
    expect(measure([run], path)).toMatchObject({ 'golden_path.efficiency': 0, 'golden_path.wasted': 1 });
  });

  it('holds an empty path only when nothing is called', () => {
    expect(measure([trace()], [])['golden_path.efficiency']).toBe(100);
    expect(measure([trace('a')], [])['golden_path.efficiency']).toBe(0);
  });
});
