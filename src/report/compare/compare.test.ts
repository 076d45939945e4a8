import { expect, it } from 'vitest';
import { compareEnvelopes } from '../../envelope/compare.js';
import { failingCase, sampleCase, sampleRun } from '../../envelope/sample-run.js';
import type { Coverage, Floor } from '../../types/envelope.js';
import type { Verdict } from '../../types/verdict.js';
import { renderComparison } from './compare.js';
import { comparisonText } from './compare-formats.js';
import { worseGate } from './worse-gate.js';

const coverage = (percent: number, uncovered: string[]): Coverage => {
  const covered = 4 - uncovered.length;
  return {
    tools: [{ file: 'a.mcptest.yml', server: 'demo', total: 4, covered, percent, uncovered }],
    total: 4,
    covered,
    percent,
  };
};

it('leads with what got worse and only counts what stayed', () => {
  const base = sampleRun(
    [
      sampleCase({ name: 'mended', verdict: 'fail' }),
      sampleCase({ name: 'broke', duration_ms: 10, figures: { f1: 0.8 } }),
      sampleCase({ name: 'stays' }),
      sampleCase({ name: 'gone' }),
    ],
    { coverage: coverage(75, ['a']), duration_ms: 100 },
  );
  const current = sampleRun(
    [
      sampleCase({ name: 'mended' }),
      failingCase('broke', { duration_ms: 22.4, figures: { f1: 0.6 } }),
      sampleCase({ name: 'stays' }),
      sampleCase({ name: 'fresh' }),
    ],
    { coverage: coverage(50, ['a', 'b']), duration_ms: 150, run_id: '01JCQQYV4S3H6KX7M8RN2T5XZD' },
  );
  expect(renderComparison(compareEnvelopes(base, current), { color: false })).toBe(
    `FAIL  as before: 1 test regressed, 1 test fixed, 1 new, 1 removed
base 01JCQQYV4S3H6KX7M8RN2T5XZC, current 01JCQQYV4S3H6KX7M8RN2T5XZD

TESTS
  regressed broke  pass → fail, +12ms
            why: substring \`operational\` not found in \`status: degraded\`
            f1: 0.8 → 0.6 (-0.2)
  fixed     mended  fail → pass, 0ms
  new       fresh  pass
  removed   gone  was pass

COVERAGE
  75 → 50 (-25) percent of the tools
  no longer called: demo.b

1 test unchanged; 100ms → 150ms
`,
  );
});

it('says that coverage was not measured', () => {
  const before = sampleRun([sampleCase()], { coverage: coverage(75, ['a']) });
  const unmeasured = [{ file: 'a.mcptest.yml', server: 'demo', reason: 'down' }];
  const after = sampleRun([sampleCase()], { coverage: { tools: [], total: 0, covered: 0, unmeasured } });
  const between = compareEnvelopes(before, after);
  expect(renderComparison(between, { color: false })).toContain(
    'COVERAGE\n  75 → not measured percent of the tools\n\n1 test',
  );
  expect(comparisonText(between, 'md', { color: false })).toContain('75 → not measured percent');
  expect(renderComparison(compareEnvelopes(after, after), { color: false })).not.toContain('COVERAGE');
});

it('says in three lines that nothing changed', () => {
  const run = sampleRun([sampleCase()], { coverage: coverage(75, ['a']) });
  expect(renderComparison(compareEnvelopes(run, run), { color: false })).toBe(
    'PASS  as before: nothing changed\nbase 01JCQQYV4S3H6KX7M8RN2T5XZC, current 01JCQQYV4S3H6KX7M8RN2T5XZC\n\n1 test unchanged; 1ms → 1ms\n',
  );
});

it('does not take a floor that could not be judged for one that broke', () => {
  const held: Floor = {
    file: 'a.yml',
    agent: 'a',
    test: 'a',
    runs: 4,
    selected: 4,
    selection_rate: 1,
    pass_k: 1,
    passed: true,
    reasons: [],
    per_run: [],
  };
  const open = { ...held, passed: false, inconclusive: '4 runs of the 5 that a floor is judged on' };
  const [base, current] = [held, open].map((floor) => sampleRun([], { tool_selection: [floor] }));
  const comparison = compareEnvelopes(base!, current!);
  for (const format of ['pretty', 'md'])
    expect(comparisonText(comparison, format, { color: false })).toContain('not judged');
});

it('leads with the verdict, the floor that broke and what moved, before the tests', () => {
  const run = (good: number, id: string) => {
    const rows = Array.from({ length: 8 }, (_, at) =>
      sampleCase({
        name: `picks it #${at + 1}`,
        test: 'picks it',
        run: at + 1,
        kind: 'agent',
        file: 'a.yml',
        figures: { 'tool_selection.f1': at < good ? 100 : 0 },
      }),
    );
    const figures = { 'tool_selection.f1': (100 * good) / 8, 'reliability.pass_hat_2': good / 8 };
    const floor: Floor = {
      file: 'a.yml',
      agent: 'picks it',
      test: 'picks it',
      runs: 8,
      selected: good,
      selection_rate: good / 8,
      min_selection_rate: 0.8,
      passed: good > 6,
      reasons: [],
      per_run: [],
    };
    const verdict = floor.passed ? ('pass' as const) : ('fail' as const);
    const group = {
      file: 'a.yml',
      name: 'picks it',
      test: 'picks it',
      runs: 8,
      verdict,
      figures,
      checks: [],
    };
    return sampleRun([...rows, sampleCase({ file: 'a.yml' })], {
      groups: [group],
      tool_selection: [floor],
      run_id: id,
    });
  };
  const comparison = compareEnvelopes(run(8, 'BASE'), run(1, 'NOW'));
  expect(renderComparison(comparison, { color: false })).toBe(
    `FAIL  was PASS: 1 floor fails now, 1 test regressed, 1 figure is worse by more than chance
base BASE, current NOW

GATES
  ✗ floor picks it  holds → fails
      selection rate 1 → 0.125, required: at least 0.8

FIGURES
  picks it, 8 runs
    tool_selection.f1           100 → 12.5     -87.5    worse by more than chance
    reliability.pass_hat_2        1 → 0.125    -0.875

TESTS
  regressed picks it  pass → fail, all 8 runs passed, but not what is asked of them together

1 test unchanged; 1ms → 1ms
`,
  );
  const md = comparisonText(comparison, 'md', { color: false });
  expect(md).toMatch(/^## mcptest: ❌ 1 gate fails now, 1 regressed\n/);
  expect(md).toContain(
    '| `floor picks it` | holds | ❌ fails | `selection rate 1 → 0.125, required: at least 0.8` | `a.yml` |',
  );
  expect(md).toContain(
    '| `picks it` | `tool_selection.f1` | 100 | 12.5 | -87.5 | ❌ worse by more than chance |',
  );
  expect(md.indexOf('### Gates')).toBeLessThan(md.indexOf('### ❌ Regressed'));
});

it('keeps a bar in a name inside its cell', () => {
  const check = { target: 'x', matcher: '>=', expected: 1, outcome: 'fail' as const, message: '' };
  const run = (checks: (typeof check)[]) => {
    const group = {
      file: 'a.yml',
      name: 'a | b',
      test: 'a',
      runs: 2,
      verdict: 'pass' as const,
      figures: {},
      checks,
    };
    return sampleRun([sampleCase({ test: 'a', run: 1, name: 'a | b #1' })], { groups: [group] });
  };
  const md = comparisonText(compareEnvelopes(run([]), run([check])), 'md', { color: false });
  expect(md).toContain('| `gate a \\| b, x` | not asked for | ❌ fails |');
});

it.each<[Verdict, Verdict, number]>([
  ['pass', 'skipped', 3],
  ['inconclusive', 'pass', 3],
  ['skipped', 'skipped', 3],
  ['pass', 'pass', 0],
  ['fail', 'pass', 0],
])('is a gate only where a test was judged in both runs: %s, then %s is %i', (was, is, code) => {
  const run = (verdict: Verdict, run_id: string) => sampleRun([sampleCase({ verdict })], { run_id });
  const [base, now] = [run(was, '01JCQQYV4S3H6KX7M8RN2T5Y01'), run(is, '01JCQQYV4S3H6KX7M8RN2T5Y02')];
  expect(worseGate(compareEnvelopes(base, now)).code).toBe(code);
});
