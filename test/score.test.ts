/** `mcptest score` from the command line: published examples to the digit, floors to the letter. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CaseResult, Floor, Group, RunEnvelope } from '../src/types/envelope.js';
import { folder, mcptest, suite } from './lib/cli.js';

const server = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { command: ['never-started'] }]));
const calls = (...tools: string[]) => tools.map((tool) => ({ tool, args: { q: 1 } }));

interface Scored {
  code: number | null;
  stderr: string;
  envelope: RunEnvelope;
}

/** Writes the suite and one JSONL of traces, scores them, reads the envelope. */
async function score(data: Record<string, unknown>, traces: unknown[], ...more: string[]): Promise<Scored> {
  const cwd = folder({
    's.yml': suite(data),
    't.jsonl': traces.map((trace) => JSON.stringify(trace)).join('\n'),
  });
  const args = ['score', '--config', 's.yml', '--trace', 't.jsonl', '--reporter', 'json', ...more];
  const { code, stdout, stderr } = await mcptest(args, { cwd });
  return { code, stderr, envelope: stdout === '' ? (undefined as never) : JSON.parse(stdout) };
}

const row = (envelope: RunEnvelope, name: string): CaseResult =>
  envelope.results.find((result) => result.name === name)!;
const group = (envelope: RunEnvelope, name: string): Group =>
  envelope.groups!.find((one) => one.name === name)!;

const CLASSES = [
  { name: 'search', members: ['brave.web_search', 'google.search'] },
  { name: 'fetch', members: ['http.get'] },
];

describe('selection over equal-function classes', () => {
  const golden: [string, string[], [number, number, number]][] = [
    ['both reached', ['brave.web_search', 'http.get'], [100, 100, 100]],
    ['one missed, one extra', ['google.search', 'shell.exec'], [50, 50, 50]],
    ['a repeat counts nothing', ['brave.web_search', 'google.search', 'http.get'], [100, 100, 100]],
    ['extras count each time', ['shell.exec', 'shell.exec'], [0, 0, 0]],
    ['nothing called', [], [0, 0, 0]],
    ['another server', ['other.web_search'], [0, 0, 0]],
  ];

  it('gives the published figures, the reasons, and exit code 1', async () => {
    const agents = golden.map(([name]) => ({ name, equal_function_sets: { classes: CLASSES } }));
    const traces = golden.map(([agent, tools]) => ({ agent, calls: calls(...tools) }));
    const { code, envelope } = await score({ servers: server('brave', 'google', 'http'), agents }, traces);
    for (const [name, , [precision, recall, f1]] of golden) {
      expect([name, row(envelope, name).figures]).toEqual([
        name,
        {
          'tool_selection.precision': precision,
          'tool_selection.recall': recall,
          'tool_selection.f1': f1,
        },
      ]);
      expect(row(envelope, name).verdict).toBe(f1 >= 50 ? 'pass' : 'fail');
    }
    expect(row(envelope, 'one missed, one extra').explain).toEqual([
      'equal_function_sets: 1 right, 1 unexpected, 1 missed; missed fetch (http.get); unexpected shell.exec; reached search by google.search',
    ]);
    expect(code).toBe(1);
    expect(envelope.provenance.mode).toBe('replay');
    expect(envelope.summary).toMatchObject({ total: 6, passed: 3, failed: 3, gates_failed: 0 });
  });

  it('pools several runs, judges them once, and says which run was at fault', async () => {
    const data = {
      servers: server('brave', 'google', 'http'),
      agents: [{ name: 'researcher', runs: 2, prompt: 'Find it.' }],
      tests: [
        {
          name: 'picks search then fetch',
          type: 'agent',
          agent: 'researcher',
          equal_function_sets: { classes: CLASSES, expect: [{ 'tool_selection.f1': { '>=': 80 } }] },
        },
      ],
    };
    const { code, envelope } = await score(data, [
      { calls: calls('brave.web_search', 'http.get') },
      { calls: calls('google.search', 'shell.exec') },
    ]);
    expect(code).toBe(1);
    expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['picks search then fetch #1', 'pass'],
      ['picks search then fetch #2', 'pass'],
    ]);
    const pooled = group(envelope, 'picks search then fetch');
    expect(pooled).toMatchObject({
      runs: 2,
      verdict: 'fail',
      figures: { 'tool_selection.precision': 75, 'tool_selection.recall': 75, 'tool_selection.f1': 75 },
      checks: [{ target: 'tool_selection.f1', matcher: '>=', expected: 80, actual: 75, outcome: 'fail' }],
    });
    expect(pooled.explain![0]).toContain('run 2: 1 right, 1 unexpected, 1 missed');
    expect(envelope.summary.gates_failed).toBe(1);
  });
});

describe('tool-selection floors', () => {
  const agent = (over: object = {}) => ({
    name: 'weather selection',
    model: 'claude-sonnet-4-5',
    runs: 10,
    tool_selection: { expected_tool: 'get_weather', min_selection_rate: 0.8, max_total_tokens: 2000 },
    ...over,
  });
  const runsOf = (runs: [string[], number][]) =>
    runs.map(([tools, total]) => ({ calls: calls(...tools), tokens: { total } }));
  const right: string[] = ['get_weather'];

  it('prints one line for a floor that holds, and exits 0', async () => {
    const tokens = [1400, 1450, 1480, 1500, 1510, 1530, 1600, 1700, 1800, 1840];
    const runs = tokens.map((total, i): [string[], number] => [i === 8 ? ['search'] : right, total]);
    const { code, stderr, envelope } = await score(
      { servers: server('weather'), agents: [agent()] },
      runsOf(runs),
    );
    expect(stderr).toBe(
      'tool-selection floor [PASS] weather selection: selection 9/10 (90%), pass^k 90%, tokens 1520 median / 1840 max\n',
    );
    expect(code).toBe(0);
    const floor = envelope.tool_selection![0] as Floor;
    expect(floor).toMatchObject({
      agent: 'weather selection',
      model: 'claude-sonnet-4-5',
      runs: 10,
      selected: 9,
      selection_rate: 0.9,
      pass_k: 0.9,
      tokens: { median: 1520, max: 1840 },
      passed: true,
      reasons: [],
    });
    expect(floor.interval![0]).toBeCloseTo(0.59585, 4);
    expect(envelope.results[2]!.name).toBe('weather selection #3');
  });

  it('names each failed condition and every run that missed', async () => {
    const { code, stderr, envelope } = await score(
      { servers: server('weather'), agents: [agent()] },
      runsOf([
        [right, 1500],
        [right, 1500],
        [right, 1500],
        [right, 2400],
        [right, 3120],
        [right, 2100],
        [['search'], 1500],
        [[], 1500],
        [['search', 'search', 'fetch'], 1500],
        [['search'], 1500],
      ]),
    );
    expect(stderr.split('\n')).toEqual([
      'tool-selection floor [FAIL] weather selection: selection 6/10 (60%), pass^k 30%, tokens 1500 median / 3120 max',
      'FLOOR weather selection: selection rate 60% is below the 80% floor (6 of 10 runs selected `get_weather`)',
      'FLOOR weather selection: 3 of 10 runs exceeded the 2000-token budget (worst run 3120 tokens)',
      '  run 4: 2400 tokens, over budget',
      '  run 5: 3120 tokens, over budget',
      '  run 6: 2100 tokens, over budget',
      '  run 7: did not select `get_weather`, called search',
      '  run 8: did not select `get_weather`, called nothing',
      '  run 9: did not select `get_weather`, called search, fetch',
      '  run 10: did not select `get_weather`, called search',
      '',
    ]);
    expect(code).toBe(1);
    expect(envelope.summary).toMatchObject({ failed: 0, gates_failed: 1 });
  });

  it('judges each model by itself, named in brackets', async () => {
    const matrix = agent({ model: undefined, models: ['gpt-5', 'claude-x', 'unseen'], runs: 2 });
    const traces = [
      { model: 'gpt-5', calls: calls('get_weather'), tokens: { total: 10 } },
      { model: 'claude-x', calls: calls('search'), tokens: { total: 10 } },
      { model: 'gpt-5', calls: calls('get_weather'), tokens: { total: 10 } },
    ];
    const { stderr, envelope } = await score({ servers: server('weather'), agents: [matrix] }, traces);
    expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['weather selection [gpt-5] #1', 'pass'],
      ['weather selection [gpt-5] #2', 'pass'],
      ['weather selection [claude-x]', 'fail'],
      ['weather selection [unseen]', 'inconclusive'],
    ]);
    expect(stderr).toContain('floor [PASS] weather selection [gpt-5]: selection 2/2 (100%)');
    expect(stderr).toContain('floor [FAIL] weather selection [claude-x]: selection 0/1 (0%)');
  });

  it('does not judge a budget when tokens are unknown, nor a rate on too few runs', async () => {
    const unknown = await score({ servers: server('w'), agents: [agent()] }, [
      { calls: calls('get_weather') },
    ]);
    expect(unknown.stderr).toContain('[INCONCLUSIVE]');
    expect(unknown.code).toBe(3);
    const few = await score(
      {
        servers: server('w'),
        run_options: { inconclusive: { min_trials: 5, confidence_pct: 95 } },
        agents: [agent({ tool_selection: { expected_tool: 'get_weather', min_selection_rate: 0.8 } })],
      },
      [{ calls: calls('get_weather') }],
    );
    expect(few.stderr).toContain('inconclusive: 1 run of the 5 that a floor is judged on');
    expect(few.code).toBe(3);
    expect(few.envelope.summary.gates_failed).toBe(0);
  });
});

describe('the other blocks', () => {
  it('scores a name-free scenario over two servers', async () => {
    const data = {
      servers: server('catalog', 'fulfillment'),
      agents: [
        {
          name: 'intent-only discovery across two servers',
          servers: ['catalog', 'fulfillment'],
          runs: 5,
          prompt: 'Find the current population of Paris and pull the source document for it.',
          discovery: { name_free: true },
          equal_function_sets: {
            classes: [
              { name: 'search', members: ['catalog.search', 'catalog.web_search'] },
              { name: 'fetch', members: ['fulfillment.fetch', 'fulfillment.get'] },
            ],
            expect: [{ target: 'tool_selection.recall', matcher: { schema: { minimum: 100 } } }],
          },
          orchestration: {
            expect: [
              { target: 'orchestration.discovery', matcher: { schema: { minimum: 100 } } },
              { target: 'orchestration.syntax', matcher: { schema: { minimum: 100 } } },
              { target: 'orchestration.error_recovery', matcher: { schema: { minimum: 100 } } },
              { target: 'orchestration.efficiency', matcher: { schema: { minimum: 50 } } },
            ],
          },
        },
      ],
    };
    const tools = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
    const catalog = { catalog: tools('search', 'web_search'), fulfillment: tools('fetch', 'get') };
    const trace = { calls: calls('catalog.search', 'catalog.web_search', 'fulfillment.get'), catalog };
    const { code, envelope } = await score(data, [trace]);
    expect(code).toBe(0);
    expect(envelope.results[0]!.figures).toMatchObject({
      'discovery.leaks': 0,
      'tool_selection.recall': 100,
      'orchestration.discovery': 100,
      'orchestration.parameterization': 100,
      'orchestration.efficiency': 67,
      'orchestration.schema_validity': 100,
    });
    const leaky = structuredClone(data);
    leaky.agents[0]!.prompt = 'Use web_search to find Paris.';
    const leaked = await score(leaky, [trace]);
    expect(leaked.code).toBe(1);
    expect(leaked.envelope.results[0]!.figures['discovery.leaks']).toBe(1);
  });

  it('scores edges, distractors, and token efficiency with its grade', async () => {
    const data = {
      servers: server('repo'),
      agents: [
        {
          name: 'stays within its tools',
          servers: ['repo'],
          tool_edges: {
            allowed: ['search', 'summarize'],
            restricted: ['delete_repo', 'force_push'],
            delegation: [{ from: 'planner', to: 'worker' }],
            expect: [
              { target: 'edges.restricted_attempts', matcher: { schema: { maximum: 0 } } },
              { target: 'edges.allowed_pct', matcher: { schema: { minimum: 80 } } },
            ],
          },
          distractors: {
            count: 3,
            source: { from: 'near_duplicate', of: ['search'] },
            correct: ['repo.search'],
          },
          token_efficiency: { classes: [{ name: 'search', members: ['search'] }] },
        },
      ],
    };
    const good = {
      calls: calls('search', 'summarize'),
      delegations: [{ from: 'planner', to: 'worker' }],
      cost_usd: 0.5,
    };
    const { envelope } = await score(data, [
      good,
      good,
      good,
      good,
      { ...good, calls: calls('search', 'force_push') },
    ]);
    const pooled = group(envelope, 'stays within its tools');
    expect(pooled.figures).toMatchObject({
      'edges.allowed_pct': 100,
      'edges.restricted_attempts': 1,
      'edges.delegation_pct': 100,
      'edges.gate_passed': 0,
      'distractors.accuracy': 100,
      'distractors.certified_lower': 54,
      'token_efficiency.correct_selections': 5,
      'token_efficiency.cost': 2.5,
      'token_efficiency.cost_per_correct': 0.5,
    });
    expect(pooled.grade).toBe('D');
    expect(pooled.verdict).toBe('fail');
    expect(envelope.results.every(({ verdict }) => verdict === 'pass')).toBe(true);
  });

  it('does not judge distractors that nobody was offered', async () => {
    const distractors = { count: 64, source: { from: 'catalog' }, correct: ['search'] };
    const { code, envelope } = await score(
      { servers: server('repo'), agents: [{ name: 'crowded', servers: ['repo'], distractors }] },
      [{ calls: calls('search'), catalog: { repo: [{ name: 'search' }] } }],
    );
    expect(code).not.toBe(0);
    expect(row(envelope, 'crowded')).toMatchObject({
      verdict: 'inconclusive',
      explain: ['distractors: no distractor was offered, though the block asks for 64 distractors'],
    });
  });

  it('takes the catalogue from a file where the trace has none', async () => {
    const data = {
      servers: server('docs'),
      agents: [
        {
          name: 'a',
          token_efficiency: {
            classes: [{ name: 'find', members: ['find'] }],
            expect: [{ 'token_efficiency.tool_surface_tokens': { '>': 0 } }],
          },
        },
      ],
    };
    const without = await score(data, [{ calls: calls('find') }]);
    expect(without.code).toBe(3);
    expect(without.envelope.results[0]!.checks[0]).toMatchObject({
      outcome: 'inconclusive',
      message: expect.stringContaining('the catalogue is not known'),
    });
    const file = join(folder(), 'saved.json');
    writeFileSync(
      file,
      JSON.stringify({ tools: [{ name: 'find', description: 'Finds it.', inputSchema: {} }] }),
    );
    const given = await score(data, [{ calls: calls('find') }], '--from', file);
    expect(given.code).toBe(0);
    expect(given.envelope.results[0]!.trace).not.toHaveProperty('catalog');
  });
});

describe("a test's own expect", () => {
  const agent = (expectation: unknown) => ({
    servers: server('w'),
    agents: [{ name: 'a', expect: expectation }],
  });
  const trace = {
    calls: [{ tool: 'w.get', args: { city: 'Oslo' }, result: 1 }],
    final_response: 'Sunny.',
    tokens: { input: 5, output: 2 },
    turns: [{}, {}],
  };

  it('looks at calls, the answer and the conversation', async () => {
    const { code, envelope } = await score(
      agent([
        { 'tool_calls[0].name': 'get' },
        { 'tool_calls[0].server': 'w' },
        { 'tool_calls[0].args.city': { contains: 'Os' } },
        { tool_names: { contains: 'get' } },
        { final_response: { icontains: 'sunny' } },
        { 'conversation.tokens.total': 7 },
        { 'conversation.turns': { '<=': 2 } },
      ]),
      [trace],
    );
    expect(envelope.results[0]!.checks.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(code).toBe(0);
  });

  it('fails on a call that is not there, and does not judge what was not recorded', async () => {
    const missing = await score(agent([{ 'tool_calls[1].name': 'get' }]), [trace]);
    expect(missing.code).toBe(1);
    const unknown = await score(agent([{ cost_usd: { '<': 1 } }]), [trace]);
    expect(unknown.code).toBe(3);
    expect(unknown.envelope.results[0]!.checks[0]!.message).toBe('the trace does not say what the run cost');
    const judged = {
      servers: server('w'),
      agents: [{ name: 'a', judged: { tool_use: { threshold: 0.5 } } }],
    };
    expect((await score(judged, [trace])).code).toBe(3);
    expect((await score({ servers: server('w'), agents: [{ name: 'a' }] }, [trace])).code).toBe(3);
  });
});

describe('which trace goes where', () => {
  const data = {
    servers: server('w'),
    agents: [
      { name: 'one', stability: {} },
      { name: 'two', stability: {} },
      { name: 'later', skip: 'not yet', stability: {} },
    ],
  };

  it('by name, else to every test; a test without one is not judged', async () => {
    const { code, stderr, envelope } = await score(data, [
      { agent: 'one', calls: [] },
      { agent: 'tvo', calls: [] },
    ]);
    expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['one', 'pass'],
      ['two', 'inconclusive'],
      ['later', 'skipped'],
    ]);
    expect(stderr).toContain('a trace of the agent `tvo` belongs to no agent test; did you mean `two`?');
    expect(code).toBe(3);
  });

  it('--filter selects a test or one of its runs, and nothing selected is exit 7', async () => {
    const traces = [{ calls: [] }, { calls: calls('x') }];
    const one = await score(data, traces, '--filter', 'one');
    expect(one.envelope.results.map(({ name }) => name)).toEqual(['one #1', 'one #2']);
    expect(one.envelope.groups).toHaveLength(1);
    const second = await score(data, traces, '--filter', 'one #2');
    expect(second.envelope.results.map(({ name }) => name)).toEqual(['one #2']);
    expect(second.envelope.groups).toBeUndefined();
    expect((await score(data, traces, '--filter', 'nobody')).code).toBe(7);
  });

  it('a saved envelope scores again to the same figures', async () => {
    const first = await score(data, [{ calls: calls('x', 'x', 'x') }, { calls: calls('y') }]);
    const again = await score(data, [first.envelope]);
    expect(again.envelope.groups).toEqual(first.envelope.groups);
    expect(again.envelope.results.map(({ figures }) => figures)).toEqual(
      first.envelope.results.map(({ figures }) => figures),
    );
  });
});

describe('what is written', () => {
  it('holds no secret, and a secret still compares', async () => {
    const cwd = folder({
      's.yml': suite({
        servers: server('w'),
        agents: [
          {
            name: 'a',
            expect: [
              { 'tool_calls[0].args.key': '${env:MY_TOKEN}' },
              { target: 'tool_names', matcher: { length: 9 }, message: 'not ${env:MY_TOKEN}' },
            ],
          },
        ],
      }),
      't.json': JSON.stringify({
        calls: [{ tool: 'w.get', args: { key: 'hunter2hunter2' } }],
        turns: [{ tokens: 7, text: 'It is hunter2hunter2.', reasoning: 'hunter2hunter2?' }],
      }),
    });
    const { code, stdout } = await mcptest(
      ['score', '--config', 's.yml', '--trace', 't.json', '--reporter', 'json'],
      { cwd, env: { MY_TOKEN: 'hunter2hunter2' } },
    );
    expect(stdout).not.toContain('hunter2');
    const { checks } = (JSON.parse(stdout) as RunEnvelope).results[0]!;
    expect(checks.map(({ outcome }) => outcome)).toEqual(['pass', 'fail']);
    expect(checks[1]!.message).toContain('not [secret:MY_TOKEN]');
    expect(code).toBe(1);
  });

  it('a comparison shows floors that flip and figures of all runs, and never run beside run', async () => {
    const data = (rate: number) => ({
      servers: server('w'),
      agents: [
        {
          name: 'a',
          equal_function_sets: {
            classes: [{ name: 'get', members: ['get'] }],
            expect: [{ 'tool_selection.f1': { '>=': 1 } }],
          },
          tool_selection: { expected_tool: 'get', min_selection_rate: rate },
        },
      ],
    });
    const cwd = folder({ 's.yml': suite(data(0.6)) });
    mkdirSync(join(cwd, 'out'));
    const traces = { base: [['get'], ['get']], current: [['get'], ['other']] };
    for (const [name, runs] of Object.entries(traces)) {
      writeFileSync(
        join(cwd, `${name}.jsonl`),
        runs.map((tools) => JSON.stringify({ calls: calls(...tools) })).join('\n'),
      );
      const args = ['--reporter', `json=out/${name}.json`, '--reporter', 'minimal'];
      await mcptest(['score', '--config', 's.yml', '--trace', `${name}.jsonl`, ...args], { cwd });
    }
    const { stdout, code } = await mcptest(['report', 'out/current.json', '--compare', 'out/base.json'], {
      cwd,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^FAIL {2}was PASS: 1 floor fails now, 1 test regressed\n/);
    expect(stdout).toMatch(/floor a +holds → fails\n +selection rate 1 → 0\.5, required: at least 0\.6\n/);
    expect(stdout).toMatch(/tool_selection\.f1 +100 → 50 +-50 +may be chance alone; about \d+ more runs/);
    expect(stdout).toMatch(/regressed a {2}pass → fail/);
    expect(stdout).not.toContain('#2');
  });

  it('pretty names what was missed and what was not asked for', async () => {
    const cwd = folder({
      's.yml': suite({
        servers: server('brave', 'google', 'http'),
        agents: [
          {
            name: 'a',
            equal_function_sets: { classes: CLASSES, expect: [{ 'tool_selection.f1': { '>': 50 } }] },
          },
        ],
      }),
      't.json': JSON.stringify({ calls: calls('google.search', 'shell.exec') }),
    });
    const { stdout } = await mcptest(['score', '--config', 's.yml', '--trace', 't.json'], { cwd });
    expect(stdout).toContain('missed fetch (http.get);');
    expect(stdout).toContain('mcptest score --config s.yml --trace t.json --filter "a"');
  });
});
