import { expect, it } from 'vitest';
import type { Coverage, Floor, Group } from '../types/envelope.js';
import type { Verdict } from '../types/verdict.js';
import { compareEnvelopes } from './compare.js';
import { sampleCase, sampleRun } from './sample-run.js';

const coverage = (percent: number, uncovered: string[]): Coverage => ({
  tools: [
    { file: 'a.mcptest.yml', server: 'demo', total: 4, covered: 4 - uncovered.length, percent, uncovered },
  ],
  total: 4,
  covered: 4 - uncovered.length,
  percent,
});
const floor = (passed: boolean, rate: number): Floor => ({
  file: 'a.yml',
  agent: 'a',
  test: 'a',
  model: 'm',
  runs: 4,
  selected: 4 * rate,
  selection_rate: rate,
  pass_k: rate,
  passed,
  reasons: [],
  per_run: [],
});

it.each([
  ['pass', 'fail', 'regressed'],
  ['pass', 'inconclusive', 'regressed'],
  ['skipped', 'fail', 'regressed'],
  ['inconclusive', 'fail', 'regressed'],
  ['fail', 'pass', 'fixed'],
  ['inconclusive', 'pass', 'fixed'],
  ['fail', 'inconclusive', 'changed'],
  ['pass', 'skipped', 'changed'],
  ['skipped', 'pass', 'changed'],
  ['fail', 'skipped', 'changed'],
  ['pass', 'pass', 'same'],
] as [Verdict, Verdict, string][])('%s to %s is %s', (base, current, change) => {
  const run = (verdict: Verdict) => sampleRun([sampleCase({ verdict })]);
  expect(compareEnvelopes(run(base), run(current)).cases[0]).toMatchObject({ base, current, change });
});

it('matches cases by id, in the order of the current run, removed ones last', () => {
  const base = sampleRun([sampleCase({ name: 'gone' }), sampleCase({ name: 'kept' })]);
  const current = sampleRun([sampleCase({ name: 'added' }), sampleCase({ name: 'kept' })]);
  const { cases, counts } = compareEnvelopes(base, current);
  expect(cases.map((row) => [row.name, row.change])).toEqual([
    ['added', 'new'],
    ['kept', 'same'],
    ['gone', 'removed'],
  ]);
  expect(counts).toEqual({ same: 1, regressed: 0, fixed: 0, changed: 0, new: 1, removed: 1 });
});

it('tells figures that moved, came or went, and leaves out those that stayed', () => {
  const base = sampleRun([sampleCase({ duration_ms: 10, figures: { f1: 0.5, stay: 1, old: 2 } })]);
  const current = sampleRun([sampleCase({ duration_ms: 25, figures: { f1: 0.75, stay: 1, fresh: 3 } })]);
  const row = compareEnvelopes(base, current).cases[0]!;
  expect(row.duration_ms).toEqual({ base: 10, current: 25, delta: 15 });
  expect({ ...row.figures }).toEqual({
    f1: { base: 0.5, current: 0.75, delta: 0.25 },
    old: { base: 2 },
    fresh: { current: 3 },
  });
});

it('tells floors that flipped and coverage that moved', () => {
  const base = sampleRun([], { tool_selection: [floor(true, 1)], coverage: coverage(75, ['a']) });
  const current = sampleRun([], { tool_selection: [floor(false, 0.5)], coverage: coverage(50, ['b', 'c']) });
  const comparison = compareEnvelopes(base, current);
  expect(comparison.floors).toEqual([
    {
      file: 'a.yml',
      agent: 'a',
      model: 'm',
      base: true,
      current: false,
      selection_rate: { base: 1, current: 0.5, delta: -0.5 },
    },
  ]);
  expect(comparison.coverage).toEqual({
    percent: { base: 75, current: 50, delta: -25 },
    newly_covered: ['demo.a'],
    newly_uncovered: ['demo.b', 'demo.c'],
  });
  expect(compareEnvelopes(base, base).floors).toEqual([]);
});

it('does not take the tools of a server that was down for called ones', () => {
  const down = { file: 'a.yml', server: 'demo', reason: 'down' };
  const unmeasured: Coverage = { tools: [], total: 0, covered: 0, unmeasured: [down] };
  const base = coverage(75, ['a']);
  for (const row of base.tools) row.file = down.file;
  expect(
    compareEnvelopes(sampleRun([], { coverage: base }), sampleRun([], { coverage: unmeasured })).coverage,
  ).toEqual({ percent: { base: 75 }, newly_covered: [], newly_uncovered: [] });
});

/** A test with one run for each verdict. */
function several(verdicts: Verdict[], f1: number, over: Partial<Group> = {}) {
  const group: Group = {
    file: 'a.yml',
    name: 'a [m]',
    test: 'a',
    model: 'm',
    runs: verdicts.length,
    verdict: f1 >= 50 ? 'pass' : 'fail',
    figures: { 'tool_selection.f1': f1 },
    checks: [],
    ...over,
  };
  const rows = verdicts.map((verdict, at) =>
    sampleCase({
      name: `a [m] #${at + 1}`,
      id: `run-${at}`,
      file: 'a.yml',
      test: 'a',
      model: 'm',
      run: at + 1,
      verdict,
      figures: { 'tool_selection.f1': verdict === 'pass' ? 100 : 0 },
    }),
  );
  return sampleRun(rows, { groups: [group] });
}
const all = (verdict: Verdict, count: number): Verdict[] => Array.from({ length: count }, () => verdict);

it('compares the runs of a test as a whole, never one with another', () => {
  const mixed: Verdict[] = ['pass', 'fail', 'pass'];
  const shuffled: Verdict[] = ['fail', 'pass', 'pass'];
  const { cases, groups, counts } = compareEnvelopes(several(mixed, 66), several(shuffled, 66));
  expect([cases, groups]).toEqual([[], []]);
  expect(counts).toMatchObject({ same: 1, regressed: 0, fixed: 0 });
  const worse = compareEnvelopes(several(all('pass', 3), 80), several(mixed, 40));
  expect(worse.cases).toEqual([]);
  expect(worse.groups).toEqual([
    {
      file: 'a.yml',
      name: 'a [m]',
      model: 'm',
      change: 'regressed',
      runs: { base: 3, current: 3 },
      passed: { base: 3, current: 2 },
      base: 'pass',
      current: 'fail',
      figures: { 'tool_selection.f1': { base: 80, current: 40, delta: -40 } },
    },
  ]);
  expect(worse.counts).toMatchObject({ same: 0, regressed: 1 });
  // Once and several times is the same test all the same.
  expect(compareEnvelopes(several(['pass'], 80), several(all('pass', 3), 80)).counts).toMatchObject({
    same: 1,
    new: 0,
    removed: 0,
  });
});

it('leaves a test with one run to its row', () => {
  const { cases, groups } = compareEnvelopes(several(['pass'], 80), several(['fail'], 40));
  expect(groups).toEqual([]);
  expect(cases).toMatchObject([{ change: 'regressed' }]);
});

it('tells whether figures moved by more than chance', () => {
  const figure = (base: Verdict[], now: Verdict[], name: string) =>
    compareEnvelopes(several(base, 80), several(now, 40)).paired.find((one) => one.figure === name);
  expect(figure(all('pass', 8), all('fail', 8), 'pass_rate')).toMatchObject({
    test: 'a [m]',
    model: 'm',
    runs: { base: 8, now: 8 },
    base: 1,
    now: 0,
    difference: -1,
    verdict: 'worse',
  });
  expect(figure(all('fail', 8), all('pass', 8), 'tool_selection.f1')).toMatchObject({
    difference: 100,
    verdict: 'better',
  });
  const few = figure(all('pass', 3), ['pass', 'fail', 'pass'], 'pass_rate')!;
  expect(few).toMatchObject({ verdict: 'undecided', more_runs: expect.any(Number) });
  expect(few.interval![0]).toBeLessThan(0);
  expect(few.interval![1]).toBeGreaterThanOrEqual(0);
  // Nobody knows what a run would have been that could not be judged.
  expect(figure(all('pass', 3), ['pass', 'inconclusive', 'pass'], 'pass_rate')).toMatchObject({
    runs: { base: 3, now: 2 },
    now: 1,
  });
});

it('says of less what more would be, where less is better', () => {
  const costs = (least: number) => {
    const run = several(all('pass', 6), 80);
    for (const [at, row] of run.results.entries()) row.figures = { 'stability.tokens': least + at };
    return run;
  };
  const [tokens] = compareEnvelopes(costs(900), costs(400)).paired.filter(
    ({ figure }) => figure === 'stability.tokens',
  );
  expect(tokens).toMatchObject({ difference: -500, verdict: 'better' });
});

it('tells gates that flipped: over runs, of coverage and of strength, what fails first', () => {
  const check = (outcome: 'pass' | 'fail', actual: number) => ({
    target: 'tool_selection.f1',
    matcher: '>=',
    expected: 70,
    actual,
    outcome,
    message: '',
  });
  const gated = (outcome: 'pass' | 'fail', f1: number, percent: number) => ({
    ...several(all('pass', 3), f1, { checks: [check(outcome, f1)] }),
    coverage: {
      ...coverage(percent, []),
      gates: [{ file: 'a.yml', threshold: 60, percent, passed: percent >= 60 }],
    },
    tool_selection: [floor(outcome === 'pass', f1 / 100)],
  });
  const { gates } = compareEnvelopes(gated('pass', 80, 50), gated('fail', 40, 75));
  expect(gates).toEqual([
    {
      kind: 'floor',
      name: 'a',
      file: 'a.yml',
      model: 'm',
      base: 'holds',
      current: 'fails',
      figure: { base: 0.8, current: 0.4 },
    },
    {
      kind: 'gate',
      name: 'a [m], tool_selection.f1',
      file: 'a.yml',
      model: 'm',
      base: 'holds',
      current: 'fails',
      figure: { base: 80, current: 40, asked: '>= 70' },
    },
    {
      kind: 'coverage',
      name: 'coverage of tools',
      file: 'a.yml',
      base: 'fails',
      current: 'holds',
      figure: { base: 50, current: 75, asked: 'at least 60 %' },
    },
  ]);
});
