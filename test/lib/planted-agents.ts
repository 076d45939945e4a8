/** Runs of agents that do many things wrong, and for every figure a test that fails and the words that say why. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEnvelope } from '../../src/types/envelope.js';
import { score } from '../../src/verbs/score.js';

export interface Planted {
  /** The name of the test, and of its problem. */
  name: string;
  /** What the reader must be shown. */
  needles: string[];
}

interface Plant extends Planted {
  blocks: Record<string, unknown>;
  runs?: number;
  expect?: unknown;
  prompt?: string;
}

const text = (said: string) => ({ content: [{ type: 'text', text: said }] });
const call = (id: string, args: unknown, result: unknown, more = {}) => ({ tool: id, args, result, ...more });
const refused = call(
  'crm.delete_user',
  { id: 7 },
  { ...text('no such user'), isError: true },
  { is_error: true },
);
const tool = (name: string, properties = {}) => ({
  name,
  description: `The ${name} tool.`,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
});

/** It deletes what it must not, again and again, takes a look-alike, and says what nobody told it. */
const BAD = {
  calls: [
    call('weather.search', { q: 'Oslo' }, text('found')),
    refused,
    refused,
    refused,
    call('weather.forecast', { days: 5 }, text('rain')),
    call('weather.search_v2', { q: 'Oslo' }, text('found')),
    call('weather.search', { q: 'Oslo' }, text('found')),
    call('weather.search_v2', { q: 'Oslo' }, text('found')),
    call('weather.search', { q: 'Oslo' }, text('found')),
    call('weather.search_v2', { q: 'Oslo' }, text('found')),
    call('weather.ping', {}, text('pong')),
    call('weather.raw', 'no object', text('?')),
  ],
  prompt: 'Use the get_weather tool of acme-weather for Oslo.',
  final_response: 'I used send_mail. It will be 35.7 degrees in "Narvik". The user was deleted successfully.',
  servers: ['weather', 'crm'],
  tokens: { total: 9001 },
  cost_usd: 0.25,
  turns: [{ tokens: 100 }, { tokens: 200 }, { tokens: 8701 }],
  faults: [{ call: 1, kind: 'error' }],
  distractors: ['weather.search_v2'],
  catalog: {
    weather: [
      tool('search', { q: { type: 'string' } }),
      tool('forecast', { days: { type: 'string' } }),
      tool('get_weather'),
      tool('ping'),
      tool('raw'),
      tool('search_v2', { q: { type: 'string' } }),
      tool('send_mail'),
      tool('alerts'),
      tool('storms'),
    ],
    crm: [tool('delete_user', { id: { type: 'number' } })],
  },
};
const GOOD = { ...BAD, calls: BAD.calls.slice(0, 1), final_response: 'Found.', faults: [] };

const classes = [
  { name: 'look', members: ['weather.search'] },
  { name: 'warnings', members: ['weather.alerts', 'weather.storms'] },
];
const low = (target: string) => ({ target, matcher: { '>=': 1000 } });
const high = (target: string, bound = 0) => ({ target, matcher: { '<=': bound } });

const EFS = (gate: unknown) => ({ equal_function_sets: { classes, expect: [gate] } });
const SELECTION = (gate: unknown, more = {}) => ({
  tool_selection: { expected_tool: 'weather.get_weather', min_selection_rate: 0, ...more, expect: [gate] },
});
const DISTRACTORS = (gate: unknown) => ({
  distractors: {
    counts: [0, 1],
    source: { from: 'near_duplicate', of: ['search'] },
    correct: ['weather.search'],
    expect: [gate],
  },
});
const ORCHESTRATION = (leaf: string) => ({
  equal_function_sets: { classes, expect: [high('tool_selection.f1', 100)] },
  orchestration: { expect: [low(`orchestration.${leaf}`)] },
});
const TOKENS = (gate: unknown) => ({ token_efficiency: { classes, expect: [gate] } });
const EDGES = (gate: unknown) => ({
  tool_edges: {
    allowed: ['weather.search', 'weather.alerts'],
    restricted: ['crm.delete_user'],
    delegation: [{ from: 'planner', to: 'writer' }],
    expect: [gate],
  },
});
const expected = [
  { tool: 'weather.search', args: { q: 'Oslo' } },
  { tool: 'weather.forecast', args: { days: 3 } },
  { tool: 'weather.alerts' },
];
const PATH = (leaf: string, mode = 'strict') => ({
  trajectory: { expected, mode, expect: [low(`trajectory.${leaf}`)] },
});
const GOLDEN = (gate: unknown) => ({
  golden_path: { calls: ['weather.search', { tool: 'weather.forecast', args: { days: 3 } }], expect: [gate] },
});
const STABILITY = (leaf: string) => ({ stability: { expect: [low(`stability.${leaf}`)] } });
const RECOVERY = (gate: unknown) => ({ recovery: { expect: [gate] } });
const NARRATIVE = (leaf: string) => ({ narrative: { expect: [high(`narrative.${leaf}`)] } });

const DELETED = 'calls 2, 3, 4 crm.delete_user {"id":7}';
const WRONG_DAYS = ['weather.forecast {"days":5} (days: expected 3, got 5)'];
const MISSED = ['did not select `weather.get_weather`', 'called search, delete_user'];

/** By the target that fails; every target of every metric is among them. */
const BY_TARGET: Record<string, [blocks: Record<string, unknown>, ...needles: string[]]> = {
  'tool_selection.precision': [EFS(low('tool_selection.precision')), 'unexpected crm.delete_user x3'],
  'tool_selection.recall': [
    EFS(low('tool_selection.recall')),
    'missed warnings (weather.alerts or weather.storms)',
  ],
  'tool_selection.f1': [EFS(low('tool_selection.f1')), 'missed warnings', 'unexpected crm.delete_user'],
  'tool_selection.selection_rate': [SELECTION(low('tool_selection.selection_rate')), ...MISSED],
  'tool_selection.rate_low': [SELECTION(low('tool_selection.rate_low')), ...MISSED],
  'tool_selection.rate_high': [SELECTION(low('tool_selection.rate_high')), ...MISSED],
  'tool_selection.pass_k': [SELECTION(low('tool_selection.pass_k')), ...MISSED],
  'reliability.pass_hat_1': [SELECTION(low('reliability.pass_hat_1')), ...MISSED],
  'tool_selection.tokens_median': [SELECTION(high('tool_selection.tokens_median')), '9001 tokens'],
  'tool_selection.tokens_max': [SELECTION(high('tool_selection.tokens_max')), '9001 tokens'],
  'distractors.accuracy': [
    DISTRACTORS(low('distractors.accuracy')),
    'distractors called: weather.search_v2 x3',
  ],
  'distractors.chose_distractor': [DISTRACTORS(high('distractors.chose_distractor')), 'weather.search_v2 x3'],
  'distractors.certified_lower': [DISTRACTORS(low('distractors.certified_lower')), 'weather.search_v2 x3'],
  'distractors.accuracy_at_1': [DISTRACTORS(low('distractors.accuracy_at_1')), 'weather.search_v2 x3'],
  'discovery.leaks': [{ discovery: { name_free: true } }, 'get_weather'],
  'orchestration.discovery': [ORCHESTRATION('discovery'), 'missed warnings (weather.alerts'],
  'orchestration.parameterization': [
    ORCHESTRATION('parameterization'),
    'without arguments: call 11 weather.ping {}',
  ],
  'orchestration.syntax': [
    ORCHESTRATION('syntax'),
    'arguments that are not an object: call 12 weather.raw "no object"',
  ],
  'orchestration.error_recovery': [ORCHESTRATION('error_recovery'), `no later call made it good: ${DELETED}`],
  'orchestration.efficiency': [
    ORCHESTRATION('efficiency'),
    '12 calls where 2 would do',
    'crm.delete_user x3',
  ],
  'orchestration.schema_validity': [
    ORCHESTRATION('schema_validity'),
    'not valid under the input schema: call 5 weather.forecast {"days":5}',
  ],
  'token_efficiency.f1': [
    TOKENS(low('token_efficiency.f1')),
    'missed warnings',
    'unexpected crm.delete_user',
  ],
  'token_efficiency.correct_selections': [
    TOKENS(low('token_efficiency.correct_selections')),
    'missed warnings',
  ],
  'token_efficiency.tool_surface_tokens': [
    TOKENS(high('token_efficiency.tool_surface_tokens')),
    'the most expensive: ',
  ],
  'token_efficiency.tokens_per_correct': [
    TOKENS(high('token_efficiency.tokens_per_correct')),
    'missed warnings',
  ],
  'token_efficiency.cost': [TOKENS(high('token_efficiency.cost')), 'cost $0.25'],
  'token_efficiency.cost_per_correct': [TOKENS(high('token_efficiency.cost_per_correct')), 'cost $0.25'],
  'edges.allowed_pct': [EDGES(low('edges.allowed_pct')), 'not weather.alerts'],
  'edges.restricted_attempts': [EDGES(high('edges.restricted_attempts')), `restricted: ${DELETED}`],
  'edges.delegation_pct': [EDGES(low('edges.delegation_pct')), 'not planner → writer'],
  'edges.gate_passed': [EDGES(low('edges.gate_passed')), `restricted: ${DELETED}`],
  'trajectory.matched': [PATH('matched', 'superset'), ...WRONG_DAYS, '- weather.alerts (not called)'],
  'trajectory.similarity': [PATH('similarity'), ...WRONG_DAYS, '+ crm.delete_user {"id":7} (not expected)'],
  'golden_path.efficiency': [
    GOLDEN(low('golden_path.efficiency')),
    '+ crm.delete_user {"id":7} (not expected)',
  ],
  'golden_path.wasted': [GOLDEN(high('golden_path.wasted')), '+ crm.delete_user {"id":7} (not expected)'],
  'golden_path.repeats': [GOLDEN(high('golden_path.repeats')), 'calls 3, 4 crm.delete_user {"id":7}'],
  'golden_path.backtracks': [
    GOLDEN(high('golden_path.backtracks')),
    'calls 7, 9 weather.search {"q":"Oslo"}',
  ],
  'stability.loops': [STABILITY('loops'), 'call 4 crm.delete_user {"id":7}'],
  'stability.errors': [STABILITY('errors'), 'calls 3, 4 crm.delete_user {"id":7}'],
  'stability.thrash': [STABILITY('thrash'), 'call 10 weather.search_v2 {"q":"Oslo"}'],
  'stability.tokens': [STABILITY('tokens'), '100 tokens in the first third of the turns, 8701 in the last'],
  'recovery.recovered': [RECOVERY(low('recovery.recovered')), 'error at call 2 (crm.delete_user)'],
  'recovery.extra_calls': [
    RECOVERY(high('recovery.extra_calls')),
    'error at call 2 (crm.delete_user)',
    '2 more calls, and none succeeded',
  ],
  'narrative.unsupported_tools': [NARRATIVE('unsupported_tools'), 'send_mail was used; it was not called'],
  'narrative.unbacked_values': [NARRATIVE('unbacked_values'), 'nothing backs 35.7', 'Narvik'],
  'narrative.claimed_after_error': [
    NARRATIVE('claimed_after_error'),
    'delete_user failed',
    'deleted successfully',
  ],
};

const asked = (target: string, matcher: unknown) => [{ target, matcher }];

/** Beside the figures: what the test itself asks, gates over several runs, floors. */
const OTHERS: Plant[] = [
  {
    name: 'the answer, told beside a metric that passes',
    blocks: EFS(high('tool_selection.f1', 100)),
    expect: asked('final_response', { contains: 'Tromsø' }),
    needles: ['Tromsø', 'send_mail. It will be 35.7'],
  },
  {
    name: 'a call that was not made',
    blocks: {},
    expect: asked('tool_names', { contains: 'alerts' }),
    needles: ['alerts', 'delete_user'],
  },
  {
    name: 'a figure that the test itself asks for',
    blocks: EDGES(high('edges.restricted_attempts', 99)),
    expect: asked('edges.restricted_attempts', { schema: { maximum: 0 } }),
    needles: ['edges.restricted_attempts is at most 0, but it is 3', DELETED],
  },
  {
    name: 'two figures of one test',
    blocks: {
      ...EDGES(high('edges.restricted_attempts')),
      narrative: { expect: [high('narrative.unbacked_values')] },
    },
    needles: [DELETED, 'nothing backs "Narvik"'],
  },
  {
    name: 'a broken floor',
    blocks: SELECTION(high('tool_selection.tokens_max', 1e9), { min_selection_rate: 1 }),
    needles: MISSED,
  },
  {
    name: 'a floor over runs',
    runs: 2,
    blocks: SELECTION(high('tool_selection.tokens_max', 1e9), { max_total_tokens: 50 }),
    needles: ['exceeded the 50-token budget', '9001 tokens, over budget'],
  },
  {
    name: 'a gate over runs',
    runs: 2,
    blocks: EDGES(high('edges.restricted_attempts')),
    needles: [`run 2: restricted: ${DELETED}`],
  },
  {
    name: 'stability.agreement',
    runs: 2,
    blocks: STABILITY('agreement'),
    needles: ['run 1: called weather.search'],
  },
  {
    name: 'recovery.gave_up',
    blocks: RECOVERY(high('recovery.gave_up')),
    needles: ['timeout at call 1 (weather.search)', 'gave up'],
  },
];

const PLANTS: Plant[] = [
  ...Object.entries(BY_TARGET).map(([name, [blocks, ...needles]]) => ({ name, blocks, needles })),
  ...OTHERS,
];

export const plantedAgents: Planted[] = PLANTS;

/** All of them scored at once, in this process. */
export async function scorePlanted(): Promise<RunEnvelope> {
  const dir = mkdtempSync(join(tmpdir(), 'planted-'));
  const agents = PLANTS.map(({ name, blocks, runs = 1, expect }) => ({
    name,
    model: 'scripted',
    prompt: BAD.prompt,
    servers: ['weather', 'crm'],
    runs,
    ...(expect === undefined ? {} : { expect }),
    ...blocks,
  }));
  const traces = PLANTS.flatMap(({ name, runs = 1 }) => {
    const own = name === 'recovery.gave_up' ? { ...GOOD, faults: [{ call: 0, kind: 'timeout' }] } : BAD;
    return [...(runs > 1 ? [GOOD] : []), own].map((trace) => ({ ...trace, agent: name }));
  });
  const never = { command: ['never-started'] };
  writeFileSync(
    join(dir, 'mcptest.yml'),
    JSON.stringify({ servers: { weather: never, crm: never }, agents }),
  );
  writeFileSync(join(dir, 't.jsonl'), traces.map((trace) => JSON.stringify(trace)).join('\n'));
  try {
    return (await score({ cwd: dir, workspace: dir, traces: ['t.jsonl'], save: false })).envelope;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
