/** Keys of agent tests and of their metrics. */
import type { Experiment, Seen } from './experiment.js';

const servers = { m: { url: 'MOCK' } };
const script = [{ call: 'm.get_status' }, { say: 'Done.' }];
const base = { name: 'one', model: 'scripted', prompt: 'Go.', script };
const models = { 'claude-sonnet-4-5': { base_url: 'PROVIDER', price: { input: 3, output: 15 } } };
const done = { expect: [{ final_response: 'Done.' }] };

const suite = (more: object, rest: object = {}) => ({ servers, agents: [{ ...base, ...more }], ...rest });
const claude = (more: object, rest: object = {}) =>
  suite({ model: 'claude-sonnet-4-5', script: undefined, ...done, ...more }, { models, ...rest });
const at = (key: string) => ({ key: `agent_test.${key}`, at: `agents/0/${key.replaceAll('.', '/')}` });

const first = ({ report }: Seen) => report.envelope.results[0];
const rows = ({ report }: Seen) => report.envelope.results.length;
const explained = ({ report }: Seen): string => JSON.stringify(report.envelope.results[0]?.explain ?? []);
const figure =
  (name: string) =>
  ({ report }: Seen) =>
    first({ report } as Seen)?.figures[name];
const verdict = ({ report }: Seen) => report.envelope.verdict;

const KEYS: Experiment[] = [
  {
    ...at('model'),
    suite: suite(done),
    instead: 'lexical',
    shows: 'scripted',
    look: (seen) => first(seen)?.model,
  },
  {
    ...at('models'),
    suite: { servers, agents: [{ ...base, model: undefined, models: ['scripted', 'lexical'], ...done }] },
    instead: ['scripted'],
    shows: 2,
    look: rows,
  },
  {
    ...at('servers'),
    suite: suite({ servers: ['m'], ...done }, { servers: { ...servers, n: { url: 'OTHER' } } }),
    shows: ['m'],
    look: (seen) => first(seen)?.trace?.servers,
  },
  {
    ...at('offer_tools'),
    suite: suite({ offer_tools: ['get_status'], ...done }),
    instead: ['m.get_status', 'other'],
    shows: ['get_status'],
    look: (seen) => first(seen)?.trace?.catalog?.m?.map(({ name }) => name),
  },
  {
    ...at('share_servers'),
    suite: suite({ share_servers: true, runs: 2, ...done }, { servers: { m: { url: 'GUARDED' } } }),
    instead: false,
    shows: 1,
    look: ({ listed }) => listed,
  },
  {
    ...at('prompt'),
    suite: suite(done),
    instead: 'Stay.',
    shows: 'Go.',
    look: (seen) => first(seen)?.trace?.prompt,
  },
  {
    ...at('system_prompt'),
    suite: claude({ system_prompt: 'Be brief.' }),
    shows: true,
    look: ({ asked }) => JSON.stringify(asked[0]?.body.system).includes('Be brief.'),
  },
  {
    ...at('server_instructions'),
    suite: claude({ server_instructions: false }),
    shows: false,
    look: ({ asked }) => JSON.stringify(asked[0]?.body.system ?? '').includes('Ask twice.'),
  },
  {
    ...at('client'),
    suite: claude({ client: 'codex' }),
    shows: 'mcp__m__get_status',
    look: ({ asked }) =>
      (asked[0]?.body.tools as { name: string }[] | undefined)?.find(({ name }) =>
        name.endsWith('get_status'),
      )?.name,
  },
  {
    ...at('tool_search'),
    suite: claude({ tool_search: {} }),
    shows: 'tool_search_tool_bm25',
    look: ({ asked }) => (asked[0]?.body.tools as { name: string }[] | undefined)?.[0]?.name,
  },
  {
    ...at('tool_search.k'),
    suite: suite({
      tool_search: { k: 1 },
      script: [{ call: 'tool_search', args: { query: 'get' } }, { say: 'Done.' }],
      ...done,
    }),
    shows: 1,
    look: (seen) => JSON.stringify(first(seen)?.notes ?? []).match(/m__/g)?.length,
  },
  {
    ...at('tool_search.kind'),
    suite: suite({
      tool_search: { kind: 'regex', k: 1 },
      script: [{ call: 'tool_search', args: { query: 'tat' } }, { say: 'Done.' }],
      ...done,
    }),
    shows: true,
    look: (seen) => JSON.stringify(first(seen)?.notes ?? []).includes('get_status'),
  },
  {
    ...at('max_turns'),
    suite: suite({ max_turns: 1, ...done }),
    shows: '',
    look: (seen) => first(seen)?.trace?.final_response,
  },
  {
    ...at('temperature'),
    suite: claude({ temperature: 0.5 }),
    shows: 0.5,
    look: ({ asked }) => asked[0]?.body.temperature,
  },
  { ...at('runs'), suite: suite({ runs: 3, ...done }), shows: 3, look: rows },
  {
    ...at('delegates'),
    suite: {
      servers,
      agents: [
        {
          ...base,
          delegates: ['helper'],
          script: [{ call: 'hand_off.helper', args: { task: 'Go.' } }, { say: 'Done.' }],
          ...done,
        },
        { name: 'helper', servers: ['m'], script },
      ],
    },
    shows: [{ from: 'one', to: 'helper' }],
    look: (seen) => first(seen)?.trace?.delegations,
  },
  { ...at('script'), suite: suite(done), instead: [{ say: 'No.' }], shows: '0 p' },
  {
    ...at('scripts'),
    suite: suite({ script: undefined, scripts: [[{ say: 'No.' }], script], runs: 2, ...done }),
    instead: [script],
    shows: '1 fp',
  },
  {
    ...at('faults'),
    suite: suite({ faults: [{ kind: 'error' }], ...done }),
    shows: 1,
    look: (seen) => first(seen)?.trace?.faults?.length,
  },
  { ...at('expect'), suite: suite({ expect: [{ final_response: 'No.' }], orchestration: {} }), shows: '1 f' },
];

const calls = (seen: Seen) => first(seen)?.trace?.calls;
const several = [
  { calls: [{ call: 'm.echo', args: { text: 'x' } }, { call: 'm.get_status' }] },
  { say: 'Done.' },
];

const LINES: Experiment[] = [
  { key: 'script_line.say', suite: suite(done), at: 'agents/0/script/1/say', instead: 'No.', shows: '0 p' },
  {
    key: 'script_line.call',
    suite: suite(done),
    at: 'agents/0/script/0/call',
    instead: 'm.echo',
    shows: 'get_status',
    look: (seen) => calls(seen)?.[0]?.tool,
  },
  {
    key: 'script_line.args',
    suite: suite({ script: [{ call: 'm.echo', args: { text: 'x' } }, { say: 'Done.' }], ...done }),
    at: 'agents/0/script/0/args',
    shows: { text: 'x' },
    look: (seen) => calls(seen)?.[0]?.args,
  },
  {
    key: 'script_line.calls',
    suite: suite({ script: several, ...done }),
    at: 'agents/0/script/0/calls',
    instead: [{ call: 'm.echo' }],
    shows: 2,
    look: (seen) => calls(seen)?.length,
  },
  {
    key: 'script_line.calls[].call',
    suite: suite({ script: several, ...done }),
    at: 'agents/0/script/0/calls/1/call',
    instead: 'm.big',
    shows: 'get_status',
    look: (seen) => calls(seen)?.[1]?.tool,
  },
  {
    key: 'script_line.calls[].args',
    suite: suite({ script: several, ...done }),
    at: 'agents/0/script/0/calls/0/args',
    shows: { text: 'x' },
    look: (seen) => calls(seen)?.[0]?.args,
  },
];

const twice = [{ call: 'm.get_status' }, { call: 'm.get_status' }, { call: 'm.echo' }, { say: 'Done.' }];
const fault = (
  key: string,
  more: object,
  experiment: Omit<Experiment, 'key' | 'suite' | 'at'>,
): Experiment => ({
  key: `fault.${key}`,
  suite: suite({ faults: [{ kind: 'error', ...more }], script: twice, ...done }),
  at: `agents/0/faults/0/${key}`,
  ...experiment,
});
const struck = (seen: Seen) => first(seen)?.trace?.faults?.map(({ call }) => call);

const FAULTS: Experiment[] = [
  fault(
    'kind',
    {},
    { instead: 'slow', shows: 'error', look: (seen) => first(seen)?.trace?.faults?.[0]?.kind },
  ),
  fault('tool', { tool: 'echo' }, { shows: [2], look: struck }),
  fault('after', { after: 1 }, { shows: [1], look: struck }),
  fault('times', { times: 2 }, { shows: [0, 1], look: struck }),
  {
    key: 'fault.ms',
    suite: suite({ faults: [{ kind: 'slow', ms: 60_000 }], timeout: '2s', ...done }),
    at: 'agents/0/faults/0/ms',
    instead: 1,
    shows: '1 f',
  },
  {
    key: 'fault.server',
    suite: suite(
      { faults: [{ kind: 'error', server: 'n', tool: 'get_status' }], servers: ['m', 'n'], ...done },
      { servers: { ...servers, n: { url: 'OTHER' } } },
    ),
    at: 'agents/0/faults/0/server',
    instead: 'm',
    shows: undefined,
    look: struck,
  },
  {
    key: 'faults',
    suite: suite(done, { faults: [{ kind: 'error' }] }),
    at: 'faults',
    shows: [0],
    look: struck,
  },
];

const classes = [{ name: 'status', members: ['get_status'] }];
/** Each block with a gate that does not hold, and what the gate looks at. */
const BLOCKS: Record<string, [object, string]> = {
  equal_function_sets: [{ classes }, 'tool_selection.f1'],
  tool_selection: [{ expected_tool: 'get_status', min_selection_rate: 0 }, 'tool_selection.selection_rate'],
  distractors: [{ count: 2, source: { from: 'catalog' }, correct: ['get_status'] }, 'distractors.accuracy'],
  discovery: [{ name_free: true }, 'discovery.leaks'],
  orchestration: [{}, 'orchestration.syntax'],
  token_efficiency: [{ classes }, 'token_efficiency.f1'],
  tool_edges: [{ allowed: ['get_status'] }, 'edges.allowed_pct'],
  trajectory: [{ expected: [{ tool: 'get_status' }] }, 'trajectory.similarity'],
  golden_path: [{ calls: ['get_status'] }, 'golden_path.efficiency'],
  stability: [{}, 'stability.agreement'],
  recovery: [{}, 'recovery.recovered'],
  narrative: [{}, 'narrative.unbacked_values'],
};

const GATED: Experiment[] = Object.entries(BLOCKS).flatMap(([name, [config, target]]): Experiment[] => {
  const gated = { ...config, expect: [{ [target]: { '>': 1000 } }] };
  const runs = name === 'stability' ? 3 : 1;
  const more = { ...done, runs, ...(name === 'recovery' && { faults: [{ kind: 'error' }] }) };
  return [
    { ...at(name), suite: suite({ ...more, [name]: gated }), shows: 'fail', look: verdict },
    {
      key: `${name}.expect`,
      suite: suite({ ...more, [name]: gated }),
      at: `agents/0/${name}/expect`,
      instead: [{ [target]: { '>': -1 } }],
      shows: 'fail',
      look: verdict,
    },
  ];
});

const block = (
  path: string,
  config: object,
  rest: Omit<Experiment, 'key' | 'suite' | 'at'>,
  more: object = {},
): Experiment => {
  const [name = ''] = path.split('.');
  return {
    key: path,
    suite: suite({ ...done, ...more, [name]: config }),
    at: `agents/0/${path.replaceAll('[]', '/0').replaceAll('.', '/')}`,
    ...rest,
  };
};

const echoed = { script: [{ call: 'm.echo', args: { text: 'x', more: 1 } }, { say: 'Done.' }] };
const route = (over: object) => ({ expected: [{ tool: 'echo', args: { text: 'x' } }], ...over });
const handing = [{ from: 'one', to: 'helper' }];

const OWN_KEYS: Experiment[] = [
  ...(['equal_function_sets', 'token_efficiency'] as const).flatMap((name): Experiment[] => {
    const f1 = figure(name === 'token_efficiency' ? 'token_efficiency.f1' : 'tool_selection.f1');
    const missed = [...classes, { name: 'echoing', members: ['echo'] }];
    return [
      block(`${name}.classes`, { classes: missed }, { instead: classes, shows: 67, look: f1 }),
      block(
        `${name}.classes[].members`,
        { classes: [{ name: 'status', members: ['echo'] }] },
        { instead: ['get_status'], shows: 0, look: f1 },
      ),
      block(
        `${name}.classes[].name`,
        { classes: [{ name: 'odd name', members: ['echo'] }] },
        { instead: 'other', shows: true, look: (seen) => explained(seen).includes('odd name') },
      ),
    ];
  }),
  block(
    'tool_selection.expected_tool',
    { expected_tool: 'echo', min_selection_rate: 1 },
    { instead: 'get_status', shows: '1 f' },
  ),
  block(
    'tool_selection.min_selection_rate',
    { expected_tool: 'echo', min_selection_rate: 1 },
    { instead: 0, shows: '1 f' },
  ),
  block(
    'tool_selection.max_total_tokens',
    { expected_tool: 'get_status', min_selection_rate: 1, max_total_tokens: 1 },
    { shows: '1 f' },
  ),
  block(
    'distractors.count',
    { count: 2, source: { from: 'catalog' }, correct: ['get_status'] },
    { instead: 5, shows: 2, look: (seen) => first(seen)?.trace?.distractors?.length },
  ),
  block(
    'distractors.counts',
    { counts: [0, 2], source: { from: 'catalog' }, correct: ['get_status'] },
    {
      instead: [0],
      shows: [0, 2],
      look: ({ report }) => report.envelope.results.map(({ trace }) => trace?.distractors?.length),
    },
  ),
  block(
    'distractors.source',
    { count: 1, source: { from: 'near_duplicate', of: ['get_status'] }, correct: ['get_status'] },
    {
      instead: { from: 'catalog' },
      shows: true,
      look: (seen) => JSON.stringify(first(seen)?.trace?.distractors).includes('get_status'),
    },
  ),
  block(
    'distractors.source.of',
    { count: 1, source: { from: 'near_duplicate', of: ['get_status'] }, correct: ['get_status'] },
    {
      instead: ['echo'],
      shows: true,
      look: (seen) => JSON.stringify(first(seen)?.trace?.distractors).includes('get_status'),
    },
  ),
  block(
    'distractors.correct',
    { count: 1, source: { from: 'catalog' }, correct: ['get_status'] },
    { instead: ['echo'], shows: 100, look: figure('distractors.accuracy') },
  ),
  block(
    'distractors.complexity',
    { count: 1, source: { from: 'catalog' }, correct: ['get_status'], complexity: 'serial' },
    { shows: true, look: (seen) => explained(seen).includes('serial task') },
  ),
  block('discovery.name_free', { name_free: true }, { shows: '1 f' }, { prompt: 'Call get_status.' }),
  block(
    'tool_edges.allowed',
    { allowed: ['get_status', 'echo'] },
    { instead: ['get_status'], shows: 50, look: figure('edges.allowed_pct') },
  ),
  block('tool_edges.restricted', { allowed: ['get_status'], restricted: ['get_status'] }, { shows: '1 f' }),
  ...(['delegation', 'delegation[].from', 'delegation[].to'] as const).map(
    (key): Experiment => ({
      ...block(
        `tool_edges.${key}`,
        {},
        {
          instead: key === 'delegation' ? [{ from: 'one', to: 'other' }] : 'other',
          shows: 100,
          look: figure('edges.delegation_pct'),
        },
      ),
      suite: {
        servers,
        agents: [
          {
            ...base,
            ...done,
            delegates: ['helper', 'other'],
            script: [{ call: 'hand_off.helper', args: { task: 'Go.' } }, { say: 'Done.' }],
            tool_edges: { delegation: handing },
          },
          { name: 'helper', servers: ['m'], script },
          { name: 'other', servers: ['m'], script },
        ],
      },
    }),
  ),
  block(
    'trajectory.expected',
    { expected: [{ tool: 'echo' }, { tool: 'get_status' }] },
    { instead: [{ tool: 'echo' }], shows: '1 f' },
    echoed,
  ),
  block(
    'trajectory.expected[].tool',
    { expected: [{ tool: 'echo' }] },
    { instead: 'get_status', shows: 100, look: figure('trajectory.similarity') },
    echoed,
  ),
  block(
    'trajectory.expected[].args',
    route({ args: 'superset' }),
    { instead: { text: 'y' }, shows: '0 p' },
    echoed,
  ),
  block(
    'trajectory.expected[].match',
    { expected: [{ tool: 'echo', match: { text: 'y' } }] },
    { instead: { text: 'x' }, shows: '1 f' },
    echoed,
  ),
  block(
    'trajectory.mode',
    { expected: [{ tool: 'echo' }, { tool: 'get_status' }], mode: 'subset' },
    { shows: '0 p' },
    echoed,
  ),
  block('trajectory.args', route({ args: 'superset' }), { instead: 'exact', shows: '0 p' }, echoed),
  block(
    'trajectory.args_for',
    route({ args: 'exact', args_for: { echo: 'superset' } }),
    { shows: '0 p' },
    echoed,
  ),
  block(
    'golden_path.calls',
    { calls: ['get_status', 'echo'] },
    { instead: ['get_status'], shows: 0, look: figure('golden_path.efficiency') },
  ),
  block(
    'golden_path.calls[].tool',
    { calls: [{ tool: 'echo' }] },
    { instead: 'get_status', shows: '0 p' },
    echoed,
  ),
  block(
    'golden_path.calls[].args',
    { calls: [{ tool: 'echo', args: { text: 'y' } }] },
    { instead: { text: 'x', more: 1 }, shows: '1 f' },
    echoed,
  ),
  block(
    'golden_path.calls[].match',
    { calls: [{ tool: 'echo', match: { text: 'y' } }] },
    { instead: { text: 'x' }, shows: '1 f' },
    echoed,
  ),
];

const judge = { model: 'claude-sonnet-4-5' };
const judged = (key: string, config: object, instead: unknown): Experiment => ({
  key: `judged.${key}`,
  suite: suite({ ...done, judged: { ...judge, ...config } }, { models }),
  at: `agents/0/judged/${key.replaceAll('.', '/')}`,
  instead,
  shows: '1 f',
});
const strict = { threshold: 0.8 };
const others = { tool_use: { threshold: 0.1 } };

const JUDGED: Experiment[] = [
  {
    ...at('judged'),
    suite: suite({ ...done, judged: { ...judge, task_completion: strict } }, { models }),
    shows: '1 f',
  },
  ...(['task_completion', 'argument_correctness'] as const).flatMap((name) => [
    judged(name, { ...others, [name]: strict }, undefined),
    judged(`${name}.threshold`, { [name]: strict }, 0.5),
  ]),
  judged('tool_use', { tool_use: strict, task_completion: { threshold: 0.1 } }, undefined),
  judged('tool_use.threshold', { tool_use: strict }, 0.5),
  judged('rubric', { ...others, rubric: { text: 'Was it polite?', threshold: 0.5 } }, undefined),
  judged('rubric.text', { rubric: { text: 'Was it polite?', threshold: 0.5 } }, 'Was it right?'),
  judged('rubric.threshold', { rubric: { text: 'Was it polite?', threshold: 0.5 } }, 0.3),
  {
    ...judged('model', { task_completion: strict }, undefined),
    shows: 'claude-sonnet-4-5',
    look: (seen) => first(seen)?.trace?.judgements?.[0]?.model,
  },
];

const MODELS: Experiment[] = [
  {
    key: 'models',
    suite: claude({}),
    at: 'models/claude-sonnet-4-5/base_url',
    instead: 'http://127.0.0.1:9/',
    shows: '0 p',
  },
  {
    key: 'model.base_url',
    suite: claude({}),
    at: 'models/claude-sonnet-4-5/base_url',
    instead: 'http://127.0.0.1:9/',
    shows: '0 p',
  },
  {
    key: 'model.model',
    suite: suite(
      { ...done, model: 'mine', script: undefined },
      { models: { mine: { base_url: 'PROVIDER', model: 'claude-sonnet-4-5' } } },
    ),
    at: 'models/mine/model',
    instead: 'claude-haiku-4-5',
    shows: 'claude-sonnet-4-5',
    look: ({ asked }) => asked[0]?.body.model,
  },
  {
    key: 'model.api_key_env',
    suite: suite(
      { ...done, model: 'claude-sonnet-4-5', script: undefined },
      { models: { 'claude-sonnet-4-5': { base_url: 'PROVIDER', api_key_env: 'NONE' } } },
    ),
    at: 'models/claude-sonnet-4-5/api_key_env',
    shows: '3 i',
  },
  ...(['price', 'price.input', 'price.output'] as const).map(
    (key): Experiment => ({
      key: `model.${key}`,
      suite: claude(
        {},
        { models: { 'claude-sonnet-4-5': { base_url: 'PROVIDER', price: { input: 0, output: 0 } } } },
      ),
      at: `models/claude-sonnet-4-5/${key.replace('.', '/')}`,
      instead: key === 'price' ? { input: 1e6, output: 1e6 } : 1e6,
      shows: 0,
      look: (seen) => first(seen)?.trace?.cost_usd,
    }),
  ),
];

const flooring = {
  expect: [{ 'conversation.turns': { '>': 0 } }],
  runs: 2,
  tool_selection: { expected_tool: 'get_status', min_selection_rate: 1 },
};
const mixed = {
  ...flooring,
  script: undefined,
  scripts: [script, [{ say: 'Done.' }]],
  tool_selection: { expected_tool: 'get_status', min_selection_rate: 0.4 },
};
const judging = (inconclusive: object) => ({ run_options: { inconclusive } });

const FLOORS: Experiment[] = [
  {
    key: 'run_options.inconclusive',
    suite: suite(flooring, judging({ min_trials: 5 })),
    at: 'run_options/inconclusive',
    shows: '3 pp',
  },
  {
    key: 'run_options.inconclusive.min_trials',
    suite: suite(flooring, judging({ min_trials: 5 })),
    at: 'run_options/inconclusive/min_trials',
    shows: '3 pp',
  },
  {
    key: 'run_options.inconclusive.confidence_pct',
    suite: suite(mixed, judging({ confidence_pct: 95 })),
    at: 'run_options/inconclusive/confidence_pct',
    shows: '3 pp',
  },
];

const expecting = { prompt: 'Go.', expect_tools: ['get_status'] };
const DATASETS: Experiment[] = [
  { ...at('expect_tools'), suite: suite(expecting), instead: ['other'], shows: 'pass', look: verdict },
  {
    key: 'expect_tools.in_order',
    at: 'agents/0/expect_tools/in_order',
    suite: suite({ expect_tools: { in_order: ['get_status'] } }),
    instead: ['other'],
    shows: 'pass',
    look: verdict,
  },
  {
    ...at('expect_args'),
    suite: suite({ ...expecting, expect_args: { id: 7 } }),
    shows: 'fail',
    look: verdict,
  },
  {
    ...at('dataset'),
    suite: suite({
      cases: [{ name: 'a' }],
      expect_tools: ['other'],
      dataset: { expect: [{ 'dataset.accuracy': 0 }] },
    }),
    shows: 'pass',
    look: verdict,
  },
  {
    key: 'dataset.expect',
    at: 'agents/0/dataset/expect',
    suite: suite({
      cases: [{ name: 'a' }],
      expect_tools: ['other'],
      dataset: { expect: [{ 'dataset.accuracy': 0 }] },
    }),
    instead: [{ 'dataset.accuracy': 100 }],
    shows: 'pass',
    look: verdict,
  },
];

export const AGENTS: Experiment[] = [
  ...KEYS,
  ...DATASETS,
  ...LINES,
  ...FAULTS,
  ...GATED,
  ...OWN_KEYS,
  ...JUDGED,
  ...MODELS,
  ...FLOORS,
];
