import { describe, expect, it } from 'vitest';
import { measureRecovery } from './recovery.js';

const classes = [{ name: 'search', members: ['search', 'find'] }];
/** Capitals fail. */
const trace = (tools: string[], faults: { call: number; kind: string }[]) => ({
  calls: tools.map((tool) => ({ tool: tool.toLowerCase(), args: {}, is_error: tool !== tool.toLowerCase() })),
  faults,
});
const fault = (call: number, kind = 'error') => ({ call, kind });
const measure = (...runs: object[]) => measureRecovery(runs as never, {}, { servers: [], classes });
const figures = (...runs: object[]) => {
  const found = measure(...runs).figures;
  return ['recovered', 'gave_up', 'extra_calls'].map((leaf) => found[`recovery.${leaf}`]);
};

describe('recovery', () => {
  it.each([
    ['a retry', ['FETCH', 'fetch'], [fault(0)], [100, 0, 1]],
    ['a retry after a detour', ['FETCH', 'x', 'FETCH', 'fetch', 'fetch'], [fault(0)], [100, 0, 2]],
    ['an equal tool', ['SEARCH', 'find'], [fault(0)], [100, 0, 1]],
    ['another tool', ['FETCH', 'find'], [fault(0)], [0, 1, 0]],
    ['retries that fail', ['FETCH', 'FETCH', 'FETCH'], [fault(0)], [0, 0, 2]],
    ['nothing', ['FETCH'], [fault(0)], [0, 1, 0]],
    ['an empty answer that is asked for again', ['fetch', 'fetch'], [fault(0, 'empty')], [100, 0, 1]],
    ['an empty answer that is believed', ['fetch'], [fault(0, 'empty')], [0, 1, 0]],
    ['two faults in a row', ['FETCH', 'fetch', 'fetch'], [fault(0), fault(1, 'malformed')], [100, 0, 2]],
    ['a slow answer that came', ['fetch'], [fault(0, 'slow')], [100, 0, 0]],
  ])('follows a fault by %s', (_, tools, faults, expected) => {
    expect(figures(trace(tools, faults))).toEqual(expected);
  });

  it('says how many calls it took, up to the one that succeeded', () => {
    const told = (calls: string[], target: string) =>
      measure(trace(calls, [fault(0), fault(1)]))
        .explain.filter(({ targets }) => targets.includes(target))
        .map(({ text }) => text);
    expect(told(['FETCH', 'FETCH', 'fetch', 'fetch'], 'recovery.recovered')).toEqual([
      'error at call 1 (fetch): recovered after 2 more calls',
      'error at call 2 (fetch): recovered after 1 more call',
    ]);
    expect(told(['FETCH', 'FETCH'], 'recovery.recovered')).toEqual([
      'error at call 1 (fetch): 1 more call, and none succeeded',
      'error at call 2 (fetch): gave up',
    ]);
    expect(told(['FETCH', 'FETCH'], 'recovery.gave_up')).toEqual(['error at call 2 (fetch): gave up']);
  });

  it('sums over runs', () => {
    expect(figures(trace(['FETCH', 'fetch'], [fault(0)]), trace(['FETCH'], [fault(0)]))).toEqual([50, 1, 1]);
  });

  it('has no figure when no fault was met', () => {
    expect(measure(trace(['fetch'], [])).absent).toHaveProperty(['recovery.recovered']);
    expect(measure(trace(['fetch'], [fault(7)])).absent).toHaveProperty(['recovery.recovered']);
  });
});
