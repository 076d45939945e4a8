/** Agent tests from suite to verdict: scripted, and a Claude model over its wire format on loopback. */
import { describe, expect, it } from 'vitest';
import { claude, manifests, project, runAgents, served, servers } from './lib/agents.js';
import { mcptest } from './lib/cli.js';

describe('tool selection over ten runs', () => {
  const weather = manifests({ weather: [{ name: 'get_weather', text: 'Sunny.' }, { name: 'search' }] });
  const agent = {
    name: 'weather selection',
    model: 'claude-sonnet-4-5',
    servers: ['weather'],
    prompt: 'What is the weather in Sacramento?',
    runs: 10,
    tool_selection: { expected_tool: 'get_weather', min_selection_rate: 0.8, max_total_tokens: 2000 },
  };
  const turns = (input: number) => [
    { calls: [{ name: 'weather__get_weather', args: { q: 'Sacramento' } }], usage: { input, output: 20 } },
    { text: 'It is sunny.', usage: { input: input + 30, output: 10 } },
  ];

  it('passes the floor with Claude on loopback, and tells the model what the server has', async () => {
    const provider = await claude([{ turns: turns(700) }]);
    const cwd = project({
      ...weather,
      'mcptest.yml': { ...served(provider.url), servers: servers('weather'), agents: [agent] },
    });
    const { code, envelope, stderr } = await runAgents(cwd);
    expect(stderr).toContain(
      'tool-selection floor [PASS] weather selection: selection 10/10 (100%), pass^k 100%, tokens 1460 median / 1460 max',
    );
    expect(code).toBe(0);
    expect(envelope.results.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `weather selection #${index + 1}`),
    );
    expect(envelope.provenance.models).toEqual(['claude-sonnet-4-5']);
    const { trace } = envelope.results[0]!;
    expect(trace).toMatchObject({
      model: 'claude-sonnet-4-5',
      final_response: 'It is sunny.',
      tokens: { input: 1430, output: 30, total: 1460 },
      turns: [
        { tokens: 720, input: 700, output: 20, cost_usd: 0.0024 },
        { tokens: 740, input: 730, output: 10, cost_usd: 0.00234 },
      ],
      calls: [{ tool: 'get_weather', server: 'weather', args: { q: 'Sacramento' }, is_error: false }],
    });
    expect(trace?.cost_usd).toBeCloseTo((1430 * 3 + 30 * 15) / 1e6, 9);
    const [first, second] = provider.requests.filter(({ body }) => body.messages.length <= 3).slice(0, 2);
    expect(first?.body.model).toBe('claude-sonnet-4-5');
    expect(first?.body.tools.map(({ name }: { name: string }) => name).sort()).toEqual([
      'weather__get_weather',
      'weather__search',
    ]);
    expect(second).toBeDefined();
    const answered = provider.requests.find(({ body }) => body.messages.length === 3);
    expect(JSON.stringify(answered?.body.messages[2])).toContain('Sunny.');
  });

  it('fails the floor when runs go over the budget, and names them', async () => {
    const provider = await claude([{ turns: turns(1200) }]);
    const cwd = project({
      ...weather,
      'mcptest.yml': {
        ...served(provider.url),
        servers: servers('weather'),
        agents: [{ ...agent, runs: 2 }],
      },
    });
    const { code, stderr, envelope } = await runAgents(cwd);
    expect(code).toBe(1);
    expect(envelope.summary.gates_failed).toBe(1);
    expect(stderr).toContain('FLOOR weather selection: 2 of 2 runs exceeded the 2000-token budget');
  });

  it('runs a matrix under the names of the seed, and filters one row', async () => {
    const cwd = project({
      ...weather,
      'mcptest.yml': {
        servers: servers('weather'),
        agents: [{ ...agent, script: [{ call: 'weather.get_weather', args: { q: 'x' } }, { say: 'Ok.' }] }],
      },
    });
    const all = await runAgents(cwd, ['--models', 'scripted,lexical', '--runs', '3']);
    expect(all.envelope.results.map(({ name }) => name)).toContain('weather selection [lexical] #3');
    expect(all.envelope.groups).toHaveLength(2);
    expect(all.stderr).toContain('[PASS] weather selection [scripted]: selection 3/3');
    const one = await runAgents(cwd, [
      '--models',
      'scripted,lexical',
      '--runs',
      '3',
      '--filter',
      'weather selection [lexical] #3',
    ]);
    expect(one.envelope.results.map(({ name }) => name)).toEqual(['weather selection [lexical] #3']);
    expect(one.envelope.groups).toBeUndefined();
    const matrix = await mcptest(['run', '--models', 'scripted,lexical', '--reporter', 'matrix'], { cwd });
    expect(matrix.stdout).toContain('| case | `scripted` | `lexical` |');
  });
});

describe('equal function sets over an agent that a test names', () => {
  const tools = manifests({
    brave: [{ name: 'web_search' }],
    google: [{ name: 'search' }],
    http: [{ name: 'get' }],
    shell: [{ name: 'exec' }],
  });
  const suite = (script: object[]) => ({
    servers: servers('brave', 'google', 'http', 'shell'),
    agents: [{ name: 'researcher', model: 'scripted', prompt: 'Find the notes and read them.', script }],
    tests: [
      {
        name: 'research-agent picks search then fetch',
        type: 'agent',
        agent: 'researcher',
        runs: 1,
        equal_function_sets: {
          classes: [
            { name: 'search', members: ['brave.web_search', 'google.search'] },
            { name: 'fetch', members: ['http.get'] },
          ],
          expect: [{ 'tool_selection.f1': { '>=': 80 } }],
        },
      },
    ],
  });

  it('fails at F1 50 and names the missed class and the unexpected tool', async () => {
    const script = [{ call: 'google.search' }, { call: 'shell.exec' }, { say: 'Read.' }];
    const { code, envelope } = await runAgents(project({ ...tools, 'mcptest.yml': suite(script) }));
    expect(envelope.results[0]?.figures['tool_selection.f1']).toBe(50);
    expect(envelope.results[0]?.explain?.join('\n')).toMatch(/fetch[\s\S]*shell\.exec/);
    expect(code).toBe(1);
  });
});

describe('distractors', () => {
  it('says on the row that there are fewer than asked for', async () => {
    const cwd = project({
      ...manifests({ shop: [{ name: 'search' }] }),
      'mcptest.yml': {
        servers: servers('shop'),
        agents: [
          {
            name: 'crowded',
            model: 'scripted',
            prompt: 'Find it.',
            script: [{ call: 'shop.search', args: { q: 'x' } }, { say: 'Done.' }],
            distractors: { count: 512, source: { from: 'catalog' }, correct: ['search'] },
          },
        ],
      },
    });
    const { envelope } = await runAgents(cwd);
    expect(envelope.results[0]?.notes).toEqual([
      '144 of the 512 distractors that are asked for: there are no more',
    ]);
    expect(envelope.results[0]?.explain?.[0]).toContain('144 of 512 distractors');
  });

  const tools = manifests({
    catalog: [
      { name: 'search_products', description: 'Finds products that match a keyword.' },
      { name: 'get_product', description: 'Reads one product by its id.' },
    ],
  });
  const agent = {
    name: 'resists bundled distractors',
    model: 'claude-sonnet-4-5',
    servers: ['catalog'],
    runs: 4,
    prompt: 'Find products that match the keyword "notebook".',
  };
  const gates = [
    { target: 'distractors.accuracy', matcher: { schema: { minimum: 80 } } },
    { target: 'distractors.chose_distractor', matcher: { schema: { maximum: 0 } } },
  ];

  it('stand in the list that the model reads, mixed in, and change nothing when they are called', async () => {
    const provider = await claude([
      {
        turns: [
          { calls: [{ name: 'catalog__search_products', args: { q: 'notebook' } }] },
          { calls: [{ name: 'catalog__search_products_v2', args: { q: 'notebook' } }] },
          { text: 'Found.' },
        ],
      },
    ]);
    const distractors = {
      count: 3,
      source: { from: 'near_duplicate', of: ['search_products', 'get_product'] },
      correct: ['catalog.search_products', 'catalog.get_product'],
      complexity: 'parallel',
      expect: gates,
    };
    const cwd = project({
      ...tools,
      'mcptest.yml': {
        ...served(provider.url),
        servers: servers('catalog'),
        agents: [{ ...agent, distractors }],
      },
    });
    const { code, envelope } = await runAgents(cwd);
    expect(envelope.groups?.[0]?.figures).toMatchObject({
      'distractors.accuracy': 50,
      'distractors.chose_distractor': 4,
    });
    expect(code).toBe(1);
    const seen: string[][] = provider.requests.map(({ body }) =>
      body.tools.map((tool: { name: string }) => tool.name),
    );
    expect(new Set(seen[0])).toEqual(
      new Set([
        'catalog__search_products',
        'catalog__get_product',
        'catalog__search_products_v2',
        'catalog__get_product_v2',
        'catalog__search_products_internal',
      ]),
    );
    expect(envelope.results[0]?.trace?.calls[1]).toMatchObject({
      is_error: false,
      tool: 'search_products_v2',
    });
    expect(seen.some((list) => list.slice(-3).some((name) => !/_v2|_internal/.test(name)))).toBe(true);
  });

  it('trace a curve with counts', async () => {
    const distractors = {
      counts: [0, 4, 64],
      source: { from: 'catalog' },
      correct: ['catalog.search_products'],
    };
    const cwd = project({
      ...tools,
      'mcptest.yml': {
        servers: servers('catalog'),
        agents: [{ ...agent, model: 'lexical', runs: 2, distractors }],
      },
    });
    const { envelope } = await runAgents(cwd);
    expect(envelope.results).toHaveLength(6);
    expect(envelope.results.map(({ trace }) => trace?.distractors?.length)).toEqual([0, 0, 4, 4, 64, 64]);
    expect(envelope.results[5]?.notes).toContain('with 64 distractors');
    expect(envelope.groups?.[0]?.figures).toMatchObject({
      'distractors.accuracy_at_0': 100,
      'distractors.accuracy_at_4': 100,
      'distractors.accuracy_at_64': 100,
    });
  });
});

describe('tool edges with a hand-off', () => {
  const tools = manifests({ repo: [{ name: 'search' }, { name: 'summarize' }, { name: 'delete_repo' }] });
  const edges = {
    allowed: ['search', 'summarize'],
    restricted: ['delete_repo', 'force_push'],
    delegation: [{ from: 'planner', to: 'worker' }],
    expect: [
      { target: 'edges.restricted_attempts', matcher: { schema: { maximum: 0 } } },
      { target: 'edges.allowed_pct', matcher: { schema: { minimum: 80 } } },
      { target: 'edges.delegation_pct', matcher: { schema: { minimum: 100 } } },
    ],
  };
  const suite = (model: string, url: string, planner: object[], worker: object[]) => ({
    ...(url && served(url)),
    servers: servers('repo'),
    agents: [
      {
        name: 'planner',
        model,
        servers: ['repo'],
        prompt: 'Find the open issues and summarize them.',
        delegates: ['worker'],
        script: planner,
      },
      { name: 'worker', model, servers: ['repo'], system_prompt: 'You summarize.', script: worker },
    ],
    tests: [
      {
        name: 'triage agent stays within its allowed tools',
        type: 'agent',
        agent: 'planner',
        tool_edges: edges,
      },
    ],
  });

  it.each(['scripted', 'claude-sonnet-4-5'])('is seen with %s', async (model) => {
    const provider = await claude([
      {
        when: 'You summarize.',
        turns: [{ calls: [{ name: 'repo__summarize', args: {} }] }, { text: 'Two are open.' }],
      },
      {
        turns: [
          { calls: [{ name: 'repo__search', args: { q: 'open' } }] },
          { calls: [{ name: 'hand_off__worker', args: { task: 'Summarize both.' } }] },
          { text: 'Two issues are open.' },
        ],
      },
    ]);
    const cwd = project({
      ...tools,
      'mcptest.yml': suite(
        model,
        provider.url,
        [
          { call: 'repo.search', args: { q: 'open' } },
          { call: 'hand_off.worker', args: { task: 'Summarize both.' } },
          { say: 'Two issues are open.' },
        ],
        [{ call: 'repo.summarize', args: {} }, { say: 'Two are open.' }],
      ),
    });
    const { code, envelope } = await runAgents(cwd);
    const { trace, figures } = envelope.results[0]!;
    expect(trace?.delegations).toEqual([{ from: 'planner', to: 'worker' }]);
    expect(trace?.calls.map(({ tool, agent }) => [tool, agent])).toEqual([
      ['search', undefined],
      ['summarize', 'worker'],
    ]);
    expect(trace?.turns).toHaveLength(3);
    expect(figures).toMatchObject({ 'edges.allowed_pct': 100, 'edges.delegation_pct': 100 });
    expect(code).toBe(0);
    if (model !== 'scripted') {
      const back = provider.requests.at(-1)?.body.messages.at(-1);
      expect(JSON.stringify(back)).toContain('Two are open.');
      const asked = provider.requests.find(({ body }) =>
        JSON.stringify(body.system ?? '').includes('You summarize'),
      );
      expect(JSON.stringify(asked?.body.messages[0])).toContain('Summarize both.');
    }
  });
});

describe('what an agent test needs before anything starts', () => {
  const tools = manifests({ store: [{ name: 'read' }] });
  const base = { name: 'needs', model: 'scripted', prompt: 'Go.', script: [{ say: 'Ok.' }] };

  it.each([
    ['no model', { model: undefined }, /names no `model`/],
    ['no prompt', { prompt: undefined }, /has no `prompt`/],
    ['no script', { script: undefined }, /is `scripted` and has no `script`/],
    ['an unknown model', { model: 'scriptd' }, /"scriptd" is not known[\s\S]*did you mean scripted/],
    [
      'an agent of its own with a script',
      { agent: { command: ['node', 'a.mjs'] } },
      /has `agent: \{ command \}` and a `script`/,
    ],
    [
      'a judge that is none',
      { judged: { model: 'lexical', tool_use: { threshold: 1 } } },
      /which is not a model/,
    ],
  ])('%s is exit 2', async (_, change, message) => {
    const cwd = project({
      ...tools,
      'mcptest.yml': { servers: servers('store'), agents: [{ ...base, ...change }] },
    });
    const { code, stderr, stdout } = await mcptest(['run'], { cwd });
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('a missing key names its variable and starts nothing', async () => {
    const cwd = project({
      'mcptest.yml': {
        servers: { store: { command: ['does-not-exist-at-all'] } },
        agents: [{ ...base, model: 'gpt-5', script: undefined, runs: 2, stability: {} }],
      },
    });
    const { code, envelope } = await runAgents(cwd, [], { OPENAI_API_KEY: undefined });
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive']);
    expect(envelope.results[0]?.checks[0]?.message).toContain('OPENAI_API_KEY is not set');
    expect(code).toBe(3);
  });

  it('a server that cannot be reached makes the runs inconclusive', async () => {
    const cwd = project({
      'mcptest.yml': {
        servers: { store: { command: ['does-not-exist-at-all'] } },
        agents: [{ ...base, stability: {} }],
      },
    });
    const { code, envelope } = await runAgents(cwd);
    expect(envelope.results[0]?.checks[0]).toMatchObject({ target: 'server', outcome: 'inconclusive' });
    expect(code).toBe(3);
  });
});
