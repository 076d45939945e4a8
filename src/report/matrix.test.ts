import { describe, expect, it } from 'vitest';
import { failingCase, sampleRun } from '../envelope/sample-run.js';
import type { CaseResult, Group } from '../types/envelope.js';
import { matrix } from './matrix.js';

const options = { color: false, width: 80, agent_budget: 1024 };

function row(test: string, model: string, run: number, verdict: CaseResult['verdict']): CaseResult {
  return {
    ...failingCase(`${test} [${model}] #${run}`),
    test,
    model,
    run,
    kind: 'agent',
    verdict,
    checks: [],
    trace: { calls: [], model, tokens: { total: 100 * run }, cost_usd: 0.001 * run },
  };
}

const group = (test: string, model: string, f1: number): Group => ({
  file: 'mcptest.yml',
  name: `${test} [${model}]`,
  test,
  model,
  runs: 2,
  verdict: 'pass',
  figures: { 'tool_selection.f1': f1 },
  checks: [],
  grade: 'A',
});

describe('matrix', () => {
  it('has a row for each case and a column for each model', () => {
    const run = sampleRun([
      row('weather', 'gpt-5', 1, 'pass'),
      row('weather', 'gpt-5', 2, 'fail'),
      row('weather', 'claude', 1, 'pass'),
      row('weather', 'claude', 2, 'pass'),
      row('news', 'claude', 1, 'inconclusive'),
    ]);
    run.groups = [group('weather', 'gpt-5', 67), group('weather', 'claude', 100)];
    const text = matrix(run, options);
    expect(text).toContain('| case | `gpt-5` | `claude` |');
    expect(text).toContain('| `weather` | ❌ 1/2 A | ✅ 2/2 A |');
    expect(text).toContain('| `news` |  | ❔ |');
    expect(text).toContain('| `weather` | `tool_selection.f1` | 67 | 100 |');
    expect(text).toContain('| `weather` | `tokens (mean)` | 150 | 150 |');
    expect(text).toContain('| `weather` | `cost in USD (mean)` | 0.0015 | 0.0015 |');
  });

  it('shows one column for a run without models', () => {
    const text = matrix(sampleRun([failingCase('adds')]), options);
    expect(text).toContain('| case | result |');
    expect(text).toContain('| `adds` | ❌ |');
  });

  it('lets no name leave its cell', () => {
    const text = matrix(sampleRun([failingCase('a|b <img> @team [x](http://y)\n| c |')]), options);
    expect(text.split('\n').filter((line) => line.startsWith('| `a'))).toHaveLength(1);
    expect(text).toContain('`a\\|b <img> @team [x](http://y)\\n\\| c \\|`');
  });
});
