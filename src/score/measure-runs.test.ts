import { describe, expect, it } from 'vitest';
import { sampleCheck } from '../envelope/sample-run.js';
import type { Explanation, MetricBlock, MetricResult } from '../types/metric.js';
import type { Outcome } from '../types/verdict.js';
import {
  type BlockMeasurement,
  explainChecks,
  explainLines,
  figuresOf,
  markCalls,
  measureRuns,
  targetLines,
} from './measure-runs.js';

const said = (text: string, over: Partial<Explanation> = {}): Explanation => ({
  targets: ['a.x'],
  text,
  ...over,
});

function block(
  name: string,
  explain: Explanation[],
  outcomes: Outcome[] = [],
  result: Partial<MetricResult> = {},
): BlockMeasurement {
  return {
    spec: { block: name as MetricBlock, config: {}, gates: [] },
    result: { figures: {}, explain, ...result },
    checks: outcomes.map((outcome) => sampleCheck({ target: 'a.x', outcome })),
  };
}

describe('the figures of several blocks', () => {
  it('are one list, with the reasons of those that are missing', () => {
    const blocks = [
      block('one', [], [], { figures: { 'a.x': 1 }, absent: { 'a.y': 'no answer' } }),
      block('two', [], [], { figures: { 'b.x': 2 } }),
    ];
    expect(figuresOf(blocks)).toEqual({ figures: { 'a.x': 1, 'b.x': 2 }, absent: { 'a.y': 'no answer' } });
    expect(figuresOf([])).toEqual({ figures: {}, absent: {} });
  });

  it('are measured block by block, each with its own gates', async () => {
    const traces = [{ calls: [{ tool: 'bad', args: {} }] }];
    const gate = (most: number) => [{ target: 'edges.restricted_attempts', matcher: { '<=': most } }];
    const spec = (most: number) => ({
      block: 'tool_edges' as const,
      config: { restricted: ['bad'] },
      gates: gate(most),
    });
    const measured = await measureRuns([spec(0), spec(1)], traces, { servers: ['api'] }, 'asks');
    expect(measured.map(({ checks }) => checks.map(({ outcome }) => outcome))).toEqual([['fail'], ['pass']]);
    expect(measured.map(({ result }) => result.figures['edges.restricted_attempts'])).toEqual([1, 1]);
    expect(measured[1]?.spec).toEqual(spec(1));
  });
});

describe('the reasons of a check', () => {
  const measured = {
    blocks: [block('one', [said('because of x'), said('of y', { targets: ['a.y'] })])],
    runs: [1],
  };
  const check = (over: object) => sampleCheck({ target: 'a.x', actual: 1, outcome: 'fail', ...over });
  const reasonsOf = (over: object) => explainChecks([check(over)], measured)[0]?.because;

  it('are those of its own target', () => {
    expect(reasonsOf({})).toEqual(['because of x']);
    expect(reasonsOf({ outcome: 'inconclusive' })).toEqual(['because of x']);
    expect(reasonsOf({ target: 'a.y' })).toEqual(['of y']);
  });

  it('are absent where it passed, has no value, or nothing is known', () => {
    for (const over of [{ outcome: 'pass' }, { actual: undefined }, { target: 'a.z' }])
      expect(explainChecks([check(over)], measured)[0]).not.toHaveProperty('because');
  });

  it('come from every block that explains the target', () => {
    const blocks = [block('one', [said('first')]), block('two', [said('second')])];
    expect(targetLines('a.x', { blocks, runs: [1] })).toEqual(['first', 'second']);
  });
});

describe('the lines of several runs', () => {
  const ofRun = (run: number, text = `said ${run}`, details?: string[]) =>
    said(text, { run, ...(details && { details }) });
  const alone = (...outcomes: Outcome[]) =>
    outcomes.map((outcome) => [{ checks: [sampleCheck({ target: 'a.x', outcome })] }]);

  it('name each run by its own number, and those that would not pass alone first', () => {
    const blocks = [block('one', [ofRun(0), ofRun(1), ofRun(2), said('of all')])];
    const lines = (runs: number[], judged?: ReturnType<typeof alone>) =>
      targetLines('a.x', { blocks, runs, ...(judged && { alone: judged }) });
    expect(lines([1, 3, 7])).toEqual(['run 1: said 0', 'run 3: said 1', 'run 7: said 2', 'of all']);
    expect(lines([1, 3, 7], alone('pass', 'pass', 'fail'))).toEqual([
      'run 7: said 2',
      'run 1: said 0',
      'run 3: said 1',
      'of all',
    ]);
    expect(lines([1, 3, 7], alone('pass', 'inconclusive', 'pass'))[0]).toBe('run 3: said 1');
    // A run without a number of its own is counted from 1.
    expect(lines([5, 6])).toEqual(['run 5: said 0', 'run 6: said 1', 'run 3: said 2', 'of all']);
  });

  it('look at one target for a check, and at the whole block otherwise', () => {
    const blocks = [block('one', [ofRun(0), ofRun(1)])];
    const other = [[{ checks: [] }], [{ checks: [sampleCheck({ target: 'a.y', outcome: 'fail' })] }]];
    const measured = { blocks, runs: [1, 2], alone: other };
    expect(targetLines('a.x', measured)).toEqual(['run 1: said 0', 'run 2: said 1']);
    expect(explainLines(measured)).toEqual(['one: run 2: said 1', 'one: run 1: said 0']);
  });

  it('have no number where there is one run, and what is said twice is said once', () => {
    const list = [ofRun(0, 'same'), ofRun(0, 'same'), ofRun(0, 'more')];
    expect(targetLines('a.x', { blocks: [block('one', list)], runs: [4] })).toEqual(['same; more']);
    const ofAll = [said('same'), said('same'), said('more')];
    expect(targetLines('a.x', { blocks: [block('one', ofAll)], runs: [1, 2] })).toEqual(['same', 'more']);
  });

  it('have the details of three runs below them', () => {
    const list = [0, 1, 2, 3, 4].map((run) => ofRun(run, `said ${run}`, run === 1 ? [] : [`detail ${run}`]));
    expect(targetLines('a.x', { blocks: [block('one', list)], runs: [1, 2, 3, 4, 5] })).toEqual([
      'run 1: said 0',
      '  detail 0',
      'run 2: said 1',
      'run 3: said 2',
      '  detail 2',
      'run 4: said 3',
      '  detail 3',
      'run 5: said 4',
    ]);
  });

  it('end after sixty, and say how many were left out', () => {
    const lines = (count: number) =>
      targetLines('a.x', {
        blocks: [
          block(
            'one',
            Array.from({ length: count }, (_, run) => ofRun(run)),
          ),
        ],
        runs: [1, 2],
      });
    expect(lines(60)).toHaveLength(60);
    expect(lines(60).at(-1)).toBe('run 60: said 59');
    expect(lines(61).slice(59)).toEqual(['run 60: said 59', 'and 1 more lines']);
    const details = Array.from({ length: 70 }, (_, at) => `detail ${at}`);
    const long = {
      blocks: [block('one', [ofRun(0, 'long', details), ofRun(1), said('of all')])],
      runs: [1, 2],
    };
    // 70 details and the head of the first run, one line of the second, one of all; sixty of them are shown.
    expect(targetLines('a.x', long)).toHaveLength(61);
    expect(targetLines('a.x', long).slice(59)).toEqual(['  detail 58', 'and 13 more lines']);
  });

  it('begin with the blocks that did not pass, under their names', () => {
    const blocks = [
      block('one', [said('good')], ['pass']),
      block('two', [said('bad')], ['pass', 'fail']),
      block('three', [said('open')], ['inconclusive']),
      block('four', [said('ungated')]),
    ];
    expect(explainLines({ blocks, runs: [1] })).toEqual([
      'two: bad',
      'three: open',
      'one: good',
      'four: ungated',
    ]);
  });
});

describe('the calls that were counted', () => {
  const counting = (...counted: { as: string; good: boolean; calls: number[] }[]) =>
    said('some', { counted: () => counted });

  it('are one mark for each thing that they count as, each call once, in order', () => {
    const list = [
      counting({ as: 'repeat', good: false, calls: [10, 2] }, { as: 'expected', good: true, calls: [0] }),
      said('nothing counted'),
      counting({ as: 'repeat', good: false, calls: [9, 2] }, { as: 'repeat', good: true, calls: [4] }),
      counting({ as: 'wasted', good: false, calls: [] }),
    ];
    expect(
      markCalls([
        block('golden_path', list),
        block('tool_edges', [counting({ as: 'repeat', good: false, calls: [1] })]),
      ]),
    ).toEqual([
      { metric: 'golden_path', as: 'repeat', good: false, calls: [2, 9, 10] },
      { metric: 'golden_path', as: 'expected', good: true, calls: [0] },
      { metric: 'golden_path', as: 'repeat', good: true, calls: [4] },
      { metric: 'tool_edges', as: 'repeat', good: false, calls: [1] },
    ]);
  });
});
