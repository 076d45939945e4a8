/** Keys of tests of the other parts of the protocol. */
import type { Experiment, Seen } from './experiment.js';

const on = (url: string) => ({ m: { url, protocol: 'legacy' } });
const servers = on('PARTS');
const two = { ...servers, n: { url: 'PARTLESS' } };

interface Kind {
  def: string;
  /** A call that passes. */
  call: object;
  /** A target with a value that stays the same, and another one with another value. */
  target: string;
  other: string;
  /** Whether it is one request, which can be cancelled. */
  isOne?: boolean;
}

const KINDS: Record<string, Kind> = {
  requests: {
    def: 'request_test',
    call: { request: { method: 'doc/say' } },
    target: 'result.said',
    other: 'result.else',
    isOne: true,
  },
  completions: {
    def: 'completion_test',
    call: { complete: { prompt: 'greet', argument: 'who' } },
    target: 'result.completion.values[0]',
    other: 'result.completion.values[1]',
    isOne: true,
  },
  resource_templates: {
    def: 'template_test',
    call: { template: 'doc://t/{id}', args: { id: 'z' } },
    target: 'uri',
    other: 'template.name',
    isOne: true,
  },
  subscriptions: {
    def: 'subscription_test',
    call: { subscribe: 'doc://a', trigger: { tool: 'touch' } },
    target: 'updates[0]',
    other: 'notifications[0].method',
  },
  tasks: { def: 'task_test', call: { task: 'dig' }, target: 'task.status', other: 'task.pollInterval' },
  apps: { def: 'app_test', call: { app: 'paint' }, target: 'app.uri', other: 'app.mimeType' },
  capabilities: {
    def: 'capabilities_test',
    call: { expect: [{ 'server_info.name': 'parts' }] },
    target: 'era',
    other: 'protocol_version',
  },
};

const firstName = ({ report }: Seen): unknown => report.envelope.results[0]?.name;

const EVERY_KIND: Experiment[] = Object.entries(KINDS).flatMap(([list, kind]): Experiment[] => {
  const { call, target, other } = kind;
  const tests = (first: object, second?: object) => [
    { name: 'one', ...call, ...first },
    ...(second ? [{ name: 'two', ...call, ...second }] : []),
  ];
  const suite = (first: object, second?: object) => ({ servers, [list]: tests(first, second) });
  const at = (key: string) => ({ key: `${kind.def}.${key}`, at: `${list}/0/${key}` });
  const asked: Experiment[] = [
    {
      ...at('timeout'),
      suite: { servers: on('PARTSLOW'), [list]: tests({ timeout: '100ms' }) },
      shows: '1 f',
    },
    { ...at('retries'), suite: { servers: on('PARTFLAKY'), [list]: tests({ retries: 2 }) }, shows: '0 p' },
    { ...at('repeat'), suite: { servers: on('PARTWORSE'), [list]: tests({ repeat: 2 }) }, shows: '1 f' },
  ];
  const cancelled: Experiment = {
    ...at('cancel_after'),
    suite: {
      servers: on('PARTSLOW'),
      [list]: tests({ cancel_after: '50ms', expect: [{ cancelled: true }] }),
    },
    shows: '0 p',
  };
  return [
    { key: list, at: list, suite: suite({}), shows: '0 p' },
    { ...at('name'), suite: suite({}, {}), instead: 'three', shows: 'one', look: firstName },
    { ...at('tags'), suite: suite({ tags: ['a'] }, {}), input: { tags: ['a'] }, shows: '0 p' },
    { ...at('only'), suite: suite({ only: true }, {}), shows: '0 p' },
    {
      key: `${kind.def}.depends_on`,
      at: `${list}/1/depends_on`,
      suite: suite({ expect: [{ duration_ms: { '<': 0 } }] }, { depends_on: ['one'] }),
      shows: '1 fs',
    },
    { ...at('cases'), suite: suite({ cases: [{ x: 1 }, { x: 2 }] }), shows: '0 pp' },
    {
      ...at('matrix'),
      suite: {
        servers: { ...servers, n: servers.m },
        [list]: [{ name: 'one', ...call, matrix: { server: ['m', 'n'] } }],
      },
      instead: { server: ['m'] },
      shows: '0 pp',
    },
    { ...at('skip'), suite: suite({ skip: 'later' }, {}), shows: '0 sp' },
    {
      ...at('server'),
      suite: { servers: two, [list]: tests({ server: 'm' }) },
      instead: 'n',
      shows: '0 p',
    },
    {
      ...at('expect'),
      suite: suite({ expect: [{ duration_ms: { '<': 0 } }] }),
      instead: [{ duration_ms: { '>=': 0 } }],
      shows: '1 f',
    },
    {
      ...at('capture'),
      suite: suite({ capture: { x: target } }, { expect: [{ [target]: '${captured.x}' }] }),
      instead: { x: other },
      shows: '0 pp',
    },
    ...(list === 'capabilities' ? [] : asked),
    ...(kind.isOne ? [cancelled] : []),
  ];
});

/** A key of a call with a test that it decides; the same goes for the call in a step. */
interface Deciding {
  list: string;
  /** Below the test: `complete/value`. */
  key: string;
  test: object;
  instead?: unknown;
  shows?: string;
  /** Where the schema keeps it, when not in the test itself. */
  named?: string;
}

const values = (...list: string[]) => [{ 'result.completion.values': { exact: list } }];
const TEXT = 'result.content[0].text';
const TOLD = [{ updates: { any: 'doc://a' } }];
const NEVER = { method: 'notifications/none', within: '20ms' };
const triggered = (trigger: object, expect: object[]) => ({ subscribe: 'doc://a', trigger, expect });

const DECIDING: Deciding[] = [
  { list: 'requests', key: 'request', test: { request: { method: 'doc/say' } }, instead: { method: 'none' } },
  { list: 'requests', key: 'request/method', test: { request: { method: 'doc/say' } }, instead: 'none' },
  {
    list: 'requests',
    key: 'request/params',
    test: { request: { method: 'doc/say', params: { word: 'go' } }, expect: [{ 'result.said': 'go' }] },
  },
  {
    list: 'completions',
    key: 'complete',
    test: { complete: { prompt: 'greet', argument: 'who' }, expect: values('anna', 'bert') },
    instead: { prompt: 'greet', argument: 'none' },
  },
  {
    list: 'completions',
    key: 'complete/prompt',
    test: { complete: { prompt: 'greet', argument: 'who' } },
    instead: 'none',
  },
  {
    list: 'completions',
    key: 'complete/uri',
    test: { complete: { uri: 'doc://t/{id}', argument: 'id' } },
    instead: 'doc://none/{id}',
  },
  {
    list: 'completions',
    key: 'complete/argument',
    test: { complete: { prompt: 'greet', argument: 'who' }, expect: values('anna', 'bert') },
    instead: 'none',
  },
  {
    list: 'completions',
    key: 'complete/value',
    test: { complete: { prompt: 'greet', argument: 'who', value: 'b' }, expect: values('bert') },
  },
  {
    list: 'completions',
    key: 'complete/given',
    test: {
      complete: { prompt: 'greet', argument: 'where', given: { who: 'anna' } },
      expect: values('home'),
    },
  },
  {
    list: 'resource_templates',
    key: 'template',
    test: { template: 'doc://t/{id}', args: { id: 'z' } },
    instead: 'doc://none/{id}',
  },
  {
    list: 'resource_templates',
    key: 'args',
    test: { template: 'doc://t/{id}', args: { id: 'z' }, expect: [{ uri: 'doc://t/z' }] },
  },
  {
    list: 'subscriptions',
    key: 'subscribe',
    test: triggered({ tool: 'touch' }, TOLD),
    instead: { lists: ['tools'] },
  },
  {
    list: 'subscriptions',
    key: 'subscribe/resources',
    test: { ...triggered({ tool: 'touch' }, TOLD), subscribe: { resources: ['doc://a'], lists: ['tools'] } },
  },
  {
    list: 'subscriptions',
    key: 'subscribe/lists',
    test: { subscribe: { resources: ['doc://a'], lists: ['prompts'] } },
    shows: '1 f',
  },
  { list: 'subscriptions', key: 'trigger', test: triggered({ tool: 'touch' }, TOLD) },
  { list: 'subscriptions', key: 'trigger/tool', test: triggered({ tool: 'touch' }, TOLD), instead: 'paint' },
  {
    list: 'subscriptions',
    key: 'trigger/uri',
    test: triggered({ uri: 'doc://a' }, [{ 'result.contents[0].text': 'b' }]),
    instead: 'doc://none',
  },
  {
    list: 'subscriptions',
    key: 'trigger/prompt',
    test: triggered({ prompt: 'greet' }, [{ 'result.messages[0].role': 'user' }]),
    instead: 'none',
  },
  {
    list: 'subscriptions',
    key: 'trigger/request',
    test: triggered({ request: { method: 'doc/say' } }, [{ 'result.said': 'nothing' }]),
    instead: { method: 'ping' },
  },
  {
    list: 'subscriptions',
    key: 'trigger/args',
    test: triggered({ tool: 'touch', args: { text: 'x' } }, [{ [TEXT]: 'x' }]),
  },
  { list: 'subscriptions', key: 'wait_for', test: { subscribe: 'doc://a', wait_for: NEVER }, shows: '1 f' },
  {
    list: 'subscriptions',
    key: 'wait_for/method',
    test: { subscribe: 'doc://a', trigger: { tool: 'touch' }, wait_for: NEVER },
    instead: 'notifications/resources/updated',
    shows: '1 f',
  },
  { list: 'tasks', key: 'task', test: { task: 'dig' }, instead: 'touch' },
  { list: 'tasks', key: 'args', test: { task: 'dig', args: { text: 'x' }, expect: [{ [TEXT]: 'x' }] } },
  { list: 'tasks', key: 'ttl', test: { task: 'dig', ttl: '7s', expect: [{ 'task.ttl': 7000 }] } },
  {
    list: 'tasks',
    key: 'cancel_when',
    test: { task: 'sleep', cancel_when: 'working', timeout: '8s' },
  },
  { list: 'apps', key: 'app', test: { app: 'paint' }, instead: 'ugly' },
];

const CALLS: Experiment[] = DECIDING.map(({ list, key, test, instead, shows = '0 p' }) => {
  const parts = key.split('/');
  const owner = parts.length > 1 ? parts[0] : KINDS[list]!.def;
  const suite = { servers, [list]: [{ name: 'one', ...test }] };
  return { key: `${owner}.${parts.at(-1)}`, at: `${list}/0/${key}`, suite, instead, shows };
});

const STEPS: Experiment[] = DECIDING.filter(({ key }) => !key.includes('/') && key !== 'args').map(
  ({ key, test, instead, shows = '0 p' }) => {
    const suite = { servers, tools: [{ name: 'one', steps: [test] }] };
    return { key: `step.${key}`, at: `tools/0/steps/0/${key}`, suite, instead, shows };
  },
);

/** What is heard beside the answer. */
const HEARD: Experiment[] = Object.entries({
  tools: ['tool_test', { tool: 'paint' }],
  resources: ['resource_test', { uri: 'doc://a' }],
  prompts: ['prompt_test', { prompt: 'greet' }],
  requests: ['request_test', { request: { method: 'doc/say' } }],
} as const).flatMap(([list, [def, call]]): Experiment[] => {
  const at = (key: string) => ({ key: `${def}.${key}`, at: `${list}/0/${key}`, shows: '1 f' });
  const suite = (url: string, more: object) => ({
    servers: on(url),
    [list]: [{ name: 'one', ...call, ...more }],
  });
  return [
    { ...at('wait_for'), suite: suite('PARTS', { wait_for: NEVER }) },
    { ...at('log_level'), suite: suite('PARTMUTE', { log_level: 'error' }) },
  ];
});

const heardStep = (key: string, step: object, url: string): Experiment => ({
  key: `step.${key}`,
  at: `tools/0/steps/0/${key}`,
  suite: { servers: on(url), tools: [{ name: 'one', steps: [{ tool: 'paint', ...step }] }] },
  shows: '1 f',
});

export const PROTOCOL: Experiment[] = [
  ...EVERY_KIND,
  ...CALLS,
  ...STEPS,
  ...HEARD,
  heardStep('wait_for', { wait_for: NEVER }, 'PARTS'),
  heardStep('log_level', { log_level: 'error' }, 'PARTMUTE'),
  {
    key: 'action.call.request',
    suite: {
      servers,
      setup: [{ call: { request: { method: 'none' } } }],
      requests: [{ name: 'one', request: { method: 'ping' } }],
    },
    at: 'setup/0/call/request',
    instead: { method: 'ping' },
    shows: '3 i',
  },
];
