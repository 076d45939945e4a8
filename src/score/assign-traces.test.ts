import { describe, expect, test } from 'vitest';
import type { AgentSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import { assignTraces, type ReadTrace } from './assign-traces.js';

const agent = (name: string, over: Partial<AgentSpec> = {}) =>
  ({ name, models: [], ...over }) as unknown as AgentSpec;
const trace = (file: string, over: Partial<Trace> = {}): ReadTrace => ({
  file,
  trace: { calls: [], ...over },
});

/** Model → files, in order. */
function given(spec: AgentSpec, traces: ReadTrace[], agents = [spec]): [string | undefined, string[]][] {
  return assignTraces(agents, traces)
    .of(spec)
    .map(({ model, records }) => [model, records.map(({ file }) => file)]);
}

describe('traces and tests', () => {
  test('by the name of the test or of what it inherits from, else to all, in the order given', () => {
    const [a, b] = [agent('a', { agent: 'base' }), agent('b')];
    const traces = [
      trace('1'),
      trace('2', { agent: 'base' }),
      trace('3', { agent: 'b' }),
      trace('4', { agent: 'a' }),
    ];
    expect(given(a, traces, [a, b])).toEqual([[undefined, ['1', '2', '4']]]);
    expect(given(b, traces, [a, b])).toEqual([[undefined, ['1', '3']]]);
  });

  test('one model, whatever the suite calls it, is one group', () => {
    const spec = agent('a', { models: ['claude'] });
    expect(given(spec, [trace('1'), trace('2')])).toEqual([['claude', ['1', '2']]]);
    expect(given(spec, [trace('1', { model: 'claude-2' }), trace('2')])).toEqual([['claude-2', ['1', '2']]]);
    expect(given(agent('a'), [])).toEqual([[undefined, []]]);
  });

  test('several models are never pooled, and one without a trace is not forgotten', () => {
    const spec = agent('a', { models: ['x', 'y'] });
    const traces = [trace('1', { model: 'y' }), trace('2', { model: 'z' }), trace('3')];
    expect(given(spec, traces)).toEqual([
      ['x', []],
      ['y', ['1']],
      ['z', ['2']],
      [undefined, ['3']],
    ]);
    expect(given(agent('a'), traces.slice(0, 2))).toEqual([
      ['y', ['1']],
      ['z', ['2']],
    ]);
  });

  test('a trace for nobody is told once for each name', () => {
    const { warnings } = assignTraces(
      [agent('weather')],
      [trace('1', { agent: 'wether' }), trace('2', { agent: 'wether' })],
    );
    expect(warnings).toEqual([
      '1: 2 traces of the agent `wether` belong to no agent test; did you mean `weather`?',
    ]);
  });

  test('a trace for nobody is told safely, and without a guess where no name is near', () => {
    const told = (name: string) =>
      assignTraces([agent('weather')], [trace('a\nb', { agent: name })]).warnings;
    expect(told('quite another')).toEqual([
      'a\\nb: a trace of the agent `quite another` belongs to no agent test',
    ]);
    expect(told('x'.repeat(300))).toEqual([
      `a\\nb: a trace of the agent \`${'x'.repeat(79)}…\` belongs to no agent test`,
    ]);
    expect(assignTraces([agent('a', { agent: 'base' })], [trace('1', { agent: 'base' })]).warnings).toEqual(
      [],
    );
  });

  test('what one inherits from itself is counted once, and a test that nobody asked about has nothing', () => {
    const spec = agent('a', { agent: 'a' });
    expect(given(spec, [trace('1', { agent: 'a' })])).toEqual([[undefined, ['1']]]);
    expect(assignTraces([], []).of(spec)).toEqual([]);
  });

  test('several models that no suite names keep those without one apart', () => {
    const traces = [trace('1', { model: 'x' }), trace('2', { model: 'y' }), trace('3')];
    expect(given(agent('a', { models: ['m'] }), traces)).toEqual([
      ['x', ['1']],
      ['y', ['2']],
      ['m', ['3']],
    ]);
    expect(given(agent('a', { models: ['m'] }), [])).toEqual([['m', []]]);
    const [bucket] = assignTraces([agent('a')], [trace('1')]).of(agent('a')) ?? [];
    expect(bucket ?? {}).not.toHaveProperty('model');
  });
});
