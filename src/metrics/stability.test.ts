import { describe, expect, it } from 'vitest';
import { measureStability } from './stability.js';

const call = (tool: string, is_error = false) => ({ tool, args: { q: 1 }, is_error });
const trace = (path: string) => ({
  calls: [...path].map((letter) => call(letter.toLowerCase(), letter !== letter.toLowerCase())),
});
const turns = (...tokens: number[]) => ({ calls: [], turns: tokens.map((n) => ({ tokens: n })) });
const measure = (...runs: object[]) => measureStability(runs as never, {}, { servers: [] });
const figure = (leaf: string, ...runs: object[]) => measure(...runs).figures[`stability.${leaf}`];

describe('stability', () => {
  it.each([
    ['', 100],
    ['a', 100],
    ['aa', 100],
    ['aaa', 67],
    ['aaaa', 50],
    ['aabaa', 100],
  ])('rates loops of %j at %i', (path, value) => {
    expect(figure('loops', trace(path))).toBe(value);
  });

  it.each([
    ['Aa', 50],
    ['AAA', 33],
    ['Aba', 100],
    ['aA', 100],
  ])('rates repeated failures of %j (capitals fail) at %i', (path, value) => {
    expect(figure('errors', trace(path))).toBe(value);
  });

  it.each([
    ['abab', 100],
    ['ababa', 80],
    ['ababab', 67],
    ['abcabc', 100],
    ['aaaa', 100],
  ])('rates going back and forth in %j at %i', (path, value) => {
    expect(figure('thrash', trace(path))).toBe(value);
  });

  it('tells alternation with progress apart', () => {
    const calls = [1, 2, 3, 4, 5, 6].map((q) => ({ tool: q % 2 ? 'a' : 'b', args: { q } }));
    expect(figure('thrash', { calls })).toBe(100);
  });

  it.each([
    [[100, 100, 100], 100],
    [[300, 200, 100], 100],
    [[100, 150, 200], 50],
    [[100, 100, 1, 1, 300, 300], 33],
    [[100, 100, 100, 400], 25],
    [[10, 90, 90, 90, 100], 10],
    [[100, 100, 1, 1, 50, 400, 400], 25],
    [[50], 100],
    [[0, 0, 5], 0],
  ])('rates turns of %j tokens at %i', (tokens, value) => {
    expect(figure('tokens', turns(...tokens))).toBe(value);
  });

  it('sums the turns of all runs, and a run that shrinks makes up for none that grows', () => {
    expect(figure('tokens', turns(100, 100, 200), turns(100, 100, 100))).toBe(67);
    expect(figure('tokens', turns(100, 100, 200), turns(900, 100, 100))).toBe(67);
  });

  it('takes the word of the client whether a call failed, before that of the server', () => {
    const twice = (fields: object) => ({ calls: [1, 2].map(() => ({ tool: 'a', args: {}, ...fields })) });
    expect(figure('errors', twice({ result: { isError: true } }))).toBe(50);
    expect(figure('errors', twice({ result: { isError: true }, is_error: false }))).toBe(100);
  });

  it('has no figure for turns that were not counted', () => {
    expect(measure({ calls: [] }).absent).toHaveProperty(['stability.tokens']);
    expect(measure({ calls: [], turns: [{ tokens: 1 }, {}] }).absent).toHaveProperty(['stability.tokens']);
  });

  it('measures agreement as the mean over pairs of runs', () => {
    expect(figure('agreement', trace('ab'), trace('ab'))).toBe(100);
    expect(figure('agreement', trace('ab'), trace('ac'))).toBe(50);
    expect(figure('agreement', trace(''), trace(''))).toBe(100);
    expect(figure('agreement', trace(''), trace('a'))).toBe(0);
    // Pairs: 1, 2/3, 2/3.
    expect(figure('agreement', trace('abc'), trace('abc'), trace('abd'))).toBe(78);
    expect(measure(trace('ab')).absent).toHaveProperty(['stability.agreement']);
  });

  it('adds agreement up exactly, however often each path was taken', () => {
    // ab ×2, ac, abcd: 1 + 2·1/2 + 2·1/2 + 1/2 over six pairs.
    expect(figure('agreement', trace('ab'), trace('ac'), trace('ab'), trace('abcd'))).toBe(58);
    // Thirds and sevenths: 2/3 + 1/7 + 1/7 over three pairs.
    expect(figure('agreement', trace('abc'), trace('abd'), trace('xbxxxxx'))).toBe(32);
    expect(measure(trace('a')).absent?.['stability.agreement']).toBe('agreement needs at least two runs');
    expect(
      measure(trace('a'.repeat(15_000)), trace('b'.repeat(15_000))).absent?.['stability.agreement'],
    ).toBe('the runs are too many or too long to be compared');
    const many = Array.from({ length: 1001 }, (_, at) => ({ calls: [call(`t${at}`)] }));
    expect(measure(...many).absent?.['stability.agreement']).toContain('too many');
    expect(figure('agreement', ...many.slice(1))).toBe(0);
  });

  it('reads only turns that were counted, each from 0 on', () => {
    for (const tokens of [-1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])
      expect(measure({ calls: [], turns: [{ tokens }] }).absent?.['stability.tokens']).toBe(
        'the tokens of the turns are not known',
      );
    expect(figure('tokens', { calls: [], turns: [{ tokens: 0 }] })).toBe(100);
    expect(measure(turns(1), { calls: [] }).absent).toHaveProperty(['stability.tokens']);
  });

  it('marks what it counted', () => {
    const { explain } = measure(trace('aaababab'));
    expect(explain.flatMap(({ counted }) => counted?.() ?? [])).toEqual([
      { as: 'in a loop', good: false, calls: [2] },
      { as: 'repeating a failure', good: false, calls: [] },
      { as: 'back and forth', good: false, calls: [6, 7] },
    ]);
    expect(measure().figures).toEqual({});
    expect(Object.keys(measure().absent ?? {})).toHaveLength(5);
  });

  it('gives up on runs too long to compare, unless they are the same', () => {
    expect(figure('agreement', trace('a'.repeat(30_000)), trace('a'.repeat(30_000)))).toBe(100);
    expect(measure(trace('a'.repeat(15_000)), trace('b'.repeat(15_000))).absent).toHaveProperty([
      'stability.agreement',
    ]);
  });
});

it('tells of each run what it counted', () => {
  const { explain } = measure(trace('aaa'), {
    calls: [],
    turns: [{ tokens: 1 }, { tokens: 2 }, { tokens: 9 }],
  });
  expect(explain.map(({ run, targets: [target], text }) => [run, target, text])).toEqual([
    [0, 'stability.loops', '1 of 3 calls in a loop: call 3 a {"q":1}'],
    [0, 'stability.errors', '0 of 3 calls repeating a failure'],
    [0, 'stability.thrash', '0 of 3 calls back and forth'],
    [0, 'stability.agreement', 'called a, a, a'],
    [1, 'stability.loops', '0 of 0 calls in a loop'],
    [1, 'stability.errors', '0 of 0 calls repeating a failure'],
    [1, 'stability.thrash', '0 of 0 calls back and forth'],
    [1, 'stability.tokens', '1 tokens in the first third of the turns, 9 in the last'],
    [1, 'stability.agreement', 'called nothing'],
  ]);
});
