/** Agent tests on the terminal: what they did where they failed, their figures, the distractor curve. */
import { expect, it } from 'vitest';
import { sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import type { Group } from '../types/envelope.js';
import { loadPretty } from './pretty.js';
import { columns } from './text/columns.js';

const pretty = await loadPretty();
const call = {
  server: 'api',
  tool: 'find',
  args: { q: 'rain' },
  result: { content: [{ type: 'text', text: 'wet' }] },
};
const row = (over = {}) =>
  sampleCase({
    name: 'asks',
    test: 'asks',
    kind: 'agent',
    run: 1,
    trace: {
      calls: [call, { ...call, tool: 'drop', is_error: true }],
      final_response: 'It rains.',
      tokens: { total: 1200 },
      cost_usd: 0.01,
    },
    ...over,
  });
const group = (figures: Record<string, number>): Group => ({
  file: 'mcptest.yml',
  name: 'asks',
  test: 'asks',
  runs: 1,
  verdict: 'pass',
  figures,
  checks: [],
  grade: 'A',
});
const render = (width: number, color: boolean, ...args: Parameters<typeof sampleRun>) =>
  pretty(sampleRun(...args), { color, width, agent_budget: 0 });

it('has one line of figures below a test that passed', () => {
  const figures = { 'tool_selection.f1': 92, 'reliability.pass_hat_1': 1, 'reliability.pass_hat_3': 0.5 };
  expect(render(80, false, [row()], { groups: [group(figures)] })).toContain(
    '\n      F1 92% · pass^3 50% · 1200 tokens · $0.01 · grade A\n',
  );
});

it('has no F1 below a case that says which tools it needs, unless that is asked', () => {
  const dataset = { case: 'a', expected: ['a'], called: ['a'], correct: true, calls: 1 };
  const shown = (checks: Group['checks']) =>
    render(80, false, [row({ dataset })], { groups: [{ ...group({ 'tool_selection.f1': 50 }), checks }] });
  expect(shown([])).toContain('\n      1200 tokens · $0.01 · grade A\n');
  expect(shown([sampleCheck({ target: 'tool_selection.f1' })])).toContain('      F1 50% · 1200 tokens');
});

it('draws accuracy over distractors in the columns that there are, plain without colour', () => {
  const figures = Object.fromEntries([0, 4, 64].map((n) => [`distractors.accuracy_at_${n}`, 100 - n]));
  const groups = [group(figures)];
  const bars = render(80, false, [row()], { groups })
    .split('\n')
    .filter((line) => line.includes('█'));
  expect(bars.map((line) => line.replace(/[█·]+/, '|'))).toEqual([
    '       0 distractors  | 100%',
    '       4 distractors  |  96%',
    '      64 distractors  |  36%',
  ]);
  expect(bars.map((line) => line.match(/█/g)?.length)).toEqual([40, 38, 14]);
  for (const width of [40, 60, 120]) {
    const text = render(width, false, [row()], { groups });
    expect(text.split('\n').filter((line) => columns(line) > width)).toEqual([]);
    expect(text).not.toContain('\x1b');
  }
  expect(render(80, true, [row()], { groups })).toContain('\x1b[');
});

it('shows the calls in order with arguments and outcome, and the answer', () => {
  const failed = row({ verdict: 'fail', checks: [sampleCheck({ target: 'edges.restricted_attempts' })] });
  expect(render(80, false, [failed])).toContain(`
    calls     1 ✓ api.find {"q":"rain"} → "wet"
              2 ✗ api.drop {"q":"rain"} → error "wet"
    answer    "It rains."
`);
});
