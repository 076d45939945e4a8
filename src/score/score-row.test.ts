import { describe, expect, it } from 'vitest';
import { sampleCheck } from '../envelope/sample-run.js';
import { questionsOf, subjectKey } from '../match/judging/rubric.js';
import { createRedactor } from '../redact/redactor.js';
import type { AgentSpec, MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import { scoreGroup } from './score-group.js';
import { judgeTrace, type RunRecord, rowWithoutRun, unscoredRows } from './score-row.js';
import { plannedGroup } from './score-testkit.js';

const call = (tool: string, over: object = {}) => ({ tool, server: 'api', args: {}, ...over });
const trace = (...tools: string[]): Trace => ({ calls: tools.map((tool) => call(tool)) });
const edges: MetricSpec = {
  block: 'tool_edges',
  config: { restricted: ['bad'] },
  gates: [{ target: 'edges.restricted_attempts', matcher: { '<=': 0 } }],
};
const redactor = createRedactor([{ name: 'TOKEN', value: 'hunter2-hunter2' }]);

async function rowOf(keys: Partial<AgentSpec>, record: RunRecord, runs = 1) {
  const records = Array.from({ length: runs }, () => record);
  return (await scoreGroup(plannedGroup(runs, keys), records, { redactor })).results[0]!;
}

describe('the row of a run', () => {
  it('has what the plan and the record say of it, and nothing that is empty', async () => {
    const planned = plannedGroup(1, { tags: ['slow'], expect: { assertions: [] }, metrics: [edges] });
    planned.model = 'm';
    planned.runs[0]!.repro = 'mcptest run x';
    const catalog = { api: [{ name: 'a' }, { name: 'bad' }] };
    const record = { trace: trace('a'), duration_ms: 12.6 };
    const { results } = await scoreGroup(planned, [record], { redactor, catalog });
    expect(results).toEqual([
      {
        id: 'r1',
        name: 'asks #1',
        test: 'asks',
        model: 'm',
        run: 1,
        kind: 'agent',
        flaky: false,
        file: 'mcptest.yml',
        line: 3,
        tags: ['slow'],
        repro: 'mcptest run x',
        verdict: 'pass',
        duration_ms: 13,
        checks: [expect.objectContaining({ target: 'edges.restricted_attempts', outcome: 'pass' })],
        figures: expect.objectContaining({ 'edges.restricted_attempts': 0 }),
        explain: [
          'tool_edges: no restricted tool called',
          'tool_edges: 0 of 0 allowed tools called',
          'tool_edges: 0 of 0 hand-offs seen',
        ],
        trace: { calls: [call('a')], agent: 'asks' },
      },
    ]);
  });

  it('has the checks of the record first, then its own, the blocks and the floor last', async () => {
    const selection: MetricSpec = {
      block: 'tool_selection',
      config: { expected_tool: 'a', min_selection_rate: 1 },
      gates: [],
    };
    const judged = { task_completion: { threshold: 0.5 } } as AgentSpec['judged'];
    const row = await rowOf(
      {
        metrics: [edges, selection],
        expect: { assertions: [{ target: 'tool_names', matcher: { contains: 'bad' } }] },
        ...(judged && { judged }),
      },
      { trace: trace('bad'), checks: [sampleCheck({ target: 'deadline' })] },
    );
    expect(row.checks.map(({ target, outcome }) => `${target} ${outcome}`)).toEqual([
      'deadline fail',
      'tool_names pass',
      'judged.task_completion inconclusive',
      'edges.restricted_attempts fail',
      'tool_selection fail',
    ]);
    expect(row.checks[3]?.because).toEqual(['restricted: call 1 api.bad {}']);
    expect(row.marks).toEqual([{ metric: 'tool_edges', as: 'restricted', good: false, calls: [0] }]);
  });

  it('is not judged by gates over several runs', async () => {
    const row = await rowOf({ metrics: [edges] }, { trace: trace('bad', 'a') }, 2);
    expect(row.verdict).toBe('pass');
    expect(row.checks).toEqual([
      { target: 'trace', matcher: 'recorded', outcome: 'pass', message: '2 calls recorded' },
    ]);
  });

  it('checks nothing where nothing is asked, and says so', async () => {
    const row = await rowOf({}, { trace: trace('a') });
    expect(row.checks).toEqual([
      {
        target: 'trace',
        matcher: 'recorded',
        outcome: 'inconclusive',
        message: 'this test checks nothing: it has no `expect` and no metric',
      },
    ]);
    for (const key of ['explain', 'marks', 'notes', 'dataset', 'case', 'model'])
      expect(row).not.toHaveProperty(key);
  });

  it('has the notes of the record, of the names and of the blocks', async () => {
    const row = await rowOf(
      { metrics: [{ ...edges, config: { restricted: ['serch'] } }] },
      { trace: trace('a'), notes: ['one retry'] },
    );
    expect(row.notes?.[0]).toBe('one retry');
    expect(row.notes?.[1]).toContain('serch');
  });

  it('compares what is asked with what is recorded after secrets were taken out of both', async () => {
    const row = await rowOf(
      {
        expect: {
          assertions: [
            {
              target: 'final_response',
              matcher: { contains: 'hunter2-hunter2' },
              message: 'no hunter2-hunter2',
            },
          ],
        },
      },
      { trace: { ...trace(), final_response: 'the key is [secret:TOKEN]' } },
    );
    expect(row.verdict).toBe('pass');
    expect(JSON.stringify(row)).not.toContain('hunter2');
  });

  it('is judged by what a model said of it', async () => {
    const rubric = 'Is it right?';
    const of = subjectKey({ ...questionsOf(rubric), text: 'Paris' });
    const said = { metric: 'llm_judge', model: 'judge', of, parts: [{ score: 1 }] };
    const assertions = [{ target: 'final_response', matcher: { llm_judge: rubric } }];
    const recorded = { ...trace(), final_response: 'Paris' };
    const asked = (one: Trace) => rowOf({ expect: { assertions } }, { trace: one });
    expect((await asked({ ...recorded, judgements: [said] })).verdict).toBe('pass');
    expect((await asked(recorded)).verdict).toBe('inconclusive');
  });

  it('sees calls as they were recorded, under the names that were read of them', async () => {
    const is = async (target: string, exact: unknown, one: Trace) =>
      (await rowOf({ expect: { assertions: [{ target, matcher: { exact } }] } }, { trace: one })).verdict;
    const run: Trace = {
      calls: [
        { tool: 'api.look', args: { q: 1 } },
        { tool: 'other', args: {}, is_error: true },
      ],
      turns: [{}, {}, {}] as unknown as NonNullable<Trace['turns']>,
      cost_usd: 0.5,
      tokens: { input: 2, output: 3 },
    };
    expect(await is('tool_calls[0]', { args: { q: 1 }, name: 'look', server: 'api' }, run)).toBe('pass');
    expect(await is('tool_calls[1].is_error', true, run)).toBe('pass');
    expect(await is('tool_names', ['look', 'other'], run)).toBe('pass');
    expect(await is('conversation.turns', 3, run)).toBe('pass');
    expect(await is('conversation.tokens.input', 2, run)).toBe('pass');
    expect(await is('conversation.tokens.total', 5, run)).toBe('pass');
    expect(await is('cost_usd', 0.5, run)).toBe('pass');
    expect(await is('conversation.tokens.total', 2, { calls: [], tokens: { input: 2 } })).toBe(
      'inconclusive',
    );
    expect(await is('conversation.tokens.total', 3, { calls: [], tokens: { output: 3 } })).toBe(
      'inconclusive',
    );
  });
});

describe('the row of a case', () => {
  const expected = { tools: [['look']], args: [{ q: { exact: 1 } }], ordered: false };
  const own = { of: 'asks all', name: 'first', file: 'cases.csv', line: 2 };

  it('is judged by itself, its name without secrets', async () => {
    const row = await rowOf(
      { expected, case: { ...own, name: 'for hunter2-hunter2' } },
      { trace: { calls: [call('look', { args: { q: 1 } })] } },
    );
    expect(row).toMatchObject({ verdict: 'pass', case: { of: 'asks all' } });
    expect(row.dataset).toMatchObject({ case: 'for [secret:TOKEN]', correct: true, calls: 1 });
    expect(row.checks.map(({ target }) => target)).toEqual(['expect_tools', 'expect_args']);
  });

  it('is only measured where all cases are judged together', async () => {
    const row = await rowOf(
      { expected, dataset_gates: [{ target: 'dataset.accuracy', matcher: { '>=': 50 } }] },
      { trace: trace('other') },
    );
    expect(row.dataset).toMatchObject({ case: 'asks', correct: false });
    expect(row.checks).toEqual([
      { target: 'trace', matcher: 'recorded', outcome: 'pass', message: '1 call recorded' },
    ]);
  });
});

describe('a run that could not be made', () => {
  const planned = plannedGroup(1);
  const run = planned.runs[0]!;
  const obstacle = sampleCheck({ target: 'model', outcome: 'inconclusive' });

  it('is not judged, or fails where the test itself is at fault', () => {
    expect(rowWithoutRun(planned, run, { obstacle })).toMatchObject({
      verdict: 'inconclusive',
      checks: [obstacle],
      figures: {},
      duration_ms: 0,
    });
    const fault = { ...obstacle, outcome: 'fail' as const };
    expect(rowWithoutRun(planned, run, { obstacle: fault, duration_ms: 7.5 })).toMatchObject({
      verdict: 'fail',
      duration_ms: 8,
    });
    const more = sampleCheck({ target: 'more' });
    expect(rowWithoutRun(planned, run, { obstacle, checks: [more] })).toMatchObject({
      verdict: 'fail',
      checks: [obstacle, more],
    });
    expect(rowWithoutRun(planned, run, { checks: [more] })).toMatchObject({
      verdict: 'inconclusive',
      checks: [],
    });
  });

  it('keeps what there is of it', () => {
    const kept = rowWithoutRun(planned, run, { obstacle, trace: trace('a'), notes: ['slow'] });
    expect(kept).toMatchObject({ notes: ['slow'], trace: { agent: 'asks', calls: [call('a')] } });
    const bare = rowWithoutRun(planned, run, { obstacle, trace: trace(), notes: [] });
    expect(bare).not.toHaveProperty('notes');
    expect(bare).not.toHaveProperty('trace');
  });

  it('is skipped where nobody tried', () => {
    expect(rowWithoutRun(planned, run, { obstacle, skipped: 'no budget left' })).toMatchObject({
      verdict: 'skipped',
      skip_reason: 'no budget left',
      checks: [],
    });
  });
});

describe('a test without traces', () => {
  it('has a row for each run that says why', () => {
    const rows = unscoredRows(plannedGroup(2), 'no trace was given');
    expect(rows.map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(rows[1]).toMatchObject({
      verdict: 'inconclusive',
      duration_ms: 0,
      figures: {},
      checks: [
        { target: 'trace', matcher: 'recorded', outcome: 'inconclusive', message: 'no trace was given' },
      ],
    });
  });

  it('is skipped with its own reason', () => {
    expect(unscoredRows(plannedGroup(1, { skip: 'later' }), 'no trace')).toMatchObject([
      { verdict: 'skipped', skip_reason: 'later', checks: [] },
    ]);
  });
});

describe('a trace by itself', () => {
  it('is judged by what needs no figures, without secrets', async () => {
    const assertions = [{ target: 'tool_names', matcher: { contains: 'hunter2-hunter2' } }];
    const planned = plannedGroup(1, { expect: { assertions } });
    const checks = await judgeTrace(planned, trace('a'), redactor, {} as never);
    expect(checks).toMatchObject([{ target: 'tool_names', outcome: 'fail' }]);
    expect(JSON.stringify(checks)).not.toContain('hunter2');
    expect(JSON.stringify(checks)).toContain('[secret:TOKEN]');
  });
});
