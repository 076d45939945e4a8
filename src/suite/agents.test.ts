import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { METRIC_BLOCKS, METRICS } from '../metrics/blocks.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { parseSuite } from './parse-suite.js';
import { suiteJsonSchema } from './schema.js';

const OPTIONS = { file: 'mcptest.yaml', cwd: '/project', workspace: '/project', env: {} };
const HEAD = { servers: { api: { command: ['x'] }, web: { command: ['x'] } } };

async function load(data: object, options: Partial<typeof OPTIONS> = {}): Promise<Suite> {
  const { suites, problems } = await parseSuite(JSON.stringify({ ...HEAD, ...data }), {
    ...OPTIONS,
    ...options,
  });
  expect(problems).toEqual([]);
  return suites[0]!;
}

async function problemsOf(data: object): Promise<[string, string, string | null][]> {
  const { problems } = await parseSuite(JSON.stringify({ ...HEAD, ...data }), OPTIONS);
  return problems.map(({ path, message, hint }) => [path, message, hint]);
}

/** Without places, which differ between spellings. */
function meaning({ place: _, agent: __, ...spec }: AgentSpec): unknown {
  return JSON.parse(JSON.stringify(spec, (key, value) => (key === 'line' ? undefined : value)));
}

const FULL = {
  model: 'scripted',
  servers: ['api'],
  prompt: 'Find it.',
  system_prompt: 'Be brief.',
  max_turns: 5,
  temperature: 0,
  runs: 3,
  scripts: [[{ call: 'api.find', args: { q: 1 } }, { say: 'Found.' }], [{ calls: [{ call: 'api.find' }] }]],
  faults: [{ kind: 'error' }],
  equal_function_sets: {
    classes: [{ name: 'find', members: ['api.find'] }],
    expect: [{ target: 'tool_selection.f1', matcher: { '>=': 80 }, message: 'too low' }],
  },
  stability: {},
  judged: { rubric: { text: 'Is it polite?', threshold: 0.7 }, model: 'judge' },
  expect: { assertions: [{ 'tool_calls[0].name': 'find' }], max_response_tokens: 50 },
  tags: ['slow'],
  timeout: '5s',
  retries: 1,
};

describe('agent tests', () => {
  test('both spellings mean the same', async () => {
    const [plain] = (await load({ agents: [{ name: 'a', ...FULL }] })).agents;
    const [typed] = (await load({ tests: [{ name: 'a', type: 'agent', ...FULL }] })).agents;
    const base = { name: 'base', ...FULL };
    const inherited = await load({ agents: [base], tests: [{ name: 'a', type: 'agent', agent: 'base' }] });
    expect(meaning(typed!)).toEqual(meaning(plain!));
    expect(inherited.agents).toHaveLength(1);
    expect(meaning(inherited.agents[0]!)).toEqual(meaning(plain!));
    expect(plain).toMatchObject({
      models: ['scripted'],
      runs: 3,
      timeout_ms: 5000,
      faults: [{ server: 'api', kind: 'error', after: 0, times: 1 }],
      metrics: [
        {
          block: 'equal_function_sets',
          config: { classes: FULL.equal_function_sets.classes },
          gates: [{ target: 'tool_selection.f1', matcher: { '>=': 80 }, message: 'too low' }],
        },
        { block: 'stability', gates: METRICS.stability.defaults({}) },
      ],
      expect: {
        assertions: [{ target: 'tool_calls[0].name', matcher: { exact: 'find' } }],
        max_response_tokens: 50,
      },
    });
  });

  test("a test's own keys win, and a synonym is not inherited beside them", async () => {
    const base = {
      name: 'base',
      models: ['x', 'y'],
      script: [{ say: 'hi' }],
      agent: { command: ['run-me'] },
      runs: 0,
    };
    const { agents } = await load({
      agents: [base],
      tests: [
        { name: 'one', type: 'agent', agent: 'base', model: 'z', stability: {} },
        { name: 'two', type: 'agent', agent: 'base' },
      ],
    });
    expect(
      agents.map(({ name, agent, models, runs, command }) => [name, agent, models, runs, command]),
    ).toEqual([
      ['one', 'base', ['z'], 1, ['run-me']],
      ['two', 'base', ['x', 'y'], 1, ['run-me']],
    ]);
  });

  test('an entry that another refers to does not run by itself', async () => {
    const { agents, delegates } = await load({
      agents: [{ name: 'planner', delegates: ['worker'] }, { name: 'worker' }, { name: 'loner' }],
    });
    expect(agents.map(({ name }) => name)).toEqual(['planner', 'loner']);
    expect(Object.keys(delegates)).toEqual(['worker']);
    expect(agents[0]!.servers).toEqual(['api', 'web']);
  });

  test('imported agents and models are lent, and do not run by themselves', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'mcptest-agents-'));
    writeFileSync(
      join(dir, 'lib.yml'),
      'agents: [{ name: base, prompt: Hi. }, { name: mine, prompt: No. }, { name: unused }]\nmodels: { m: { model: x } }\n',
    );
    const data = {
      imports: ['lib.yml'],
      agents: [{ name: 'mine', prompt: 'Yes.' }],
      tools: [{ name: 'unused', server: 'api', tool: 't' }],
      tests: [{ name: 't', type: 'agent', agent: 'base' }],
    };
    const suite = await load(data, { file: join(dir, 'mcptest.yaml'), cwd: dir, workspace: dir });
    expect(suite.agents.map(({ name, prompt }) => [name, prompt])).toEqual([
      ['mine', 'Yes.'],
      ['t', 'Hi.'],
    ]);
    expect(suite.models).toEqual({ m: { model: 'x' } });
  });

  test('every metric of the registry is a block, and previews are marked in the schema', () => {
    const { $defs } = suiteJsonSchema() as { $defs: Record<string, Record<string, unknown>> };
    const { properties } = $defs.agent_test as { properties: Record<string, unknown> };
    for (const block of METRIC_BLOCKS) expect(properties).toHaveProperty(block);
    const marked = METRIC_BLOCKS.filter((block) => $defs[block]!['x-mcptest-status'] === 'preview');
    expect(marked).toEqual(['distractors', 'discovery', 'orchestration', 'tool_edges']);
  });
});

describe('what is wrong with an agent test', () => {
  const agent = (keys: object) => ({ agents: [{ name: 'a', ...keys }] });
  test.each<[object, [string, string, string | null]]>([
    [agent({ model: 'x', models: ['y'] }), ['/agents/0', '`model` and `models` cannot both be given', null]],
    [
      agent({ servers: ['appi'] }),
      ['/agents/0/servers/0', 'there is no server `appi`', 'did you mean `api`?'],
    ],
    [
      agent({ delegates: ['a'] }),
      ['/agents/0/delegates/0', 'the agents delegate in a circle: a → a', expect.any(String)],
    ],
    [
      agent({ faults: [{ kind: 'error' }] }),
      ['/agents/0/faults/0', '`server` is required, unless there is exactly one', null],
    ],
    [
      agent({ faults: [{ server: 'api', kind: 'eror' }] }),
      [
        '/agents/0/faults/0/kind',
        expect.stringContaining('expected error, timeout'),
        'did you mean `error`?',
      ],
    ],
    [agent({ script: [{}] }), ['/agents/0/script/0', 'a line needs `call`, `calls` or `say`', null]],
    [agent({ runs: 1.5 }), ['/agents/0/runs', 'expected a whole number of at most 10000, found 1.5', null]],
    [
      agent({ expect: [{ 'tool_calls[0].nam': 'x' }] }),
      ['/agents/0/expect/0', 'there is no target `tool_calls[0].nam`', 'did you mean `tool_calls[0].name`?'],
    ],
    [
      agent({ expect: [{ 'conversation.token.total': 1 }] }),
      [
        '/agents/0/expect/0',
        'there is no target `conversation.token.total`',
        'did you mean `conversation.tokens.total`?',
      ],
    ],
    [
      agent({ expect: [{ result: 1 }] }),
      ['/agents/0/expect/0', expect.stringContaining('a target starts with tool_calls'), null],
    ],
    [
      agent({ expect: [{ 'stability.loops': 100 }] }),
      [
        '/agents/0/expect/0/stability.loops',
        '`stability.loops` is measured by `stability`, which this test does not have',
        'add `stability` to the test',
      ],
    ],
    [
      agent({ stability: { expect: [{ target: 'tool_selection.f1', matcher: 1 }] } }),
      [
        '/agents/0/stability/expect/0/target',
        '`tool_selection.f1` is not a figure of `stability`',
        'it belongs to `equal_function_sets`',
      ],
    ],
    [
      agent({ stability: { expect: [{ 'stability.loops': { '>>': 1 } }] } }),
      ['/agents/0/stability/expect/0/stability.loops', 'there is no matcher ">>"', expect.anything()],
    ],
    [
      agent({ stability: { expect: [{ 'stability.loops': { schema: { type: 'nonsense' } } }] } }),
      ['/agents/0/stability/expect/0/stability.loops/schema', expect.any(String), null],
    ],
    [
      agent({ tool_selection: { expected_tool: 't', min_selection_rate: 2 } }),
      [
        '/agents/0/tool_selection/min_selection_rate',
        'expected a share from 0 to 1, or in percent such as 80%, found 2',
        null,
      ],
    ],
    [
      agent({ tool_selection: { expected_tool: 't' } }),
      ['/agents/0/tool_selection', '`min_selection_rate` is required', null],
    ],
    [
      agent({ agent: { cli: ['codex', 'gemni'] } }),
      ['/agents/0/agent/cli/1', expect.stringContaining('found "gemni"'), 'did you mean `gemini`?'],
    ],
    [
      agent({ distractors: { count: 1, correct: [], source: { from: 'catalogue' } } }),
      ['/agents/0/distractors/source/from', 'expected catalog or near_duplicate, found "catalogue"', null],
    ],
    [
      agent({ distractors: { count: 1, counts: [1], correct: [], source: { from: 'catalog' } } }),
      ['/agents/0/distractors', 'give either `count` or `counts`', null],
    ],
    [
      agent({
        distractors: { count: 1, correct: [], source: { from: 'near_duplicate', off: ['x'], of: ['y'] } },
      }),
      [
        '/agents/0/distractors/source',
        "Additional properties are not allowed ('off' was unexpected)",
        'did you mean `of`?',
      ],
    ],
    [
      agent({ judged: { tool_use: { threshold: 5 } } }),
      ['/agents/0/judged/tool_use/threshold', 'expected a number from 0 to 1, found 5', null],
    ],
    [
      { tests: [{ name: 'a', type: 'agent', agent: 'nobody' }] },
      ['/tests/0/agent', 'there is no agent `nobody`', 'declare it in `agents`'],
    ],
    [
      { agents: [{ name: 'a' }], tools: [{ name: 'a #2', server: 'api', tool: 't' }] },
      ['/tools/0/name', '`a #2` reads like a run of the agent test `a`', 'give the test its own name'],
    ],
    [
      { agents: [{ name: 'a' }], tools: [{ name: 'a', server: 'api', tool: 't' }] },
      [expect.any(String), expect.stringContaining('the name `a` is taken'), 'give each test its own name'],
    ],
    [
      { models: { m: { provider: 'openai-compatible' } } },
      ['/models/m', '`base_url` is required for an openai-compatible provider', null],
    ],
    [
      { tests: [{ name: 'a', type: 'agent', prompt: 'Use ${captured.x}.' }] },
      ['/tests/0/prompt', 'an agent test cannot read what another test captured', null],
    ],
  ])('%j', async (data, problem) => {
    expect(await problemsOf(data)).toEqual([problem]);
  });

  test('is said in our words, whatever another package taught zod', async () => {
    const before = z.config().localeError;
    onTestFinished(() => void z.config({ localeError: before }));
    z.config({ localeError: () => 'words of another' });
    const problems = await problemsOf(
      agent({ tool_selection: { expected_tool: 't', min_selection_rate: 1, max_total_tokens: -1 } }),
    );
    expect(problems.map(([, message]) => message)).toEqual(['expected a number above 0, found -1']);
  });

  test('one that is only inherited is told where it stands', async () => {
    const problems = await problemsOf({
      agents: [{ name: 'base', expect: [{ 'stability.loops': 100 }] }],
      tests: [{ name: 'a', type: 'agent', agent: 'base' }],
    });
    expect(problems.map(([path]) => path)).toEqual(['/agents/0/expect/0/stability.loops']);
  });

  test('a long chain and a wide fan of delegates are read in no time', async () => {
    const agents = Array.from({ length: 300 }, (_, i) => ({
      name: `a${i}`,
      delegates: Array.from({ length: Math.min(20, 299 - i) }, (_item, j) => `a${i + j + 1}`),
    }));
    expect((await load({ agents })).agents.map(({ name }) => name)).toEqual(['a0']);
  });
});
