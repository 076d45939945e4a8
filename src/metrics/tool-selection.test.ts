import { describe, expect, it } from 'vitest';
import type { MeasuredFloor } from '../types/envelope.js';
import { floorLines } from './floor-lines.js';
import type { ToolSelection } from './schemas/tool-selection.js';
import { measureToolSelection } from './tool-selection.js';

interface RecordedRun {
  tool?: string;
  tokens?: number;
}
const trace = ({ tool, tokens }: RecordedRun) => ({
  agent: 'weather selection',
  calls: tool === undefined ? [] : [{ tool, args: {} }],
  tokens: { total: tokens },
});
const hit = (tokens?: number) => ({ tool: 'get_weather', tokens });
const measure = (runs: RecordedRun[], block: Partial<ToolSelection> = {}) =>
  measureToolSelection(
    runs.map(trace),
    { expected_tool: 'get_weather', min_selection_rate: 0.8, ...block },
    { servers: ['weather'] },
  );
const floorOf = (...args: Parameters<typeof measure>): MeasuredFloor => {
  const { floor } = measure(...args);
  if (floor === undefined) throw new Error('the block gave no floor');
  return floor;
};
const printed = (...args: Parameters<typeof measure>) => floorLines(floorOf(...args), 'weather selection');

describe('tool_selection', () => {
  it('prints a floor that holds', () => {
    const runs = [1200, 1300, 1400, 1500, 1510, 1530, 1600, 1700, 1840].map(hit);
    expect(printed([...runs, { tool: 'search', tokens: 1525 }], { max_total_tokens: 2000 })).toEqual([
      'tool-selection floor [PASS] weather selection: selection 9/10 (90%), pass^k 90%, tokens 1518 median / 1840 max',
    ]);
  });

  it('prints each failed condition and the runs that missed', () => {
    const runs = [
      ...[1000, 1000, 1000].map(hit),
      hit(2400),
      hit(3120),
      hit(2001),
      { tool: 'search', tokens: 900 },
      { tokens: 800 },
      { tool: 'search', tokens: 900 },
      { tool: 'search', tokens: 900 },
    ];
    expect(printed(runs, { max_total_tokens: 2000 })).toEqual([
      'tool-selection floor [FAIL] weather selection: selection 6/10 (60%), pass^k 30%, tokens 1000 median / 3120 max',
      'FLOOR weather selection: selection rate 60% is below the 80% floor (6 of 10 runs selected `get_weather`)',
      'FLOOR weather selection: 3 of 10 runs exceeded the 2000-token budget (worst run 3120 tokens)',
      '  run 4: 2400 tokens, over budget',
      '  run 5: 3120 tokens, over budget',
      '  run 6: 2001 tokens, over budget',
      '  run 7: did not select `get_weather`, called search',
      '  run 8: did not select `get_weather`, called nothing',
      '  run 9: did not select `get_weather`, called search',
      '  run 10: did not select `get_weather`, called search',
    ]);
  });

  it('fails on one run over the budget even when every run selected', () => {
    const { floor } = measure([hit(10), hit(11)], { max_total_tokens: 10 });
    expect(floor).toMatchObject({ passed: false, selection_rate: 1, pass_k: 0.5 });
  });

  it('compares rates as exact fractions', () => {
    const runs = (hits: number, n: number) => Array.from({ length: n }, (_, i) => (i < hits ? hit() : {}));
    expect(floorOf(runs(8, 10)).passed).toBe(true);
    expect(floorOf(runs(7, 10), { min_selection_rate: 0.7 }).passed).toBe(true);
    expect(floorOf(runs(29, 100), { min_selection_rate: 0.29 }).passed).toBe(true);
    expect(floorOf(runs(28, 100), { min_selection_rate: 0.29 }).passed).toBe(false);
    expect(floorOf(runs(1, 1), { min_selection_rate: 1e-7 }).passed).toBe(true);
    expect(floorOf(runs(0, 1), { min_selection_rate: 1e-7 }).passed).toBe(false);
  });

  it('never says that a rate is below itself', () => {
    const runs = Array.from({ length: 200 }, (_, i) => (i < 199 ? hit() : {}));
    expect(printed(runs, { min_selection_rate: 1 })[1]).toContain(
      'selection rate 99.5% is below the 100% floor',
    );
  });

  it('cannot judge a budget without token counts, but still fails what failed', () => {
    const unknown = measure([hit(100), hit()], { max_total_tokens: 200 });
    const floor = floorOf([hit(100), hit()], { max_total_tokens: 200 });
    expect(floor).toMatchObject({ passed: false, reasons: [], inconclusive: expect.any(String) });
    expect(floor.tokens).toBeUndefined();
    expect(floorLines(floor, 'n')[0]).toBe(
      'tool-selection floor [INCONCLUSIVE] n: selection 2/2 (100%), pass^k unknown, tokens unknown',
    );
    for (const target of ['tool_selection.pass_k', 'reliability.pass_hat_2']) {
      expect(Object.keys(unknown.figures)).not.toContain(target);
      expect(unknown.absent?.[target]).toContain('unknown');
    }
    expect(floorOf([hit(100), {}], { max_total_tokens: 200 }).pass_k).toBe(0.5);
    const over = floorOf([hit(300), hit()], { max_total_tokens: 200 });
    expect(over.inconclusive).toBeUndefined();
    expect(over.reasons).toHaveLength(1);
    expect(floorOf([hit(), hit()]).passed).toBe(true);
  });

  it('reports the interval of the rate and pass^k for every k', () => {
    const { figures } = measure([hit(), hit(), {}, hit()], { min_selection_rate: 0.5 });
    expect(figures).toMatchObject({
      'tool_selection.selection_rate': 0.75,
      'tool_selection.rate_low': 0.300642,
      'tool_selection.rate_high': 0.954413,
      'reliability.pass_hat_1': 0.75,
      'reliability.pass_hat_2': 0.5,
      'reliability.pass_hat_3': 0.25,
      'reliability.pass_hat_4': 0,
    });
  });

  it.each([
    [40, 37],
    [60, 31],
    [9, 9],
    [7, 0],
    [3, 1],
  ])('says for %i runs with %i passed what it is to draw k that pass', (runs, passed) => {
    const { figures } = measure(Array.from({ length: runs }, (_, i) => (i < passed ? hit() : {})));
    for (let k = 1; k <= runs; k += 1) {
      let share = 1;
      for (let i = 0; i < k; i += 1) share *= Math.max(0, passed - i) / (runs - i);
      expect(figures[`reliability.pass_hat_${k}`], `k = ${k}`).toBeCloseTo(share, 6);
    }
  });

  it('takes the middle one of an odd count, however they come', () => {
    expect(floorOf([hit(90), hit(10), hit(20)]).tokens).toEqual({ median: 20, max: 90 });
  });

  it('rounds the median of an even count half up', () => {
    expect(floorOf([hit(10), hit(11)]).tokens).toEqual({ median: 11, max: 11 });
  });

  it('holds a qualified tool to its server', () => {
    expect(floorOf([hit()], { expected_tool: 'weather.get_weather' }).selected).toBe(1);
    expect(floorOf([hit()], { expected_tool: 'climate.get_weather' }).selected).toBe(0);
  });

  it('tells which runs missed the tool, which took how many tokens, and what that means', () => {
    const told = (...args: Parameters<typeof measure>) =>
      measure(...args).explain.map(({ targets, run, text }) => [targets.length, run, text]);
    const runs = [hit(10), { tool: 'search', tokens: 900 }, hit(300), { tokens: 20 }];
    expect(told(runs, { max_total_tokens: 200 })).toEqual([
      [3, undefined, '2 of 4 runs called get_weather; the true rate lies between 15% and 85% (95 % Wilson)'],
      [9, 1, 'did not select `get_weather`, called search'],
      [6, 1, '900 tokens, over budget'],
      [6, 2, '300 tokens, over budget'],
      [9, 3, 'did not select `get_weather`, called nothing'],
      [2, 1, 'took 900 tokens'],
      [2, 2, 'took 300 tokens'],
      [2, 3, 'took 20 tokens'],
      [2, 0, 'took 10 tokens'],
    ]);
    // A rate that the floor allows is none of its reasons.
    expect(told(runs, { min_selection_rate: 0.5 })[1]).toEqual([
      8,
      1,
      'did not select `get_weather`, called search',
    ]);
    const many = Array.from({ length: 7 }, (_, at) => hit(at));
    expect(told(many).filter(([, , text]) => /^took/.test(`${text}`))).toHaveLength(5);
    expect(told([hit()], { max_total_tokens: 5 })[1]).toEqual([
      2,
      undefined,
      'the tokens of 1 of 1 run are unknown, so the 5-token budget cannot be judged',
    ]);
  });

  it('names what each line explains', () => {
    const { explain } = measure([hit(10), {}], { max_total_tokens: 5 });
    const targets = Object.fromEntries(explain.map((one) => [one.text.split(' ')[0], one.targets]));
    expect(targets['1']).toEqual([
      'tool_selection.selection_rate',
      'tool_selection.rate_low',
      'tool_selection.rate_high',
    ]);
    const passing = ['tool_selection.pass_k', 'reliability.pass_hat_1', 'reliability.pass_hat_2'];
    expect(targets.did).toEqual([...(targets['1'] ?? []), ...passing, 'tool_selection']);
    expect(targets['10']).toEqual([...passing, 'tool_selection']);
    expect(targets.took).toEqual(['tool_selection.tokens_median', 'tool_selection.tokens_max']);
  });

  it('marks the calls of one run, and leaves those of several to their rows', () => {
    const calls = (...tools: string[]) => ({ calls: tools.map((tool) => ({ tool, args: {} })) });
    const block = { expected_tool: 'a', min_selection_rate: 0 };
    const counted = (...runs: { calls: { tool: string; args: object }[] }[]) =>
      measureToolSelection(runs, block, { servers: [] }).explain[0]?.counted?.();
    expect(counted(calls('b', 'a', 'a'))).toEqual([{ as: 'expected tool', good: true, calls: [1, 2] }]);
    expect(counted(calls('a'), calls('a'))).toEqual([]);
  });

  it('has the agent and the model of the first run, where it says them', () => {
    const block = { expected_tool: 'a', min_selection_rate: 0 };
    const floor = (first: object) =>
      measureToolSelection([{ calls: [], ...first }], block, { servers: [] }).floor;
    expect(floor({ agent: 'x', model: 'm' })).toMatchObject({ agent: 'x', model: 'm' });
    expect(floor({ agent: 1, model: 2 })).toMatchObject({ agent: '' });
    expect(floor({ model: 2 })).not.toHaveProperty('model');
  });

  it('reads the total, or input and output, and nothing that is no count', () => {
    const block = { expected_tool: 'a', min_selection_rate: 0 };
    const tokensOf = (tokens: object) =>
      measureToolSelection([{ calls: [], tokens }], block, { servers: [] }).floor?.tokens?.max;
    expect(tokensOf({ total: 5, input: 1, output: 2 })).toBe(5);
    expect(tokensOf({ total: 0 })).toBe(0);
    expect(tokensOf({ input: 1, output: 2 })).toBe(3);
    for (const tokens of [
      { input: 1 },
      { output: 1 },
      { total: -1 },
      { total: Number.NaN },
      { total: '5' },
      {},
    ])
      expect(tokensOf(tokens)).toBeUndefined();
  });

  it('has no figure without a run, and says why for each', () => {
    const { figures, absent } = measureToolSelection(
      [],
      { expected_tool: 'a', min_selection_rate: 1 },
      { servers: [] },
    );
    expect(figures).toEqual({});
    expect(Object.keys(absent ?? {})).toContain('reliability.pass_hat_1');
    expect(new Set(Object.values(absent ?? {})).size).toBe(1);
  });

  it('gives pass^k as the share of all ways to draw k runs', () => {
    const runs = (passed: number, n: number) =>
      Array.from({ length: n }, (_, i) => (i < passed ? hit() : {}));
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    for (const n of [1, 2, 3, 5])
      for (let passed = 0; passed <= n; passed++) {
        const { figures } = measure(runs(passed, n), { min_selection_rate: 0 });
        for (let k = 1; k <= n; k++) {
          const exact = passed < k ? 0 : choose(passed, k) / choose(n, k);
          expect(figures[`reliability.pass_hat_${k}`], `${passed} of ${n}, ${k}`).toBeCloseTo(exact, 12);
        }
        expect(figures).not.toHaveProperty([`reliability.pass_hat_${n + 1}`]);
      }
  });
});
