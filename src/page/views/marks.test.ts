import { expect, it } from 'vitest';
import type { TraceCall } from '../../types/trace.js';
import { marksOf } from './marks.js';

const call = (id: string): TraceCall => {
  const [server, tool] = id.split('.');
  return { server, tool, args: {} } as TraceCall;
};

it('marks calls that a line names by number, and tools that it names', () => {
  const marks = marksOf([
    'orchestration: calls 2, 3 a.get {"q":1} without arguments',
    'token_efficiency: 2 right, 1 unexpected, 0 missed; unexpected a.list x2, b.old; reached search by a.get; cost $0',
    'trajectory:   + a.list {} (not expected)',
    'trajectory:   = a.get {"q":1}',
    'distractors: distractors called: a.get_v2; right tools called: a.get; serial task',
    'a line without a metric names call 1',
  ]);
  const said = (id: string, number: number) =>
    marks(call(id), number).map(({ metric, as }) => `${metric} ${as}`);
  expect(said('a.get', 1)).toEqual([
    'orchestration ',
    'token_efficiency search',
    'trajectory expected',
    'distractors right tool',
  ]);
  expect(said('a.get', 0)).not.toContain('orchestration ');
  expect(said('a.list', 5)).toEqual(['token_efficiency unexpected', 'trajectory not expected']);
  expect(said('b.old', 5)).toEqual(['token_efficiency unexpected']);
  expect(said('a.get_v2', 5)).toEqual(['distractors distractor']);
  expect(said('c.none', 9)).toEqual([]);
  expect(marks(call('a.list'), 5)[0]?.good).toBe(false);
});
