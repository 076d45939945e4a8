import { describe, expect, test } from 'vitest';
import type { Floor } from '../types/envelope.js';
import type { JudgedSpec } from '../types/suite.js';
import type { Judgement } from '../types/trace.js';
import { wilson } from '../util/intervals.js';
import { judgeFigures } from './judge-figures.js';
import { judgeFloor } from './judge-floor.js';
import { judgedChecks, judgeRun, type RunView } from './judge-run.js';

const ctx = { test: 't' };

describe('gates on figures', () => {
  test('a figure is held to its matcher, an absent one is never judged', async () => {
    const gates = [
      { target: 'x.a', matcher: { '>=': 50 }, line: 7 },
      { target: 'x.a', matcher: { schema: { minimum: 60 } } },
      { target: 'x.b', matcher: { '>=': 0 } },
      { target: 'x.c', matcher: { exact: null } },
    ];
    const checks = await judgeFigures(
      gates,
      { figures: { 'x.a': 50 }, absent: { 'x.b': 'nobody paid' } },
      ctx,
    );
    expect(checks.map(({ outcome, actual, line }) => [outcome, actual, line])).toEqual([
      ['pass', 50, 7],
      ['fail', 50, undefined],
      ['inconclusive', undefined, undefined],
      ['inconclusive', undefined, undefined],
    ]);
    expect(checks[2]?.message).toBe('x.b was not measured: nobody paid');
  });

  test('a name from the prototype is no figure', async () => {
    const [check] = await judgeFigures(
      [{ target: 'constructor', matcher: { '>=': 0 } }],
      { figures: {} },
      ctx,
    );
    expect(check?.outcome).toBe('inconclusive');
  });
});

describe("a run against the test's own expect", () => {
  const view: RunView = { tool_calls: [], tool_names: [], conversation: { tokens: {} } };

  const tokens = ['total', 'input', 'output'].map((part) => `conversation.tokens.${part}`);
  test.each(['final_response', 'cost_usd', 'conversation.turns', ...tokens])(
    '%s that was not recorded is not judged, whatever is asked',
    async (target) => {
      const run = { view: () => view, figures: {} };
      for (const matcher of [{ exact: null }, { not: { contains: 'x' } }, { '<': 1e9 }]) {
        const [check] = await judgeRun(run, { assertions: [{ target, matcher }] }, ctx);
        expect(check?.outcome).toBe('inconclusive');
      }
    },
  );

  test('limits need a duration and an answer', async () => {
    const limits = { assertions: [], max_duration_ms: 100, max_response_tokens: 2 };
    const unknown = await judgeRun({ view: () => view, figures: {} }, limits, ctx);
    expect(unknown.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'inconclusive']);
    const said = { ...view, final_response: 'a much longer answer than that' };
    const known = await judgeRun({ view: () => said, figures: {}, duration_ms: 50 }, limits, ctx);
    expect(known.map(({ outcome }) => outcome)).toEqual(['pass', 'fail']);
  });
});

describe('what a judge said', () => {
  const judged = { task_completion: { threshold: 4 } } as JudgedSpec;
  const said = (score?: number) => [
    {
      metric: 'task_completion',
      model: 'm',
      ...(score === undefined ? { problem: 'no answer' } : { score }),
    },
  ];

  test.each([
    [4, 'pass'],
    [3.9, 'fail'],
    [undefined, 'inconclusive'],
  ])('a score of %s where 4 is asked for: %s', (score, outcome) => {
    expect(judgedChecks(judged, said(score) as Judgement[])).toMatchObject([{ outcome }]);
  });

  test('nothing is held against a judge who was not asked', () => {
    expect(judgedChecks(judged)).toMatchObject([{ outcome: 'inconclusive' }]);
  });
});

describe('a floor that luck decides', () => {
  const floor = (selected: number, runs: number, over = false): Floor => ({
    file: 'a.yml',
    agent: 'a',
    test: 'a',
    runs,
    selected,
    selection_rate: selected / runs,
    pass_k: selected / runs,
    passed: selected / runs >= 0.8,
    reasons: selected / runs >= 0.8 ? [] : ['too low'],
    per_run: [{ run: 1, selected: true, called: [], over_budget: over }],
  });

  test.each<[string, Floor, object, 'held' | 'failed' | 'open']>([
    ['inside the interval', floor(9, 10), { confidence_pct: 95 }, 'open'],
    ['below the floor, but not for sure', floor(7, 10), { confidence_pct: 95 }, 'open'],
    ['surely above', floor(100, 100), { confidence_pct: 95 }, 'held'],
    ['surely below', floor(10, 100), { confidence_pct: 95 }, 'failed'],
    ['too few runs', floor(4, 4), { min_trials: 5 }, 'open'],
    ['enough runs', floor(5, 5), { min_trials: 5 }, 'held'],
    ['over budget is over budget', floor(9, 10, true), { confidence_pct: 95, min_trials: 50 }, 'held'],
  ])('%s', (_, given, options, want) => {
    const { passed, inconclusive, reasons } = judgeFloor(given, 0.8, options);
    expect([passed, inconclusive !== undefined]).toEqual([want === 'held', want === 'open']);
    if (want === 'open') expect(reasons).toEqual([]);
  });

  const [low, high] = wilson(9, 10, 0.95);
  test.each([
    ['at the low end of the interval', low, false],
    ['just above the low end', low + 1e-9, true],
    ['at the high end', high, true],
    ['just above the high end', high + 1e-9, false],
  ])('a floor %s', (_, minimum, open) => {
    const settled = judgeFloor(floor(9, 10), minimum, { confidence_pct: 95 });
    expect(settled.inconclusive !== undefined).toBe(open);
  });

  test('what could not be judged keeps its own reason', () => {
    const unknown = { ...floor(4, 4), passed: false, inconclusive: 'the tokens are unknown' };
    expect(judgeFloor(unknown, 0.8, { min_trials: 5 }).inconclusive).toBe('the tokens are unknown');
  });
});
