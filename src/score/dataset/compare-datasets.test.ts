import { describe, expect, it } from 'vitest';
import { SCENARIOS, simulate } from '../../../eval/lib/compare/simulate.js';
import { worseThings } from '../../envelope/compare-words.js';
import { sampleCase, sampleRun } from '../../envelope/sample-run.js';
import { renderComparison } from '../../report/compare/compare.js';
import { compareMarkdown } from '../../report/compare/compare-md.js';
import { worseGate } from '../../report/compare/worse-gate.js';
import type { Dataset } from '../../types/dataset.js';
import type { CaseResult, RunEnvelope } from '../../types/envelope.js';
import type { Assertion } from '../../types/suite.js';
import type { Verdict } from '../../types/verdict.js';
import { compareWithCases } from './compare-datasets.js';
import { datasetOf } from './datasets.js';

const FILE = 'a.yml';

function caseRow(at: number, right: boolean | undefined, over: Partial<CaseResult> = {}): CaseResult {
  const judged: Verdict = right ? 'pass' : 'fail';
  const verdict: Verdict = right === undefined ? 'inconclusive' : judged;
  return sampleCase({
    id: `case ${at}`,
    name: `q [${at}]`,
    test: `q [${at}]`,
    case: { of: 'q', name: `${at}`, file: FILE, line: at },
    file: FILE,
    kind: 'agent',
    model: 'm',
    run: 1,
    verdict,
    ...(right !== undefined && {
      dataset: { case: `${at}`, expected: ['a'], called: [right ? 'a' : 'b'], correct: right, calls: 1 },
    }),
    ...over,
  });
}

let made = 0;

async function runOf(
  rights: readonly (boolean | undefined)[],
  gates: Assertion[] = [],
): Promise<RunEnvelope> {
  const rows = rights.map((right, at) => caseRow(at, right));
  const found = await datasetOf({ file: FILE, test: 'q', model: 'm', gates, of_cases: rows.length }, rows);
  made += 1;
  const run_id = `01JCQQYV4S3H6KX7M8RN2T5X${String(made).padStart(2, '0')}`;
  return sampleRun(rows, { datasets: [found as Dataset], run_id });
}

const cases = (right: number, wrong: number): boolean[] => [
  ...Array<boolean>(right).fill(true),
  ...Array<boolean>(wrong).fill(false),
];

describe('two runs of one table', () => {
  it('are paired case by case, and pass and fail are judged by the exact test', async () => {
    const comparison = compareWithCases(await runOf(cases(30, 10)), await runOf(cases(20, 20)));
    const rate = comparison.paired.find(({ figure }) => figure === 'pass_rate')!;
    // Ten lost, none gained: 2 / 2^10.
    expect(rate).toMatchObject({ test: 'q', model: 'm', pairs: 40, base: 0.75, now: 0.5, asked: true });
    expect(rate.chance).toBeCloseTo(2 / 1024, 12);
    expect(rate.corrected).toBe(rate.chance);
    expect(rate.verdict).toBe('worse');
    // There are enough cases to tell.
    expect(rate).not.toHaveProperty('more_runs');
    expect(worseGate(comparison)).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('pass_rate -0.25')],
    });
  });

  it('say where the table says something else than before: that alone may move a figure', async () => {
    const base = await runOf(cases(30, 10));
    const current = await runOf(cases(38, 2));
    expect(renderComparison(compareWithCases(base, current), { color: false })).not.toContain('than before');
    for (const row of current.results.slice(30, 38)) row.dataset = { ...row.dataset!, expected: ['b'] };
    current.results[0]!.trace = { calls: [], prompt: 'Please' };
    const comparison = compareWithCases(base, current);
    expect(comparison.other_cases).toEqual({ expected: 8, prompt: 1 });
    for (const text of [renderComparison(comparison, { color: false }), compareMarkdown(comparison)]) {
      expect(text).toContain('8 cases have other expected tools than before');
      expect(text).toContain('1 case had another prompt before');
    }
  });

  it('say what chance may have done, and how many more cases would tell', async () => {
    const comparison = compareWithCases(await runOf(cases(30, 10)), await runOf(cases(27, 13)));
    const rate = comparison.paired.find(({ figure }) => figure === 'pass_rate')!;
    // Three of 40 lost: ((1.96 √0.075 + 0.8416 √(0.075 - 0.075²)) / 0.075)² is 102.3, so 103 cases, 63 more than there are.
    expect(rate).toMatchObject({ verdict: 'undecided', chance: 0.25, more_runs: 63 });
    expect(worseGate(comparison)).toEqual({ code: 0, lines: [] });
  });

  it('are no gate where both are one run, which is never worse than itself', async () => {
    const run = await runOf(cases(5, 1));
    expect(worseGate(compareWithCases(run, run))).toEqual({
      code: 3,
      lines: [`not judged: both are the run ${run.run_id}. Compare with an earlier one.`],
    });
  });

  it('do not say that nothing changed where a figure moved and no verdict did', async () => {
    const gates: Assertion[] = [{ target: 'dataset.accuracy', matcher: { '>=': 10 } }];
    const run = async (...counts: [number, number]) => {
      const envelope = await runOf(cases(...counts), gates);
      // With gates over all cases a row has no verdict of its own.
      return { ...envelope, results: envelope.results.map((row) => ({ ...row, verdict: 'pass' as const })) };
    };
    const base = await run(30, 10);
    const head = (now: RunEnvelope) => renderComparison(compareWithCases(base, now), { color: false });
    expect(head(await run(31, 9))).toMatch(/^\S+ {2}as before: nothing beyond chance\n/);
    expect(head(base)).toMatch(/^\S+ {2}as before: nothing changed\n/);
  });

  it('judge all gated figures together', async () => {
    const gates: Assertion[] = ['accuracy', 'f1_low', 'recall'].map((name) => ({
      target: `dataset.${name}`,
      matcher: { '>=': 10 },
    }));
    const [base, now] = [await runOf(cases(30, 10), gates), await runOf(cases(24, 16), gates)];
    const asked = compareWithCases(base, now).paired.filter((one) => one.asked);
    expect(asked.map(({ figure }) => figure)).toEqual(['dataset.accuracy', 'dataset.recall', 'dataset.f1']);
    // Six lost and none gained is 2 / 64 alone, and three times that with two others beside it.
    for (const one of asked) {
      expect(one.chance).toBeCloseTo(2 / 64, 9);
      expect(one.corrected).toBeCloseTo(6 / 64, 9);
      expect(one.verdict).toBe('undecided');
    }
  });

  it('are not green where rows of the base could not be judged, or nothing is paired', async () => {
    const base = await runOf(cases(5, 1));
    const holes = compareWithCases(base, await runOf([true, true, true, true, true, undefined]));
    expect(worseGate(holes)).toMatchObject({
      code: 3,
      lines: [expect.stringContaining('1 row of the base')],
    });
    const other = compareWithCases(base, sampleRun([sampleCase({ name: 'another', id: 'another' })]));
    expect(worseGate(other)).toMatchObject({
      code: 3,
      lines: [expect.stringContaining('no test in common')],
    });
  });

  it('fail on a test without a model that failed, since no chance of a model is in it', () => {
    const one = (verdict: Verdict, kind: string) => sampleRun([sampleCase({ verdict, kind })]);
    expect(worseThings(compareWithCases(one('pass', 'tool'), one('fail', 'tool')))).toHaveLength(1);
    expect(worseThings(compareWithCases(one('pass', 'agent'), one('fail', 'agent')))).toEqual([]);
  });
});

describe('what a table costs', () => {
  const spent = (at: number, tokens: number | undefined, cost_usd?: number, over: Partial<CaseResult> = {}) =>
    caseRow(at, true, {
      trace: {
        calls: [],
        ...(tokens !== undefined && { tokens: { total: tokens } }),
        ...(cost_usd && { cost_usd }),
      },
      ...over,
    });
  async function costs(before: CaseResult[], after: CaseResult[]) {
    const run = async (rows: CaseResult[]) =>
      sampleRun(rows, {
        datasets: [(await datasetOf({ file: FILE, test: 'q', model: 'm', of_cases: 3 }, rows)) as Dataset],
      });
    const { paired } = compareWithCases(await run(before), await run(after));
    return Object.fromEntries(paired.map((one) => [one.figure, one]));
  }

  it('is the mean over cases of the mean of their runs, and never judged', async () => {
    const before = [spent(1, 100, 0.1), spent(1, 300, 0.3), spent(2, 50, 0.5), spent(3, 70)];
    const after = [spent(1, 220, 0.2), spent(2, 70, 0.7), spent(4, 9000, 9)];
    const { tokens, cost_usd } = await costs(before, after);
    // Case 1: 200 → 220, case 2: 50 → 70; the others stand on one side only.
    expect(tokens).toMatchObject({ pairs: 2, base: 125, now: 145, difference: 20, asked: false });
    expect(tokens).toMatchObject({ runs: { base: 4, now: 3 }, verdict: 'undecided' });
    expect(cost_usd).toMatchObject({ pairs: 2, asked: false });
    expect(cost_usd?.base).toBeCloseTo(0.35, 12);
    expect(cost_usd?.now).toBeCloseTo(0.45, 12);
  });

  it('is absent where no case has it on both sides', async () => {
    const found = await costs([spent(1, 100), spent(2, undefined)], [spent(1, undefined), spent(2, 5)]);
    expect(Object.keys(found)).not.toContain('tokens');
    expect(Object.keys(found)).not.toContain('cost_usd');
  });

  it('counts a row without a case under its test', async () => {
    const { case: _, ...bare } = spent(1, 10, 1, { test: 'q' });
    const found = await costs([bare], [{ ...bare, trace: { calls: [], tokens: { total: 30 } } }]);
    expect(found.tokens).toMatchObject({ pairs: 1, base: 10, now: 30 });
    expect(found.tokens).not.toHaveProperty('interval');
  });
});

describe('tables of two runs', () => {
  it('are compared with their own: by suite, test and model', async () => {
    const base = await runOf(cases(3, 1));
    for (const over of [{ file: 'b.yml' }, { test: 'r' }, { model: 'n' }]) {
      const other = { ...base, datasets: base.datasets?.map((one) => ({ ...one, ...over })) } as RunEnvelope;
      expect(compareWithCases(base, other).paired).toEqual([]);
    }
    // Rows of both are there, and each table has its own before.
    const rename = (run: RunEnvelope, test: string): RunEnvelope => ({
      ...run,
      results: run.results.map((row) => ({ ...row, case: { ...row.case!, of: test } })),
      datasets: run.datasets?.map((one) => ({ ...one, test })) as Dataset[],
    });
    const both = (...runs: RunEnvelope[]): RunEnvelope => ({
      ...base,
      results: runs.flatMap(({ results }) => results),
      datasets: runs.flatMap(({ datasets }) => datasets ?? []),
    });
    const [before, after] = [await runOf(cases(4, 0)), await runOf(cases(0, 4))];
    const { paired } = compareWithCases(both(rename(before, 'r'), before), both(rename(before, 'r'), after));
    const accuracy = paired.filter(({ figure }) => figure === 'dataset.accuracy');
    expect(accuracy.map(({ test, difference }) => [test, difference])).toEqual([
      ['r', 0],
      ['q', -100],
    ]);
    const { datasets: _, ...none } = base;
    expect(compareWithCases(none, base).paired).toEqual([]);
    expect(compareWithCases(base, none).paired).toEqual([]);
  });

  it('ask for accuracy wherever anything is gated, and for verdicts only where nothing is', async () => {
    const asked = async (...targets: string[]) => {
      const gates = targets.map((target) => ({ target, matcher: { '>=': 1 } }));
      const { paired } = compareWithCases(await runOf(cases(3, 1), gates), await runOf(cases(3, 1), gates));
      return paired.filter((one) => one.asked).map(({ figure }) => figure);
    };
    expect(await asked()).toEqual(['pass_rate']);
    expect(await asked('dataset.f1_macro')).toEqual(['dataset.accuracy', 'dataset.f1_macro']);
    expect(await asked('dataset.accuracy_low')).toEqual(['dataset.accuracy']);
  });

  it('judge only rows that passed or failed, in fractions with an interval', async () => {
    const open = { verdict: 'inconclusive' as const };
    const rows = (last: boolean) => [caseRow(0, true), caseRow(1, false), caseRow(2, last, open)];
    const run = async (last: boolean) =>
      sampleRun(rows(last), {
        datasets: [
          (await datasetOf({ file: FILE, test: 'q', model: 'm', of_cases: 3 }, rows(last))) as Dataset,
        ],
      });
    const rate = compareWithCases(await run(true), await run(false)).paired.find(
      ({ figure }) => figure === 'pass_rate',
    );
    expect(rate).toMatchObject({ pairs: 2, base: 0.5, now: 0.5, difference: 0 });
    expect(rate?.interval?.[0]).toBeGreaterThan(-1);
    expect(rate?.interval?.[0]).toBeLessThan(0);
    expect(rate?.interval?.[1]).toBeCloseTo(-(rate?.interval?.[0] ?? 0), 12);
    expect(rate).not.toHaveProperty('more_runs');
  });
});

describe('a short form of eval:compare', () => {
  it.each(SCENARIOS.filter(({ cases: n, runs }) => n === 60 && runs === 1))('$name', async (scenario) => {
    const { alarms, comparisons, held } = await simulate(scenario, 40);
    // 40 comparisons of two models: three standard errors around 95 % and 5 %.
    for (const { held: good, of } of Object.values(held)) expect(good / of).toBeGreaterThan(0.87);
    if (scenario.harmed === 0) expect(alarms / comparisons).toBeLessThanOrEqual(0.1);
    else expect(alarms / comparisons).toBeGreaterThan(0.05);
  });
});
