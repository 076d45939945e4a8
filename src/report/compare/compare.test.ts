import { expect, it } from 'vitest';
import { compareEnvelopes } from '../../envelope/compare.js';
import { sampleCase, sampleRun } from '../../envelope/sample-run.js';
import type { Coverage, Floor } from '../../types/envelope.js';
import { renderComparison } from './compare.js';
import { comparisonText } from './compare-formats.js';

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
      sampleCase({ name: 'broke', verdict: 'fail', duration_ms: 22.4, figures: { f1: 0.6 } }),
      sampleCase({ name: 'stays' }),
      sampleCase({ name: 'fresh' }),
    ],
    { coverage: coverage(50, ['a', 'b']), duration_ms: 150, run_id: '01JCQQYV4S3H6KX7M8RN2T5XZD' },
  );
  expect(renderComparison(compareEnvelopes(base, current), { color: false })).toBe(
    `base 01JCQQYV4S3H6KX7M8RN2T5XZC (fail), current 01JCQQYV4S3H6KX7M8RN2T5XZD (fail)

regressed broke  pass → fail, +12ms
          f1: 0.8 → 0.6 (-0.2)
fixed     mended  fail → pass, 0ms
new       fresh  pass
removed   gone  was pass
coverage  75 → 50 (-25) percent
          no longer called: demo.b

1 regressed, 1 fixed, 1 new, 1 removed, 1 test unchanged; 100ms → 150ms
`,
  );
});

it('says that coverage was not measured', () => {
  const before = sampleRun([sampleCase()], { coverage: coverage(75, ['a']) });
  const unmeasured = [{ file: 'a.mcptest.yml', server: 'demo', reason: 'down' }];
  const after = sampleRun([sampleCase()], { coverage: { tools: [], total: 0, covered: 0, unmeasured } });
  const between = compareEnvelopes(before, after);
  expect(renderComparison(between, { color: false })).toContain(
    'coverage  75 → not measured percent\n\n1 test',
  );
  expect(comparisonText(between, 'md', { color: false })).toContain('75 → not measured percent');
  expect(renderComparison(compareEnvelopes(after, after), { color: false })).not.toContain('coverage');
});

it('says in two lines that nothing changed', () => {
  const run = sampleRun([sampleCase()], { coverage: coverage(75, ['a']) });
  expect(renderComparison(compareEnvelopes(run, run), { color: false })).toBe(
    'base 01JCQQYV4S3H6KX7M8RN2T5XZC (pass), current 01JCQQYV4S3H6KX7M8RN2T5XZC (pass)\n\n1 test unchanged; 1ms → 1ms\n',
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
