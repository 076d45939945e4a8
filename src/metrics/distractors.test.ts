import { describe, expect, it } from 'vitest';
import { chooseDistractors } from '../catalog/choose-distractors.js';
import { measureDistractors } from './distractors.js';
import { type Distractors, distractorsSchema } from './schemas/distractors.js';

const block: Distractors = {
  count: 4,
  source: { from: 'near_duplicate', of: ['search_products'] },
  correct: ['catalog.search_products'],
};
const trace = (...tools: string[]) => ({ calls: tools.map((tool) => ({ tool, args: {} })) });
const RIGHT = 'search_products';
const WRONG = 'search_products_v2';
const measure = (runs: object[], own: Partial<Distractors> = {}) =>
  measureDistractors(runs as never, { ...block, ...own }, { servers: ['catalog'] });

describe('distractors', () => {
  it('divides right choices by all in scope', () => {
    expect(measure([trace(RIGHT, 'other', WRONG, RIGHT)]).figures).toMatchObject({
      'distractors.accuracy': 67,
      'distractors.chose_distractor': 1,
    });
  });

  it('adds distractors up over runs', () => {
    expect(measure([trace(RIGHT, WRONG), trace(WRONG, WRONG)]).figures).toMatchObject({
      'distractors.accuracy': 25,
      'distractors.chose_distractor': 3,
    });
  });

  it('scores nothing in scope 0, unless nothing was declared right', () => {
    expect(measure([trace('other')]).figures['distractors.accuracy']).toBe(0);
    expect(measure([trace('other')], { correct: [] }).figures['distractors.accuracy']).toBe(100);
    expect(measure([trace(WRONG)], { correct: [] }).figures['distractors.accuracy']).toBe(0);
  });

  it.each([
    [1, 1, 5],
    [5, 5, 54],
    [10, 10, 74],
    [8, 10, 49],
    [29, 29, 90],
  ])('certifies %i good runs of %i as %i', (good, n, percent) => {
    const runs = Array.from({ length: n }, (_, i) => (i < good ? trace(RIGHT) : trace(RIGHT, WRONG)));
    expect(measure(runs).figures['distractors.certified_lower']).toBe(percent);
  });

  it('certifies no run that chose nothing', () => {
    expect(measure([trace('other')]).figures['distractors.certified_lower']).toBe(0);
  });

  it('believes the distractors that a run recorded', () => {
    const recorded = { ...trace('catalog.trap', WRONG), distractors: ['catalog.trap'] };
    expect(measure([recorded]).figures['distractors.chose_distractor']).toBe(1);
  });

  it('knows them by their bare name where the trace does not say whose they are', () => {
    const servers = ['catalog', 'orders'];
    const chosen = (tool: string) =>
      measureDistractors([trace(tool)] as never, block, { servers }).figures['distractors.chose_distractor'];
    expect(chosen(WRONG)).toBe(1);
    expect(chosen(`catalog.${WRONG}`)).toBe(1);
    expect(chosen(`orders.${WRONG}`)).toBe(0);
  });

  it('knows bundled distractors on any trace', () => {
    const run = trace('catalog.get_current_weather', 'get_hourly_forecast', RIGHT);
    const found = measure([run], { count: 16, source: { from: 'catalog' } }).figures;
    expect(found).toMatchObject({ 'distractors.chose_distractor': 1, 'distractors.accuracy': 50 });
  });

  it('draws the curve over several counts', () => {
    const at = (n: number, ...tools: string[]) => ({
      ...trace(...tools),
      distractors: Array.from({ length: n }, (_, i) => `catalog.d${i}`),
    });
    const result = measure([at(0, RIGHT), at(4, RIGHT), at(4, 'd0')], {
      count: undefined,
      counts: [0, 4, 16],
    });
    expect(result.figures).toMatchObject({
      'distractors.accuracy': 67,
      'distractors.accuracy_at_0': 100,
      'distractors.accuracy_at_4': 50,
    });
    expect(Object.keys(result.absent ?? {})).toEqual(['distractors.accuracy_at_16']);
  });

  it('measures nothing where no distractor was offered', () => {
    const clean = { catalog: [{ name: RIGHT }] };
    for (const run of [
      { ...trace(RIGHT), catalog: clean },
      { ...trace(RIGHT), distractors: [] },
    ]) {
      const { figures, absent } = measure([{ ...trace(RIGHT), distractors: ['catalog.trap'] }, run], {
        count: 64,
        source: { from: 'catalog' },
      });
      expect(figures).toEqual({});
      expect(absent?.['distractors.accuracy']).toBe(
        'run 2: no distractor was offered, though the block asks for 64 distractors',
      );
      expect(measure([run], { count: 0 }).figures['distractors.accuracy']).toBe(100);
    }
    const called = { ...trace(RIGHT, WRONG), catalog: clean };
    expect(measure([called]).figures['distractors.chose_distractor']).toBe(1);
    const [first] = chooseDistractors({ ...block, count: 1 }, clean, ['catalog']);
    const crowded = { catalog: [...clean.catalog, first?.tool] };
    const some = measure([{ ...trace(RIGHT), catalog: crowded }]);
    expect(some.figures['distractors.accuracy']).toBe(100);
    expect(some.explain[1]?.text).toBe('1 of 4 distractors offered');
  });

  it('says when there are fewer than asked for, and when the trace does not say', () => {
    const most = Array.from({ length: 144 }, (_, i) => `catalog.d${i}`);
    const short = measure([{ ...trace(RIGHT), distractors: most }], { count: 512 });
    expect(short.notes).toEqual(['144 of the 512 distractors that are asked for: there are no more']);
    expect(short.explain[1]?.text).toBe('144 of 512 distractors offered');
    const blind = measure([trace(RIGHT)]);
    expect(blind.explain[1]?.text).toBe('4 distractors by the block, the trace does not say');
    expect(blind.notes).toEqual([expect.stringContaining('taken for granted')]);
  });

  it('certifies nothing where no tool is declared correct', () => {
    const { figures, absent } = measure([trace('other')], { correct: [] });
    expect(figures).not.toHaveProperty(['distractors.certified_lower']);
    expect(absent?.['distractors.certified_lower']).toContain('no tool is declared correct');
  });

  it('wants count or counts, and of: for near-duplicates', () => {
    const valid = (value: unknown) => distractorsSchema.safeParse(value).success;
    expect(valid(block)).toBe(true);
    expect(valid({ ...block, counts: [1] })).toBe(false);
    expect(valid({ ...block, count: undefined })).toBe(false);
    expect(valid({ ...block, source: { from: 'near_duplicate' } })).toBe(false);
    expect(valid({ ...block, source: { from: 'catalog', of: ['x'] } })).toBe(false);
  });
});
