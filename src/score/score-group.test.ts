import { describe, expect, it } from 'vitest';
import { sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { createRedactor } from '../redact/redactor.js';
import { problems } from '../report/problems.js';
import type { PlannedGroup } from '../types/plan.js';
import type { MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import { type ScoredGroup, scoreGroup } from './score-group.js';
import type { RunRecord } from './score-row.js';
import { plannedGroup as group } from './score-testkit.js';

const call = (tool: string) => ({ tool, args: {} });
const trace = (...tools: string[]): Trace => ({ calls: tools.map(call) });

const score = (planned: PlannedGroup, traces: Trace[], catalog?: Trace['catalog']) =>
  scoreGroup(
    planned,
    traces.map((one): RunRecord => ({ trace: one })),
    { redactor: createRedactor([]), catalog },
  );

const linesOf = (scored: ScoredGroup): string[] => scored.group?.explain ?? [];

const path = (gate: number): MetricSpec => ({
  block: 'golden_path',
  config: { calls: ['a'] },
  gates: [{ target: 'golden_path.efficiency', matcher: { '>=': gate } }],
});
const edges: MetricSpec = {
  block: 'tool_edges',
  config: { restricted: ['bad'] },
  gates: [{ target: 'edges.restricted_attempts', matcher: { '<=': 0 } }],
};

const selection: MetricSpec = {
  block: 'tool_selection',
  config: { expected_tool: 'a', min_selection_rate: 1 },
  gates: [],
};

const runWith = ({ results, group: pooled, floor }: ScoredGroup) =>
  sampleRun(results, { groups: pooled && [pooled], tool_selection: floor && [floor] });

describe('a group of runs', () => {
  it('explains the block that did not pass before those that did, and names its runs first', async () => {
    const scored = await score(group(3, { metrics: [path(0), edges] }), [
      trace('a'),
      trace('bad'),
      trace('a'),
    ]);
    expect(scored.group?.verdict).toBe('fail');
    expect(linesOf(scored).map((line) => line.split(': ')[0])).toEqual([
      ...Array(3).fill('tool_edges'),
      ...Array(5).fill('golden_path'),
    ]);
    expect(linesOf(scored)[0]).toBe('tool_edges: run 2: restricted: call 1 api.bad {}');
  });

  it('marks in each row the calls that its blocks counted, and as what', async () => {
    const classes = [{ name: 'read', members: ['a', 'a2'] }];
    const metrics: MetricSpec[] = [
      path(0),
      edges,
      selection,
      { block: 'equal_function_sets', config: { classes }, gates: [] },
      { block: 'stability', config: {}, gates: [] },
      { block: 'orchestration', config: {}, gates: [] },
      {
        block: 'trajectory',
        config: { expected: [{ tool: 'a', args: { q: 1 } }, { tool: 'create_ticket' }], mode: 'superset' },
        gates: [],
      },
      { block: 'distractors', config: { correct: ['a'], count: 1, source: { from: 'catalog' } }, gates: [] },
      { block: 'recovery', config: {}, gates: [] },
      { block: 'narrative', config: {}, gates: [] },
    ];
    const run: Trace = {
      calls: [call('a'), call('bad'), call('bad'), call('bad'), { ...call('create_ticket'), is_error: true }],
      distractors: ['api.bad'],
      faults: [{ call: 4, kind: 'error' }],
      final_response: 'I used `create_ticket` and it worked.',
    };
    const { results } = await score(group(2, { metrics }), [run, trace('a')]);
    const marked = (row: number) =>
      (results[row]?.marks ?? []).map(
        ({ metric, as, good, calls }) => `${good ? '+' : '-'} ${metric} ${as} ${calls}`,
      );
    expect(marked(0)).toEqual([
      '+ golden_path expected 0',
      '- golden_path not expected 1,2,3,4',
      '- golden_path repeat 2,3',
      '- tool_edges restricted 1,2,3',
      '+ tool_selection expected tool 0',
      '- equal_function_sets unexpected 1,2,3,4',
      '+ equal_function_sets read 0',
      '- stability in a loop 3',
      '- orchestration without arguments 0,1,2,3,4',
      '- orchestration failed, and no later call made it good 4',
      '- orchestration unexpected 1,2,3,4',
      '+ orchestration read 0',
      '+ trajectory expected 4',
      '- trajectory other arguments 0',
      '- distractors distractor 1,2,3',
      '+ distractors right tool 0',
      '- recovery gave up 4',
      '- narrative claimed as done 4',
    ]);
    expect(marked(1)).toContain('+ golden_path expected 0');
  });

  it('has a line for each run, details of three, and says how many lines it left out', async () => {
    const traces = Array.from({ length: 30 }, () => trace('x'));
    const lines = linesOf(await score(group(30, { metrics: [path(50)] }), traces));
    const heads = lines.filter((line) => /run \d+: left the golden path/.test(line));
    expect(heads).toHaveLength(30);
    expect(lines.filter((line) => line.includes('+ api.x {} (not expected)'))).toHaveLength(3);
    const many = await score(
      group(100, { metrics: [edges] }),
      Array.from({ length: 100 }, () => trace('bad')),
    );
    expect(many.group?.checks[0]?.because).toHaveLength(61);
    expect(many.group?.checks[0]?.because?.at(-1)).toBe('and 40 more lines');
  });

  it('explains a failed check by its own target, with the numbers that the runs really have', async () => {
    const planned = group(3, { metrics: [path(90), edges] });
    const records = [trace('a'), undefined, trace('a', 'bad', 'bad')].map((one) =>
      one === undefined
        ? { trace: { calls: [] }, obstacle: sampleCheck({ outcome: 'inconclusive' }) }
        : { trace: one },
    );
    const scored = await scoreGroup(planned, records, { redactor: createRedactor([]) });
    const because = (target: string) => scored.group?.checks.find((one) => one.target === target)?.because;
    expect(because('edges.restricted_attempts')).toEqual(['run 3: restricted: calls 2, 3 api.bad {}']);
    expect(because('golden_path.efficiency')?.slice(0, 4)).toEqual([
      'run 3: took the golden path in 3 calls, 2 wasted',
      '  = api.a {}',
      '  + api.bad {} (not expected)',
      '  + api.bad {} (not expected)',
    ]);
  });

  it('fails with its floor, which is told once', async () => {
    const scored = await score(group(2, { metrics: [selection] }), [trace('a'), trace('x')]);
    expect(scored.floor?.passed).toBe(false);
    expect(scored.group).toMatchObject({ verdict: 'fail', checks: [] });
    const run = runWith(scored);
    expect(run).toMatchObject({ verdict: 'fail', summary: { passed: 2, failed: 0, gates_failed: 1 } });
    expect(problems(run).map(({ source }) => source)).toEqual(['floor']);
  });

  it('of one run fails on its row with its floor', async () => {
    const scored = await score(group(1, { metrics: [selection] }), [trace('x')]);
    expect(scored.group?.verdict).toBe('fail');
    expect(scored.results).toMatchObject([
      { verdict: 'fail', checks: [{ target: 'tool_selection', matcher: 'floor', outcome: 'fail' }] },
    ]);
    const run = runWith(scored);
    expect(run.summary).toMatchObject({ passed: 0, failed: 1, gates_failed: 0 });
    expect(problems(run).map(({ source, message }) => [source, message])).toEqual([
      ['case', expect.stringContaining('below the 100% floor')],
    ]);
    const held = await score(group(1, { metrics: [selection] }), [trace('a')]);
    expect([held.group?.verdict, held.results[0]?.verdict]).toEqual(['pass', 'pass']);
  });

  it('names the runs that broke its floor, and none where it holds', async () => {
    const broken = await score(group(2, { metrics: [selection] }), [trace('a'), trace('x')]);
    expect(broken.floor?.because?.[0]).toMatch(/^run 2: /);
    const held = await score(group(2, { metrics: [selection] }), [trace('a'), trace('a')]);
    expect(held.floor?.passed).toBe(true);
    expect(held.floor).not.toHaveProperty('because');
  });

  it('says how many of its runs there are, and what distractors came to', async () => {
    const distractors: MetricSpec = {
      block: 'distractors',
      config: { correct: ['a'], count: 1, source: { from: 'catalog' } },
      gates: [],
    };
    const metrics = [edges, distractors];
    const runs = [{ ...trace('a'), distractors: ['api.bad'] }, trace('a')];
    const some = await score(group(2, { metrics, runs: 5 }), runs);
    expect(linesOf(some).at(-1)).toBe('runs: 2 of the 5 that the suite asks for');
    expect(some.group?.distractors).toBeDefined();
    const all = await score(group(2, { metrics: [edges] }), [trace('a'), trace('a')]);
    expect(linesOf(all).join()).not.toContain('that the suite asks for');
    expect(all.group).not.toHaveProperty('distractors');
  });

  it('of one run has its checks on the row alone', async () => {
    const { group: one, results } = await score(group(1, { metrics: [edges] }), [trace('bad')]);
    expect(one).toMatchObject({ verdict: 'fail', checks: [] });
    expect(results[0]?.checks).toHaveLength(1);
  });

  it('of which only some runs were chosen has rows and nothing else', async () => {
    const scored = await score({ ...group(2, { metrics: [edges] }), complete: false }, [
      trace('bad'),
      trace('a'),
    ]);
    expect(Object.keys(scored)).toEqual(['results']);
    expect(scored.results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  });

  it('of one run is not judged where its floor is not', async () => {
    const planned = group(1, { metrics: [selection] });
    planned.suite.run_options.inconclusive = { min_trials: 5 };
    const scored = await score(planned, [trace('a')]);
    expect(scored.results[0]?.verdict).toBe('inconclusive');
    expect(problems(runWith(scored))).toHaveLength(1);
  });

  it('passes where its metrics gate nothing', async () => {
    const { group: found } = await score(group(2, { metrics: [{ ...edges, gates: [] }] }), [
      trace('bad'),
      trace('bad'),
    ]);
    expect(found).toMatchObject({ verdict: 'pass', checks: [] });
  });

  it('reads the catalogue that a trace holds before the one that is given', async () => {
    const leaks: MetricSpec = { block: 'discovery', config: {}, gates: [] };
    const planned = group(1, { metrics: [leaks], prompt: 'use tool_one and tool_two' });
    const given = { api: [{ name: 'tool_one' }, { name: 'tool_two' }] };
    const leaksOf = async (one: Trace) => (await score(planned, [one], given)).group?.figures;
    expect(await leaksOf(trace())).toEqual({ 'discovery.leaks': 2 });
    expect(await leaksOf({ ...trace(), catalog: { api: [{ name: 'tool_one' }] } })).toEqual({
      'discovery.leaks': 1,
    });
  });

  it('counts a run that could not be made in no figure, and says so', async () => {
    const obstacle = {
      target: 'model',
      matcher: 'reachable',
      outcome: 'inconclusive',
      message: 'down',
    } as const;
    const scored = await scoreGroup(
      group(2, { metrics: [path(50)] }),
      [{ trace: trace('a') }, { trace: trace(), obstacle }],
      { redactor: createRedactor([]) },
    );
    const [, row] = scored.results;
    expect(scored.group?.figures['golden_path.efficiency']).toBe(100);
    expect(linesOf(scored).at(-1)).toBe('runs: 1 of 2 could not be made and count in no figure');
    expect(row).toMatchObject({ verdict: 'inconclusive', checks: [obstacle], figures: {} });
    expect(row).not.toHaveProperty('trace');
  });
});

describe('the row of a run', () => {
  const rowOf = async (one: Trace, target?: string, exact?: unknown) => {
    const assertions = target === undefined ? [] : [{ target, matcher: { exact } }];
    return (await score(group(1, { expect: { assertions } }), [one])).results[0];
  };

  it('took as long as its calls where nobody took the time', async () => {
    const calls = [{ ...call('a'), duration_ms: 20 }, call('b'), { ...call('c'), duration_ms: 22.4 }];
    expect(await rowOf({ calls })).toMatchObject({ duration_ms: 42 });
  });

  it('adds input and output up only where the total is not recorded', async () => {
    const total = 'conversation.tokens.total';
    const tokens = { input: 2, output: 3 };
    expect(await rowOf({ ...trace(), tokens }, total, 5)).toMatchObject({ verdict: 'pass' });
    expect(await rowOf({ ...trace(), tokens: { ...tokens, total: 9 } }, total, 9)).toMatchObject({
      verdict: 'pass',
    });
    expect(await rowOf({ ...trace(), tokens: { input: 2 } }, total, 2)).toMatchObject({
      verdict: 'inconclusive',
    });
  });

  it('sees a tool by its own name, and its server', async () => {
    expect(await rowOf(trace('api.look'), 'tool_names', ['look'])).toMatchObject({ verdict: 'pass' });
    expect(await rowOf(trace('api.look'), 'tool_calls[0].server', 'api')).toMatchObject({ verdict: 'pass' });
  });

  it('is not judged where nothing is asked and nothing measured', async () => {
    expect(await rowOf(trace('a'))).toMatchObject({ verdict: 'inconclusive' });
  });
});
