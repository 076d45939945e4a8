/** What is judged of one run of an agent, by every word of the check. */
import { describe, expect, test, vi } from 'vitest';
import type { Expectation, Matcher } from '../types/suite.js';
import { judgedChecks, judgeRun, type RunFacts, type RunView } from './judge-run.js';

const view: RunView = {
  tool_calls: [{ tool: 'find_boat', args: { name: 'Ada' } }],
  tool_names: ['find_boat'],
  final_response: 'The boat lies in berth 7.',
  conversation: { tokens: { total: 120, input: 100, output: 20 }, turns: 2 },
  cost_usd: 0.01,
};
const bare: RunView = { tool_calls: [], tool_names: [], conversation: { tokens: {} } };
const factsOf = (seen: RunView, more: Partial<RunFacts> = {}): RunFacts => ({
  view: () => seen,
  figures: { 'stability.loops': 3 },
  ...more,
});
const judge = (facts: RunFacts, target: string, matcher: Matcher) =>
  judgeRun(facts, { assertions: [{ target, matcher }] }, { test: 't' });

test('a run of which nothing is asked is not even looked at', async () => {
  const looked = vi.fn(() => view);
  expect(await judgeRun({ ...factsOf(view), view: looked }, { assertions: [] }, { test: 't' })).toEqual([]);
  expect(looked).not.toHaveBeenCalled();
});

describe('what the trace holds', () => {
  test.each([
    ['tool_names', { exact: ['find_boat'] }, 'pass'],
    ['tool_names', { contains: 'sink_boat' }, 'fail'],
    ['tool_names[0]', { exact: 'find_boat' }, 'pass'],
    ['tool_calls[0].tool', { exact: 'find_boat' }, 'pass'],
    ['tool_calls[2].tool', { exact: 'find_boat' }, 'fail'],
    ['final_response', { contains: 'berth 7' }, 'pass'],
    ['final_response', { contains: 'berth 8' }, 'fail'],
    ['cost_usd', { '<=': 0.02 }, 'pass'],
    ['cost_usd', { '<=': 0.001 }, 'fail'],
    ['conversation.turns', { '<=': 2 }, 'pass'],
    ['conversation.turns', { '<=': 1 }, 'fail'],
    ['conversation.tokens.total', { '<=': 120 }, 'pass'],
    ['conversation.tokens.input', { '<=': 99 }, 'fail'],
    ['conversation.tokens.output', { '<=': 20 }, 'pass'],
    ['stability.loops', { '<=': 3 }, 'pass'],
    ['stability.loops', { '<=': 2 }, 'fail'],
  ])('%s %j → %s', async (target, matcher, outcome) => {
    expect(await judge(factsOf(view), target, matcher)).toMatchObject([{ target, outcome }]);
  });
});

describe('what it does not hold is not judged', () => {
  test.each([
    ['final_response', 'the trace contains no final response'],
    ['cost_usd', 'the trace does not say what the run cost'],
    ['conversation.turns', 'the trace does not hold the turns'],
    ['conversation.tokens.total', 'the trace does not hold the total tokens'],
    ['conversation.tokens.input', 'the trace does not hold the input tokens'],
    ['conversation.tokens.output', 'the trace does not hold the output tokens'],
    ['narrative.claims', 'narrative.claims was not measured: these runs do not give it'],
  ])('%s', async (target, message) => {
    expect(await judge(factsOf(bare), target, { exact: 1 })).toMatchObject([
      { target, outcome: 'inconclusive', message },
    ]);
  });
});

describe('limits', () => {
  const limits = (facts: RunFacts, more: Partial<Expectation>) =>
    judgeRun(facts, { assertions: [], ...more }, { test: 't' });

  test('of time', async () => {
    expect(await limits(factsOf(view, { duration_ms: 12.34 }), { max_duration_ms: 20 })).toEqual([
      {
        target: 'duration_ms',
        matcher: 'max',
        expected: 20,
        actual: 12.34,
        outcome: 'pass',
        message: 'the answer took 12.3 ms, within the 20 ms allowed',
      },
    ]);
    expect(await limits(factsOf(view, { duration_ms: 21 }), { max_duration_ms: 20 })).toMatchObject([
      { outcome: 'fail', message: 'the answer took 21 ms, more than the 20 ms allowed' },
    ]);
    expect(await limits(factsOf(view), { max_duration_ms: 20 })).toEqual([
      {
        target: 'duration_ms',
        matcher: 'max',
        expected: 20,
        outcome: 'inconclusive',
        message: 'the trace does not say how long the run took',
      },
    ]);
  });

  test('of the answer', async () => {
    expect(await limits(factsOf(view), { max_response_tokens: 20 })).toMatchObject([
      {
        target: 'response_tokens',
        matcher: 'max',
        expected: 20,
        outcome: 'pass',
        message: expect.stringMatching(/^the answer has \d+ tokens, within the 20 allowed$/),
      },
    ]);
    expect(await limits(factsOf(view), { max_response_tokens: 2 })).toMatchObject([
      {
        outcome: 'fail',
        message: expect.stringMatching(/^the answer has \d+ tokens, more than the 2 allowed$/),
      },
    ]);
    expect(await limits(factsOf(bare), { max_response_tokens: 20 })).toEqual([
      {
        target: 'response_tokens',
        matcher: 'max',
        expected: 20,
        outcome: 'inconclusive',
        message: 'the trace does not say what the agent answered',
      },
    ]);
  });

  test('of an answer whose size alone shows that it is too long', async () => {
    const long = { ...view, final_response: 'a'.repeat(1278) };
    expect(await limits(factsOf(long), { max_response_tokens: 9 })).toMatchObject([
      {
        actual: 10,
        outcome: 'fail',
        message: 'the answer has at least 10 tokens, more than the 9 allowed',
      },
    ]);
  });
});

describe('judged', () => {
  const judged = { tool_use: { threshold: 0.5 }, task_completion: { threshold: 0.8 } } as Parameters<
    typeof judgedChecks
  >[0];

  test('nothing is asked for', () => {
    expect(judgedChecks(undefined, [])).toEqual([]);
  });

  test('by what a judge said of each', () => {
    const said = [
      { metric: 'tool_use', model: 'm', score: 0.5 },
      { metric: 'task_completion', model: 'm', score: 0.7, reason: 'no berth is named' },
    ] as Parameters<typeof judgedChecks>[1];
    expect(judgedChecks(judged, said)).toEqual([
      {
        target: 'judged.task_completion',
        matcher: '>=',
        expected: 0.8,
        actual: 0.7,
        outcome: 'fail',
        message: 'm gives 0.7, 0.8 is asked for: no berth is named',
      },
      {
        target: 'judged.tool_use',
        matcher: '>=',
        expected: 0.5,
        actual: 0.5,
        outcome: 'pass',
        message: 'm gives 0.5, 0.5 is asked for',
      },
    ]);
  });

  test('without a judge, and with one that had trouble', () => {
    const said = [{ metric: 'tool_use', model: 'm', problem: 'the judge refused' }] as Parameters<
      typeof judgedChecks
    >[1];
    expect(judgedChecks(judged)).toMatchObject([
      { outcome: 'inconclusive', message: 'no judge was asked, and only a model can say' },
      { outcome: 'inconclusive', message: 'no judge was asked, and only a model can say' },
    ]);
    expect(judgedChecks(judged, said)[1]).toEqual({
      target: 'judged.tool_use',
      matcher: '>=',
      expected: 0.5,
      outcome: 'inconclusive',
      message: 'the judge refused',
    });
  });
});
