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

it('shows pooled figures that moved, and leaves single runs to their rows', () => {
  const group = (runs: number, f1: number): Group => ({
    file: 'a.yml',
    name: 'a',
    test: 'a',
    runs,
    verdict: f1 >= 50 ? 'pass' : 'fail',
    figures: { 'tool_selection.f1': f1 },
    checks: [],
  });
  const run = (runs: number, f1: number) => sampleRun([sampleCase()], { groups: [group(runs, f1)] });
  expect(compareEnvelopes(run(3, 80), run(3, 40)).groups).toEqual([
    {
      file: 'a.yml',
      name: 'a',
      base: 'pass',
      current: 'fail',
      figures: { 'tool_selection.f1': { base: 80, current: 40, delta: -40 } },
    },
  ]);
  expect(compareEnvelopes(run(3, 80), run(3, 80)).groups).toEqual([]);
  expect(compareEnvelopes(run(1, 80), run(1, 40)).groups).toEqual([]);
});
