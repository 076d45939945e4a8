/** What the kinds of tests ask of a server, as the run gets it. */
import { describe, expect, it } from 'vitest';
import { problemsOf, suiteOf } from './cases/suite-testkit.js';

/** The first step of the only test of this kind, under its list and under `tests:`. */
async function stepOf(list: string, keys: object) {
  const one = { name: 'a', ...keys };
  const [step] = (await suiteOf({ [list]: [one] })).tests[0]?.steps ?? [];
  return step;
}
const callOf = async (list: string, keys: object) => (await stepOf(list, keys))?.call;
const server = 'api';

describe('a call', () => {
  it('of a completion names a prompt or a template, an argument, and what is typed so far', async () => {
    const given = { language: 'en' };
    expect(
      await callOf('completions', { complete: { prompt: 'p', argument: 'city', value: 'Os', given } }),
    ).toEqual({ kind: 'completion', server, of: { prompt: 'p' }, argument: 'city', value: 'Os', given });
    expect(await callOf('completions', { complete: { uri: 'x:///{id}', argument: 'id' } })).toEqual({
      kind: 'completion',
      server,
      of: { uri: 'x:///{id}' },
      argument: 'id',
      value: '',
    });
  });

  it('of a template has the values of its variables', async () => {
    expect(await callOf('resource_templates', { template: 'x:///{id}', args: { id: 5 } })).toEqual({
      kind: 'template',
      server,
      template: 'x:///{id}',
      args: { id: 5 },
    });
    expect(await callOf('resource_templates', { template: 'x:///all' })).toMatchObject({ args: {} });
  });

  it('of a subscription listens to a resource, to several or to lists, until its trigger was called', async () => {
    expect(await callOf('subscriptions', { subscribe: 'x:///1' })).toEqual({
      kind: 'subscription',
      server,
      resources: ['x:///1'],
      lists: [],
    });
    const subscribe = { resources: ['x:///1', 'x:///2'], lists: ['tools'] };
    expect(await callOf('subscriptions', { subscribe, trigger: { tool: 'touch', args: { id: 1 } } })).toEqual(
      {
        kind: 'subscription',
        server,
        ...subscribe,
        trigger: { kind: 'tool', server, tool: 'touch', args: { id: 1 } },
      },
    );
    expect(await callOf('subscriptions', { subscribe: { lists: ['tools'] } })).toMatchObject({
      resources: [],
      lists: ['tools'],
    });
  });

  it('of a task is that of a tool, with how long it is kept and when it is given up', async () => {
    expect(await callOf('tasks', { task: 'build', args: { id: 1 }, ttl: '2s' })).toEqual({
      kind: 'task',
      server,
      tool: 'build',
      args: { id: 1 },
      ttl_ms: 2000,
    });
    const given = await stepOf('tasks', { task: 'build', cancel_when: 'working' });
    expect(given?.call).toEqual({ kind: 'task', server, tool: 'build', args: {}, cancel_when: 'working' });
    expect(given?.expect.cancels).toBe(true);
    expect((await stepOf('tasks', { task: 'build' }))?.expect).not.toHaveProperty('cancels');
  });

  it('of an app, a resource, a prompt, a tool and any method is what it names', async () => {
    expect(await callOf('apps', { app: 'chart' })).toEqual({ kind: 'app', server, app: 'chart' });
    expect(await callOf('resources', { uri: 'x:///1' })).toEqual({ kind: 'resource', server, uri: 'x:///1' });
    expect(await callOf('prompts', { prompt: 'p' })).toEqual({
      kind: 'prompt',
      server,
      prompt: 'p',
      args: {},
    });
    expect(await callOf('prompts', { prompt: 'p', args: { a: 'b' } })).toMatchObject({ args: { a: 'b' } });
    expect(await callOf('tools', { tool: 't' })).toEqual({ kind: 'tool', server, tool: 't', args: {} });
    expect(await callOf('requests', { request: { method: 'ping', params: { a: 1 } } })).toEqual({
      kind: 'request',
      server,
      method: 'ping',
      params: { a: 1 },
    });
    expect(await callOf('capabilities', { expect: [{ 'capabilities.tools': { type: 'object' } }] })).toEqual({
      kind: 'capabilities',
      server,
    });
  });

  it('may be of any of these in a step', async () => {
    const steps = [
      { app: 'chart' },
      { task: 'build' },
      { subscribe: 'x:///1' },
      { template: 'x:///{id}', args: { id: [1, 2] } },
      { complete: { prompt: 'p', argument: 'a' } },
      { uri: 'x:///1' },
      { request: { method: 'ping' } },
    ];
    const servers = { api: { command: ['x'] }, web: { command: ['y'] } };
    const own = steps.map((step) => ({ ...step, server: 'web' }));
    const [test, elsewhere] = (
      await suiteOf({
        servers,
        tools: [
          { name: 'all', server: 'api', steps },
          { name: 'own', server: 'api', steps: own },
        ],
      })
    ).tests;
    expect(new Set(test?.steps.map(({ call }) => call.server))).toEqual(new Set(['api']));
    expect(new Set(elsewhere?.steps.map(({ call }) => call.server))).toEqual(new Set(['web']));
    expect(test?.steps.map(({ call }) => call.kind)).toEqual([
      'app',
      'task',
      'subscription',
      'template',
      'completion',
      'resource',
      'request',
    ]);
  });

  it.each([
    ['resource', { uri: 'x:///1' }],
    ['prompt', { prompt: 'p' }],
    ['request', { request: { method: 'ping' } }],
    ['completion', { complete: { prompt: 'p', argument: 'a' } }],
    ['template', { template: 'x:///{id}' }],
    ['subscription', { subscribe: 'x:///1' }],
    ['task', { task: 'build' }],
    ['app', { app: 'chart' }],
    ['tool', { tool: 't' }],
    ['agent', { agent: 'base' }],
  ])('tells by its key that the test is of type %s', async (type, keys) => {
    const told = await problemsOf({ agents: [{ name: 'base' }], tests: [{ name: 'a', ...keys }] });
    expect(told).toEqual([{ path: '/tests/0', message: '`type` is required', hint: null }]);
    const written = { name: 'a', type, ...keys };
    expect(
      await problemsOf({ agents: [{ name: 'base', model: 'lexical', prompt: 'p' }], tests: [written] }),
    ).toEqual([]);
  });
});

describe('a check of the protocol', () => {
  it('asks for one thing, or for the checks of a scorecard and what they have to reach', async () => {
    const call = { kind: 'compliance', server };
    expect(await callOf('compliance', { check: 'ping' })).toEqual({ ...call, check: 'ping' });
    expect(await callOf('compliance', { check: 'initialize', spec_version: '2025-11-25' })).toEqual({
      ...call,
      check: 'initialize',
      spec_version: '2025-11-25',
    });
    expect(await callOf('compliance', {})).toEqual({ ...call, conformance: {} });
    const asked = { checks: ['C-LIST-*'], baseline: 'b.yml', grade_delta: 'old.json', allow_calls: ['get'] };
    expect(await callOf('compliance', asked)).toEqual({ ...call, conformance: asked });
    expect(await callOf('compliance', { grade: 'A' })).toEqual({ ...call, conformance: { grade: 'A' } });
  });
});

describe('what is asked of a tool beside one call', () => {
  const probesOf = async (keys: object) => (await stepOf('tools', { tool: 't', ...keys }))?.probes;

  it('is nothing unless a test says so', async () => {
    expect(await stepOf('tools', { tool: 't' })).not.toHaveProperty('probes');
  });

  it('may be made-up inputs', async () => {
    const usual = { seed: 1, cases: 100, max_call_ms: 3000, strict: false, allow_destructive: false };
    expect(await probesOf({ fuzz: {} })).toEqual({ fuzz: usual });
    const own = { seed: 7, cases: 5, max_call_ms: 10, strict: true, allow_destructive: true };
    expect(await probesOf({ fuzz: own })).toEqual({ fuzz: own });
  });

  it('may be relations between answers', async () => {
    expect(
      await probesOf({
        metamorphic: [
          'idempotent',
          { case: { argument: 'q' } },
          { monotone_limit: { argument: 'n' } },
          { monotone_limit: { argument: 'n', values: [3, 4] } },
          { subset: { args: { open: true }, items: 'result.list' } },
        ],
      }),
    ).toEqual({
      metamorphic: [
        { kind: 'idempotent' },
        { kind: 'case', argument: 'q' },
        { kind: 'monotone_limit', argument: 'n', values: [1, 2, 5] },
        { kind: 'monotone_limit', argument: 'n', values: [3, 4] },
        { kind: 'subset', args: { open: true }, items: 'result.list' },
      ],
    });
  });

  it.each([
    [{ metamorphic: ['idempotnt'] }, '/tools/0/metamorphic/0'],
    [{ metamorphic: [{}] }, '/tools/0/metamorphic/0'],
    [
      { metamorphic: [{ case: { argument: 'q' }, white_space: { argument: 'q' } }] },
      '/tools/0/metamorphic/0',
    ],
    [{ metamorphic: [] }, '/tools/0/metamorphic'],
    [{ load: { concurrency: 1001 } }, '/tools/0/load/concurrency'],
    [{ fuzz: { cases: 0 } }, '/tools/0/fuzz/cases'],
  ])('%j is refused', async (keys, path) => {
    expect(await problemsOf({ tools: [{ name: 'a', tool: 't', ...keys }] })).toMatchObject([{ path }]);
  });

  it('may be many calls and how fast they have to be', async () => {
    expect(await probesOf({ load: {} })).toEqual({
      load: { for_ms: 5000, calls: 10_000, allow_remote: false, gates: { max_error_rate: 0 } },
    });
    const gates = { max_p50_ms: 1, max_p95_ms: 2, max_p99_ms: 3, min_per_second: 4, max_memory_growth_mb: 5 };
    expect(
      await probesOf({
        load: {
          concurrency: 3,
          rate: 2.5,
          for: '2s',
          calls: 7,
          allow_remote: true,
          max_error_rate: '1.5%',
          ...gates,
        },
      }),
    ).toEqual({
      load: {
        concurrency: 3,
        rate: 2.5,
        for_ms: 2000,
        calls: 7,
        allow_remote: true,
        gates: { ...gates, max_error_rate: 1.5 },
      },
    });
  });
});
