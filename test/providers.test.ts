/**
 * One suite over every way to reach a model: six wire formats on loopback, three runs each. What each was
 * told, what came of it, and the same again from the cassette.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf, ROUTES, type Route } from '../fixtures/provider/driving.js';
import {
  LOOPBACK_KEY,
  type LoopbackProvider,
  type Reply,
  type SeenRequest,
  startProvider,
} from '../fixtures/provider/loopback.js';
import { WIRE } from '../fixtures/provider/read-wire.js';
import {
  type AgentRan,
  forbidden,
  judgedPart,
  manifest,
  mock,
  project,
  runAgents,
  write,
} from './lib/agents.js';
import { mcptest } from './lib/cli.js';

const MODELS: Record<Route, { name: string; entry: object; key: string }> = {
  anthropic: { name: 'claude-sonnet-4-5', entry: {}, key: 'ANTHROPIC_API_KEY' },
  'openai-chat': { name: 'gpt-4.1', entry: { api: 'chat' }, key: 'OPENAI_API_KEY' },
  'openai-responses': { name: 'gpt-4o', entry: {}, key: 'OPENAI_API_KEY' },
  google: { name: 'gemini-2.5-flash', entry: {}, key: 'GEMINI_API_KEY' },
  mistral: { name: 'mistral-large-2411', entry: {}, key: 'MISTRAL_API_KEY' },
  'openai-compatible': {
    name: 'local',
    entry: { provider: 'openai-compatible', model: 'qwen3:8b', api_key_env: 'LOCAL_KEY' },
    key: 'LOCAL_KEY',
  },
};
const env = Object.fromEntries(ROUTES.map((route) => [MODELS[route].key, LOOPBACK_KEY]));
const properties = { at: { type: 'string', minLength: 2 } };

/** Two calls at once, arguments that are no JSON (Gemini never sends such), another call, the answer. */
function play(route: Route): (request: SeenRequest, index: number) => Reply {
  return ({ body }, index) => {
    if (index === 0) return { status: 429, headers: { 'retry-after': '0' }, text: 'slow down' };
    const read = JSON.stringify(body);
    if (read.includes('booked')) return { text: 'North it is.' };
    if (!read.includes('free')) {
      const looks = ['north', 'south'].map((at) => ({ name: 'pier__look', args: { at } }));
      return { text: 'I will look.', calls: looks };
    }
    const wrong = route !== 'google' && !read.includes('must be a JSON object');
    return { calls: [{ name: 'pier__book', args: wrong ? '{"at": "no' : { at: 'north' } }] };
  };
}

const providers = new Map<Route, LoopbackProvider>();
let cwd: string;
let live: AgentRan;

beforeAll(async () => {
  for (const route of ROUTES) providers.set(route, await startProvider(kindOf(route), play(route)));
  const entry = (route: Route) => {
    const price = { input: 1, output: 2 };
    return [MODELS[route].name, { ...MODELS[route].entry, base_url: providers.get(route)!.url, price }];
  };
  cwd = project({
    'pier.json': manifest('pier', [
      { name: 'look', text: 'one berth is free', properties },
      { name: 'book', text: 'booked', properties },
    ]),
    'mcptest.yml': {
      models: Object.fromEntries(ROUTES.map(entry)),
      servers: { pier: mock('pier.json') },
      agents: [
        {
          name: 'finds a berth',
          models: ROUTES.map((route) => MODELS[route].name),
          system_prompt: 'Be brief.',
          prompt: 'Find me a berth.',
          temperature: 0.5,
          runs: 3,
          equal_function_sets: {
            classes: [
              { name: 'look', members: ['pier.look'] },
              { name: 'book', members: ['pier.book'] },
            ],
          },
          expect: [{ final_response: 'North it is.' }],
        },
      ],
    },
  });
  live = await runAgents(cwd, ['--record'], env);
});
afterAll(() => Promise.all([...providers.values()].map((provider) => provider.close())));

describe('a matrix of every provider', () => {
  it('has a row for each run of each model, all judged', () => {
    expect(live.code, live.stderr).toBe(0);
    const names = ROUTES.flatMap((route) =>
      [1, 2, 3].map((run) => `finds a berth [${MODELS[route].name}] #${run}`),
    );
    expect(live.envelope.results.map(({ name }) => name)).toEqual(names);
    expect(live.envelope.results.every(({ verdict }) => verdict === 'pass')).toBe(true);
    for (const group of live.envelope.groups!) expect(group.figures['tool_selection.f1']).toBe(100);
  });

  it.each(ROUTES)(
    'tells %s of prompt, tools and results in its own format, and reads what it says',
    (route) => {
      const { requests } = providers.get(route)!;
      const wire = WIRE[route];
      const turns = route === 'google' ? 3 : 4;
      expect(requests).toHaveLength(3 * turns + 1);
      for (const { path, headers, body } of requests) {
        expect(headers[wire.auth[0]]).toBe(wire.auth[1]);
        const { name } = MODELS[route];
        const told = route === 'google' ? path : body.model;
        expect(told).toContain(route === 'openai-compatible' ? 'qwen3:8b' : name);
        expect(wire.read(body)).toEqual({
          tool: 'pier__look',
          schema: { type: 'object', properties },
          system: 'Be brief.',
          prompt: 'Find me a berth.',
          temperature: 0.5,
        });
      }
      const second = requests.find(({ body }) => JSON.stringify(body).includes('free'))!;
      const calls = wire.calls(second.body);
      expect(calls.map(([, tool, args]) => [tool, args])).toEqual([
        ['pier__look', { at: 'north' }],
        ['pier__look', { at: 'south' }],
      ]);
      expect(wire.results(second.body)).toEqual(calls.map(([id]) => [id, 'one berth is free']));

      const rows = live.envelope.results.filter(({ name }) => name.includes(`[${MODELS[route].name}]`));
      const wrong = { tool: 'book', args: '{"at": "no', is_error: true };
      for (const { trace } of rows) {
        expect(trace).toMatchObject({
          calls: [
            { tool: 'look', server: 'pier', args: { at: 'north' }, is_error: false },
            { tool: 'look', server: 'pier', args: { at: 'south' }, is_error: false },
            ...(route === 'google' ? [] : [wrong]),
            { tool: 'book', server: 'pier', args: { at: 'north' }, is_error: false },
          ],
          tokens: { input: 100 * turns, output: 10 * turns, total: 110 * turns },
        });
        expect(trace?.cost_usd).toBeCloseTo((120 * turns) / 1e6, 12);
      }
      expect(rows.map(({ trace }) => trace?.turns?.[0]?.retries ?? 0).sort()).toEqual([0, 0, 1]);
    },
  );

  it('is the same from its cassette, where nothing can be reached', async () => {
    const keyless = Object.fromEntries(Object.keys(env).map((name) => [name, undefined]));
    const replay = await runAgents(cwd, [], { ...keyless, ...forbidden });
    expect(replay.envelope.summary.cached).toBe(18);
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(live.envelope));
  });

  it('is shown with models as columns', async () => {
    write(cwd, 'run.json', live.envelope);
    const { stdout } = await mcptest(['report', 'run.json', '--format', 'matrix'], { cwd });
    const columns = ROUTES.map((route) => `\`${MODELS[route].name}\``).join(' | ');
    expect(stdout).toContain(`| case | ${columns} |`);
    expect(stdout).toMatch(/\| `finds a berth` \|( ✅ 3\/3 \|){6}/);
  });
});
