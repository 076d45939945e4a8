import { expect, it } from 'vitest';
import { listedTools, showCalls, tally, tallyTools } from './explain.js';
import type { RunCall } from './runs.js';

const call = (id: string, args?: unknown): RunCall => ({
  id,
  name: id,
  server: '',
  args,
  result: undefined,
  failed: false,
});

it('calls alike are shown once, with their numbers from 1; a place that is not there is passed over', () => {
  const calls = [call('a', { q: 1 }), call('b'), call('a', { q: 1 }), call('a', { q: 1 })];
  expect(showCalls(calls, [1])).toBe('call 2 b');
  expect(showCalls(calls, [0, 1, 2, 3, 9])).toBe('calls 1, 3, 4 a {"q":1}, call 2 b');
});

it('long lists say how many were left out', () => {
  const alike = Array.from({ length: 12 }, () => call('a'));
  expect(showCalls(alike, [...alike.keys()])).toBe('calls 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more a');
  const others = Array.from({ length: 53 }, (_, at) => call(`t${at}`));
  expect(showCalls(others, [...others.keys()])).toMatch(/call 50 t49 and 3 more$/);
  expect(listedTools(others)).toMatch(/, t49 and 3 more$/);
});

it('names are counted in the order of first sight, and one without letters is shown as such', () => {
  expect(tally(['b', 'a', 'b', ''])).toBe('b x2, a, (no name)');
  const twice = [call('a'), call('b'), call('a')].map((tool) => ({ tool, count: 2 }));
  expect(tallyTools(twice)).toBe('a x4, b x2');
});
