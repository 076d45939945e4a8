import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { toPointer } from '../util/pointer.js';
import { parseSuite } from './parse-suite.js';

const OPTIONS = { file: 'mcptest.yaml', cwd: '/project', workspace: '/project', env: {} };

const FULL = {
  $schema: 'https://mcptest.sh/schema/v1.json',
  servers: {
    api: {
      command: ['node', 'server.js'],
      env: { MODE: 'test' },
      pass_env: ['HOME'],
      cwd: 'sub',
      protocol: 'auto',
      startup_timeout: '5s',
      request_timeout: 2000,
      shutdown_grace: '0ms',
      isolate: 'test',
    },
    web: {
      url: 'http://127.0.0.1:3000/mcp',
      start: ['node', 'web.js'],
      headers: { 'X-Trace': 'on' },
      auth: { bearer_token_env: 'BEARER' },
    },
  },
  variables: { city: 'Paris', home: { env: 'HOME_DIR', default: '/root' } },
  run_options: {
    concurrency: 2,
    retries: 1,
    timeout: '1m',
    fail_fast: true,
    inconclusive: { min_trials: 3, confidence_pct: 90 },
  },
  setup: [{ call: { server: 'api', tool: 'reset', args: { hard: true } } }, { run: ['echo', 'hi'] }],
  teardown: [{ call: { server: 'api', uri: 'file:///x' } }, { call: { server: 'api', prompt: 'bye' } }],
  tools: [
    {
      name: 'plain',
      server: 'api',
      tool: 'weather',
      args: { city: 'Paris' },
      tags: ['smoke'],
      only: false,
      skip: 'later',
      timeout: '3s',
      retries: 2,
      repeat: 2,
      capture: { id: 'result.structuredContent.id' },
      expect: [{ target: 'result.isError', matcher: { exact: false }, message: 'no error' }],
    },
    {
      name: 'stepwise',
      server: 'api',
      steps: [
        {
          name: 'first',
          server: 'api',
          tool: 'a',
          args: {},
          capture: { x: 'result.x' },
          timeout: '1s',
          expect: {
            assertions: [{ 'result.content[0].text': { not: { contains: 'oops' } } }],
            max_duration_ms: 100,
            max_response_tokens: 50,
          },
        },
        { uri: 'file:///a' },
        { prompt: 'p' },
      ],
    },
  ],
  resources: [
    {
      name: 'options of matchers',
      server: 'api',
      uri: 'file:///o',
      expect: [
        { 'result.a': { approx: { value: 1, within: 2 }, not: { regex: { pattern: 'x', flags: 'i' } } } },
        { 'result.b': { snapshot: { name: 's', normalise: [{ pattern: 'y', flags: 'i', replace: 'z' }] } } },
        { 'result.c': { schema: { type: 'object', allOf: [{ minProperties: 1 }], required: ['k'] } } },
      ],
    },
    { name: 'a resource', server: 'api', uri: 'file:///a', expect: [{ 'result.contents': { length: 1 } }] },
  ],
  prompts: [{ name: 'a prompt', server: 'api', prompt: 'hello', args: { who: 'you' } }],
  tests: [
    { name: 'typed tool', type: 'tool', server: 'api', tool: 'weather' },
    { name: 'typed resource', type: 'resource', server: 'api', uri: 'file:///b' },
    { name: 'typed prompt', type: 'prompt', server: 'api', prompt: 'hello' },
    { name: 'typed agent', type: 'agent', agent: 'helper', delegates: ['helper'], stability: {} },
  ],
  models: {
    local: {
      provider: 'openai-compatible',
      base_url: 'http://127.0.0.1:1/v1',
      api_key_env: 'LOCAL',
      model: 'm',
      price: { input: 1, output: 2 },
    },
  },
  budget: { per_test_usd: 1, per_suite_usd: 5 },
  faults: [{ server: 'api', tool: 'weather', kind: 'slow', after: 1, times: 2, ms: 5 }],
  agents: [
    {
      name: 'an agent',
      model: 'local',
      servers: ['api'],
      prompt: 'Go.',
      system_prompt: 'Be good.',
      max_turns: 3,
      temperature: 1,
      runs: 2,
      script: [{ say: 'I look.', call: 'api.weather', args: { city: 'Paris' } }],
      agent: { command: ['my-agent'] },
      equal_function_sets: {
        classes: [{ name: 'look', members: ['weather'] }],
        expect: [{ target: 'tool_selection.f1', matcher: { exact: 50 } }],
      },
      tool_selection: { expected_tool: 'weather', min_selection_rate: 0.5, max_total_tokens: 10 },
      distractors: {
        count: 1,
        source: { from: 'near_duplicate', of: ['weather'] },
        correct: ['weather'],
        complexity: 'serial',
      },
      discovery: { name_free: true },
      orchestration: { expect: [{ 'orchestration.syntax': { exact: 50 } }] },
      tool_edges: { allowed: ['a'], restricted: ['b'], delegation: [{ from: 'a', to: 'b' }] },
      trajectory: { expected: [{ tool: 'weather', args: {} }], mode: 'strict' },
      golden_path: { calls: [{ tool: 'weather' }] },
      judged: { rubric: { text: 'Polite?', threshold: 0.5 }, tool_use: { threshold: 1 } },
      expect: { assertions: [{ target: 'final_response', matcher: { contains: 'x' } }] },
    },
    { name: 'helper' },
  ],
  coverage: { tools: 80 },
  profiles: { ci: { run_options: { concurrency: 8 }, servers: { api: { request_timeout: '9s' } } } },
};

/** Keys below these are the author's own words. */
const FREE = /\/(servers|variables|profiles|env|headers|args|capture|models)$|\/(assertions|expect)\/\d+$/;

type Path = (string | number)[];

function keysOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const fixed =
      !Array.isArray(value) &&
      (!FREE.test(toPointer(path)) || key === 'target' || key === 'matcher' || key === 'message');
    return [...(fixed ? [at] : []), ...keysOf(inner, at)];
  });
}

function misspell(path: Path): { suite: unknown; wrong: string } {
  const suite = structuredClone(FULL) as Record<string, unknown>;
  let parent = suite as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) parent = parent[part] as Record<string | number, unknown>;
  const right = String(path.at(-1));
  const wrong = `${right}${right.at(-1)}`;
  const entries = Object.entries(parent).map(([key, value]) => [key === right ? wrong : key, value]);
  for (const key of Object.keys(parent)) delete parent[key];
  Object.assign(parent, Object.fromEntries(entries));
  return { suite, wrong };
}

describe('a misspelt key', () => {
  test('the suite is valid as it stands', async () => {
    const { problems, suites } = await parseSuite(stringify(FULL), OPTIONS);
    expect(problems).toEqual([]);
    expect(suites[0]?.tests).toHaveLength(8);
    expect(suites[0]?.agents).toHaveLength(2);
  });

  const paths = keysOf(FULL);
  test('the walk reaches every depth', () => expect(paths.length).toBeGreaterThan(90));

  for (const path of paths) {
    test(toPointer(path), async () => {
      const { suite, wrong } = misspell(path);
      for (const text of [stringify(suite), JSON.stringify(suite, null, 2)]) {
        const { problems, suites } = await parseSuite(text, OPTIONS);
        expect(suites).toEqual([]);
        const place = new RegExp(`(^|[^\\w$])"?${wrong.replaceAll('$', '\\$')}"?:`);
        const lines = text.split('\n');
        const line = lines.findIndex((one) => place.test(one));
        const column = lines[line]!.search(new RegExp(`"?${wrong.replaceAll('$', '\\$')}"?:`));
        const problem = problems.find((one) => one.message.includes(wrong));
        expect(problem).toEqual({
          path: toPointer(path.slice(0, -1)),
          message: expect.stringMatching(
            /^(Additional properties are not allowed \('\S+' was unexpected\)|(there is no matcher|"\w+" has no option|JSON Schema has no keyword) "\S+")$/,
          ),
          hint: `did you mean \`${path.at(-1)}\`?`,
          file: 'mcptest.yaml',
          line: line + 1,
          column: column + 1,
        });
      }
    });
  }
});
