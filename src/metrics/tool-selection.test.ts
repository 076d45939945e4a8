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

  it('rounds the median of an even count half up', () => {
    expect(floorOf([hit(10), hit(11)]).tokens).toEqual({ median: 11, max: 11 });
  });

  it('holds a qualified tool to its server', () => {
    expect(floorOf([hit()], { expected_tool: 'weather.get_weather' }).selected).toBe(1);
    expect(floorOf([hit()], { expected_tool: 'climate.get_weather' }).selected).toBe(0);
  });
});
