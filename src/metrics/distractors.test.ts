import { describe, expect, it } from 'vitest';
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

  it('wants count or counts, and of: for near-duplicates', () => {
    const valid = (value: unknown) => distractorsSchema.safeParse(value).success;
    expect(valid(block)).toBe(true);
    expect(valid({ ...block, counts: [1] })).toBe(false);
    expect(valid({ ...block, count: undefined })).toBe(false);
    expect(valid({ ...block, source: { from: 'near_duplicate' } })).toBe(false);
    expect(valid({ ...block, source: { from: 'catalog', of: ['x'] } })).toBe(false);
  });
});
