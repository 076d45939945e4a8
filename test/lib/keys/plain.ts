/** Keys of tests that call no model. */
import type { Experiment, Seen } from './experiment.js';

const servers = { m: { url: 'MOCK' } };
const on = (url: string) => ({ m: { url } });
const two = { m: { url: 'MOCK' }, n: { url: 'OTHER' } };

const STATUS = 'result.content[0].text';
const SAYS = {
  tools: STATUS,
  resources: 'result.contents[0].text',
  prompts: 'result.messages[0].content.text',
};
const ANSWER = { tools: 'up', resources: 'b', prompts: 'Hello you' };

type Calling = keyof typeof SAYS;

const CALLING = {
  tools: ['tool_test', { tool: 'get_status' }],
  resources: ['resource_test', { uri: 'doc://a' }],
  prompts: ['prompt_test', { prompt: 'greet' }],
} as const;

const LISTING = {
  compliance: ['compliance_check', { check: 'tools/list' }],
  tool_quality: ['tool_quality_check', { expect: [{ min_score: { '>=': 0 } }] }],
  tdqs: ['tdqs_check', { expect: [{ 'tdqs.mean': { '>=': 1 } }] }],
} as const;

const AGENT = [
  'agent_test',
  {
    model: 'scripted',
    prompt: 'Go.',
    script: [{ call: 'm.get_status' }, { say: 'Done.' }],
    expect: [{ final_response: 'Done.' }],
  },
] as const;

const firstName = ({ report }: Seen): unknown => report.envelope.results[0]?.name;
const firstChecks = ({ report }: Seen): string =>
  (report.envelope.results[0]?.checks ?? []).map(({ message }) => message).join('\n');

/** Keys that tests of every kind have. */
const EVERY_KIND: Experiment[] = Object.entries({ ...CALLING, ...LISTING, agents: AGENT }).flatMap(
  ([list, [def, test]]): Experiment[] => {
    const suite = (first: object, url = 'MOCK') => ({
      servers: on(url),
      [list]: [
        { name: 'one', ...test, ...first },
        { name: 'two', ...test },
      ],
    });
    const alone = (first: object, url: string) => ({
      servers: on(url),
      [list]: [{ name: 'one', ...test, ...first }],
    });
    const at = (key: string) => ({ key: `${def}.${key}`, at: `${list}/0/${key}` });
    return [
      { ...at('name'), suite: suite({}), instead: 'three', shows: 'one', look: firstName },
      { ...at('tags'), suite: suite({ tags: ['a'] }), input: { tags: ['a'] }, shows: '0 p' },
      { ...at('only'), suite: suite({ only: true }), shows: '0 p' },
      { ...at('skip'), suite: suite({ skip: 'later' }), shows: '0 sp' },
      { ...at('timeout'), suite: alone({ timeout: '100ms' }, 'SLOW'), shows: '1 f' },
      { ...at('retries'), suite: alone({ retries: 1 }, 'FLAKY'), shows: '0 p' },
      {
        key: `${def}.depends_on`,
        at: `${list}/1/depends_on`,
        suite: {
          servers: on('MOCK'),
          [list]: [
            { name: 'one', ...test, expect: [{ duration_ms: { '<': 0 } }] },
            { name: 'two', ...test, depends_on: ['one'] },
          ],
        },
        shows: '1 fs',
      },
      { ...at('cases'), suite: alone({ cases: [{ x: 1 }, { x: 2 }] }, 'MOCK'), shows: '0 pp' },
      {
        ...at('matrix'),
        suite: {
          servers: { m: { url: 'MOCK' }, n: { url: 'MOCK' } },
          [list]: [{ name: 'one', ...test, matrix: { server: ['m', 'n'] } }],
        },
        instead: { server: ['m'] },
        shows: '0 pp',
      },
    ].filter(
      ({ key }) =>
        !['agent_test.retries', 'agent_test.depends_on', 'agent_test.matrix'].includes(key) &&
        !(list in LISTING && /\.(cases|matrix|depends_on)$/.test(key)),
    );
  },
);

/** Keys of tests that ask for something and look at the answer. */
const CALLS: Experiment[] = (Object.keys(CALLING) as Calling[]).flatMap((list): Experiment[] => {
  const [def, call] = CALLING[list];
  const suite = (more: object, url = 'MOCK') => ({
    servers: on(url),
    [list]: [{ name: 'one', ...call, ...more }],
  });
  const at = (key: string) => ({ key: `${def}.${key}`, at: `${list}/0/${key}` });
  const says = (words: string) => ({ expect: [{ [SAYS[list]]: words }] });
  return [
    { ...at('expect'), suite: suite(says('nonsense')), shows: '1 f' },
    {
      ...at('server'),
      suite: { servers: two, [list]: [{ name: 'one', ...call, server: 'm', ...says(ANSWER[list]) }] },
      instead: 'n',
      shows: '0 p',
    },
    { ...at('repeat'), suite: suite({ repeat: 2 }, 'WORSE'), shows: '1 f' },
    {
      ...at('cancel_after'),
      suite: suite({ cancel_after: '50ms', expect: [{ cancelled: true }] }, 'SLOW'),
      shows: '0 p',
    },
  ];
});

const read = '${captured.x}';

const SINGLE: Experiment[] = [
  {
    key: 'tool_test.tool',
    suite: { servers, tools: [{ name: 'one', tool: 'get_status', expect: [{ [STATUS]: 'up' }] }] },
    at: 'tools/0/tool',
    instead: 'echo',
    shows: '0 p',
  },
  {
    key: 'resource_test.uri',
    suite: { servers, resources: [{ name: 'one', uri: 'doc://a', expect: [{ [SAYS.resources]: 'b' }] }] },
    at: 'resources/0/uri',
    instead: 'doc://b',
    shows: '0 p',
  },
  {
    key: 'prompt_test.prompt',
    suite: { servers, prompts: [{ name: 'one', prompt: 'leave', expect: [{ [SAYS.prompts]: 'Bye' }] }] },
    at: 'prompts/0/prompt',
    instead: 'greet',
    shows: '0 p',
  },
  {
    key: 'tool_test.args',
    suite: {
      servers,
      tools: [{ name: 'one', tool: 'echo', args: { text: 'x' }, expect: [{ [STATUS]: 'x' }] }],
    },
    at: 'tools/0/args',
    shows: '0 p',
  },
  {
    key: 'prompt_test.args',
    suite: {
      servers,
      prompts: [
        { name: 'one', prompt: 'greet', args: { who: 'x' }, expect: [{ [SAYS.prompts]: 'Hello x' }] },
      ],
    },
    at: 'prompts/0/args',
    shows: '0 p',
  },
  {
    key: 'tool_test.capture',
    suite: {
      servers,
      tools: [
        { name: 'one', tool: 'get_status', capture: { x: 'result.structuredContent.s' } },
        { name: 'two', tool: 'echo', args: { text: read }, expect: [{ [STATUS]: 'abc' }] },
      ],
    },
    at: 'tools/0/capture',
    instead: { x: 'result.structuredContent.n' },
    shows: '0 pp',
  },
  {
    key: 'resource_test.capture',
    suite: {
      servers,
      resources: [
        { name: 'one', uri: 'doc://a', capture: { x: SAYS.resources } },
        { name: 'two', uri: 'doc://${captured.x}' },
      ],
    },
    at: 'resources/0/capture',
    instead: { x: 'result.contents[0].uri' },
    shows: '0 pp',
  },
  {
    key: 'prompt_test.capture',
    suite: {
      servers,
      prompts: [
        { name: 'one', prompt: 'leave', capture: { x: SAYS.prompts } },
        { name: 'two', prompt: 'greet', args: { who: read }, expect: [{ [SAYS.prompts]: 'Hello Bye' }] },
      ],
    },
    at: 'prompts/0/capture',
    instead: { x: 'result.messages[0].role' },
    shows: '0 pp',
  },
  {
    key: 'tool_test.on_tool_error',
    suite: { servers, tools: [{ name: 'one', tool: 'breaks', on_tool_error: 'inconclusive' }] },
    at: 'tools/0/on_tool_error',
    shows: '3 i',
  },
  {
    key: 'tool_test.steps',
    suite: { servers, tools: [{ name: 'one', steps: [{ tool: 'echo', expect: [{ [STATUS]: 'no' }] }] }] },
    at: 'tools/0/steps',
    instead: [{ tool: 'echo' }],
    shows: '1 f',
  },
];

const steps = (...list: object[]) => ({ servers, tools: [{ name: 'one', steps: list }] });
const step = (key: string) => ({ key: `step.${key}`, at: `tools/0/steps/0/${key}` });

const STEPS: Experiment[] = [
  {
    ...step('name'),
    suite: steps({ name: 'first', tool: 'echo', expect: [{ [STATUS]: 'no' }] }, { tool: 'echo' }),
    shows: true,
    look: (seen) => firstChecks(seen).includes('step 1 (first)'),
  },
  {
    ...step('server'),
    suite: { ...steps({ tool: 'get_status', server: 'm', expect: [{ [STATUS]: 'up' }] }), servers: two },
    instead: 'n',
    shows: '0 p',
  },
  {
    ...step('tool'),
    suite: steps({ tool: 'get_status', expect: [{ [STATUS]: 'up' }] }),
    instead: 'echo',
    shows: '0 p',
  },
  {
    ...step('uri'),
    suite: steps({ uri: 'doc://a', expect: [{ [SAYS.resources]: 'b' }] }),
    instead: 'doc://b',
    shows: '0 p',
  },
  {
    ...step('prompt'),
    suite: steps({ prompt: 'leave', expect: [{ [SAYS.prompts]: 'Bye' }] }),
    instead: 'greet',
    shows: '0 p',
  },
  {
    ...step('args'),
    suite: steps({ tool: 'echo', args: { text: 'x' }, expect: [{ [STATUS]: 'x' }] }),
    shows: '0 p',
  },
  { ...step('expect'), suite: steps({ tool: 'echo', expect: [{ [STATUS]: 'no' }] }), shows: '1 f' },
  {
    ...step('capture'),
    suite: steps(
      { tool: 'get_status', capture: { x: 'result.structuredContent.s' } },
      { tool: 'echo', args: { text: read }, expect: [{ [STATUS]: 'abc' }] },
    ),
    instead: { x: 'result.structuredContent.n' },
    shows: '0 p',
  },
  { ...step('timeout'), suite: steps({ tool: 'slow', timeout: '100ms' }, { tool: 'echo' }), shows: '1 f' },
  {
    ...step('cancel_after'),
    suite: steps({ tool: 'slow', cancel_after: '50ms', expect: [{ cancelled: true }] }),
    shows: '0 p',
  },
  { ...step('on_tool_error'), suite: steps({ tool: 'breaks', on_tool_error: 'inconclusive' }), shows: '3 i' },
];

const LISTS: Experiment[] = [
  {
    key: 'compliance_check.check',
    suite: { servers: on('POOR'), compliance: [{ name: 'one', check: 'prompts/list' }] },
    at: 'compliance/0/check',
    instead: 'ping',
    shows: true,
    look: ({ report }) => JSON.stringify(report.envelope.results[0]?.checks).includes('prompts'),
  },
  {
    key: 'compliance_check.spec_version',
    suite: { servers, compliance: [{ name: 'one', check: 'initialize', spec_version: '2024-11-05' }] },
    at: 'compliance/0/spec_version',
    shows: '1 f',
  },
  {
    key: 'compliance_check.expect',
    suite: {
      servers,
      compliance: [{ name: 'one', check: 'tools/list', expect: [{ 'result.tools': { length: 0 } }] }],
    },
    at: 'compliance/0/expect',
    shows: '1 f',
  },
  {
    key: 'tool_quality_check.expect',
    suite: { servers, tool_quality: [{ name: 'one', expect: [{ min_score: { '>': 1 } }] }] },
    at: 'tool_quality/0/expect',
    instead: [{ min_score: { '>=': 0 } }],
    shows: '1 f',
  },
  {
    key: 'tdqs_check.expect',
    suite: { servers, tdqs: [{ name: 'one', expect: [{ 'tdqs.mean': { '>': 5 } }] }] },
    at: 'tdqs/0/expect',
    instead: [{ 'tdqs.mean': { '>=': 1 } }],
    shows: '1 f',
  },
  {
    key: 'tdqs_check.judge',
    suite: {
      servers,
      tdqs: [{ name: 'one', judge: 'claude-sonnet-4-5', expect: [{ 'tdqs.mean': { '>=': 1 } }] }],
    },
    at: 'tdqs/0/judge',
    input: { env: {} },
    shows: '3 i',
  },
  ...(['compliance', 'tool_quality', 'tdqs'] as const).map((list): Experiment => {
    const poor = {
      compliance: { check: 'tools/list', expect: [{ 'result.tools': { length: 2 } }] },
      tool_quality: { expect: [{ 'tool["x"].score': { '<': 1 } }] },
      tdqs: { expect: [{ 'tdqs.tool["x"].tdqs': { '<': 5 } }] },
    };
    return {
      key: `${list}_check.server`,
      suite: {
        servers: { m: { url: 'POOR' }, n: { url: 'OTHER' } },
        [list]: [{ name: 'one', server: 'm', ...poor[list] }],
      },
      at: `${list}/0/server`,
      instead: 'n',
      shows: '0 p',
    };
  }),
];

/** An assertion in its long form, wherever one may stand. */
const assertion = (
  def: string,
  at: string,
  suite: (one: object) => object,
  words: [string, unknown, string],
): Experiment[] => {
  const [target, matcher, otherTarget] = words;
  const failing = suite({ target, matcher, message: 'told by the suite' }) as Experiment['suite'];
  return [
    {
      key: `${def}.target`,
      suite: failing,
      at: `${at}/target`,
      instead: otherTarget,
      shows: target,
      look: firstTarget,
    },
    {
      key: `${def}.matcher`,
      suite: failing,
      at: `${at}/matcher`,
      instead: { type: 'number' },
      shows: 1,
      look: exitCode,
    },
    {
      key: `${def}.message`,
      suite: failing,
      at: `${at}/message`,
      shows: true,
      look: ({ report }) => JSON.stringify(report.envelope).includes('told by the suite'),
    },
  ];
};
const exitCode = ({ report }: Seen): number => report.envelope.exit_code;
const firstTarget = ({ report }: Seen): unknown => {
  const { results, groups = [] } = report.envelope;
  return [...results, ...groups].flatMap(({ checks }) => checks)[0]?.target;
};

const agentWith = (more: object) => ({
  servers,
  agents: [
    {
      name: 'one',
      model: 'scripted',
      prompt: 'Go.',
      script: [{ call: 'm.get_status' }, { say: 'Done.' }],
      ...more,
    },
  ],
});

const ASSERTIONS: Experiment[] = [
  ...assertion(
    'assertion',
    'tools/0/expect/0',
    (one) => ({ servers, tools: [{ name: 'one', tool: 'get_status', expect: [one] }] }),
    ['result.structuredContent.n', { '>': 9 }, 'result.structuredContent.list[0]'],
  ),
  ...assertion('agent_assertion', 'agents/0/expect/0', (one) => agentWith({ expect: [one] }), [
    'conversation.turns',
    { '>': 99 },
    'conversation.tokens.total',
  ]),
  ...assertion(
    'gate',
    'agents/0/orchestration/expect/0',
    (one) => agentWith({ orchestration: { expect: [one] } }),
    ['orchestration.syntax', { '>': 100 }, 'orchestration.efficiency'],
  ),
  ...assertion(
    'tool_quality_assertion',
    'tool_quality/0/expect/0',
    (one) => ({ servers, tool_quality: [{ name: 'one', expect: [one] }] }),
    ['min_score', { '>': 1 }, 'mean_score'],
  ),
  ...assertion(
    'tdqs_assertion',
    'tdqs/0/expect/0',
    (one) => ({ servers, tdqs: [{ name: 'one', expect: [one] }] }),
    ['tdqs.mean', { '>': 5 }, 'tdqs.min'],
  ),
];

const LIMITS: Experiment[] = [
  {
    key: 'expectation.assertions',
    suite: { servers, tools: [{ name: 'one', tool: 'echo', expect: { assertions: [{ [STATUS]: 'no' }] } }] },
    at: 'tools/0/expect/assertions',
    shows: '1 f',
  },
  {
    key: 'expectation.max_duration_ms',
    suite: { servers, tools: [{ name: 'one', tool: 'slow', expect: { max_duration_ms: 100 } }] },
    at: 'tools/0/expect/max_duration_ms',
    shows: '1 f',
  },
  {
    key: 'expectation.max_response_tokens',
    suite: { servers, tools: [{ name: 'one', tool: 'big', expect: { max_response_tokens: 20 } }] },
    at: 'tools/0/expect/max_response_tokens',
    shows: '1 f',
  },
  {
    key: 'agent_expectation.assertions',
    suite: agentWith({ expect: { assertions: [{ final_response: 'no' }] } }),
    at: 'agents/0/expect/assertions',
    instead: [{ final_response: 'Done.' }],
    shows: '1 f',
  },
  {
    key: 'agent_expectation.max_duration_ms',
    suite: agentWith({
      script: [{ call: 'm.slow' }, { say: 'Done.' }],
      expect: { assertions: [{ final_response: 'Done.' }], max_duration_ms: 100 },
    }),
    at: 'agents/0/expect/max_duration_ms',
    shows: '1 f',
  },
  {
    key: 'agent_expectation.max_response_tokens',
    suite: agentWith({
      script: [{ say: 'many words '.repeat(50) }],
      expect: { assertions: [{ 'conversation.turns': 1 }], max_response_tokens: 20 },
    }),
    at: 'agents/0/expect/max_response_tokens',
    shows: '1 f',
  },
];

/** Matcher → target, an operand that holds, and one that does not. */
const MATCHERS: Record<string, [string, unknown, unknown]> = {
  exact: ['s', 'abc', 'abd'],
  contains: ['s', 'b', 'x'],
  icontains: ['s', 'B', 'X'],
  contains_all: ['list', [1, 2], [1, 9]],
  starts_with: ['s', 'a', 'b'],
  ends_with: ['s', 'c', 'b'],
  regex: ['s', '^a', '^b'],
  schema: ['n', { type: 'number' }, { type: 'string' }],
  '==': ['n', 5, 6],
  '!=': ['n', 6, 5],
  '>': ['n', 4, 5],
  '>=': ['n', 5, 6],
  '<': ['n', 6, 5],
  '<=': ['n', 5, 4],
  length: ['list', 3, 4],
  type: ['s', 'string', 'number'],
  approx: ['n', { value: 5.1, within: 0.2 }, { value: 6, within: 0.2 }],
  subset: ['map', { a: 1 }, { a: 2 }],
  unordered: ['list', [3, 1, 2], [3, 1]],
  each: ['list', { '>': 0 }, { '>': 1 }],
  any: ['list', { '>': 2 }, { '>': 3 }],
  not: ['n', { '>': 5 }, { '>': 4 }],
  all_of: ['n', [{ '>': 4 }, { '<': 6 }], [{ '>': 4 }, { '<': 5 }]],
  any_of: ['n', [{ '>': 9 }, { '<': 6 }], [{ '>': 9 }, { '<': 5 }]],
};
const hyphened = (name: string): string[] =>
  name.includes('_') ? [name, name.replaceAll('_', '-')] : [name];
const MATCHING: Experiment[] = Object.entries(MATCHERS).flatMap(([name, [field, holds, fails]]) =>
  hyphened(name).map((spelling): Experiment => {
    const target = `result.structuredContent.${field}`;
    const expect = [{ [target]: { [spelling]: fails } }];
    return {
      key: `matcher.${spelling}`,
      suite: { servers, tools: [{ name: 'one', tool: 'get_status', expect }] },
      at: `tools/0/expect/0/${target}/${spelling}`,
      instead: holds,
      shows: '1 f',
    };
  }),
);

const SNAPSHOT: Experiment = {
  key: 'matcher.snapshot',
  suite: {
    servers,
    tools: [{ name: 'one', tool: 'get_status', expect: [{ [STATUS]: { snapshot: 'first' } }] }],
  },
  at: `tools/0/expect/0/${STATUS}/snapshot`,
  instead: 'second',
  shows: ['one › first'],
  look: ({ report }) => report.envelope.snapshots?.written,
};

export const PLAIN: Experiment[] = [
  ...EVERY_KIND,
  ...CALLS,
  ...SINGLE,
  ...STEPS,
  ...LISTS,
  ...ASSERTIONS,
  ...LIMITS,
  ...MATCHING,
  SNAPSHOT,
];
