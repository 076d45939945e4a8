/** What each kind holds of a server whatever a test expects, on servers that break it. */
import { describe, expect, it } from 'vitest';
import type { Connection, Reply, RequestOptions } from '../../types/connection.js';
import type { ProtocolCall } from '../../types/suite.js';
import { askKind } from './ask-kind.js';

type Answers = Record<string, (params: Record<string, unknown>, options: RequestOptions) => unknown>;

/** A server as functions: a method that it does not have is unknown to it. */
function serving(answers: Answers, more: Partial<Connection['info']> = {}) {
  const asked: string[] = [];
  const request: Connection['request'] = async (method, params = {}, options = {}) => {
    asked.push(method);
    const seen = { duration_ms: 0, progress: [], ...(options.notifications && { notifications: [] }) };
    const answer = answers[method];
    if (!answer) return { kind: 'error', error: { code: -32601, message: 'Method not found' }, ...seen };
    const result = await answer(params, options);
    return { kind: 'result', result, ...seen } as Reply;
  };
  const info = { transport: 'stdio', era: 'legacy', protocol_version: '2025-11-25', auth: 'none' } as const;
  const connection: Connection = {
    name: 's',
    info: { ...info, capabilities: {}, ...more },
    request,
    list: async () => ({ items: (await answers.list?.({}, {})) as never, pages: 1 }),
    alive: true,
    faults: () => [],
    stderrTail: () => '',
    close: async () => {},
  };
  return { connection, asked };
}

type Asked = Exclude<ProtocolCall, { kind: 'request' }>;

async function judged(
  call: Asked,
  served: ReturnType<typeof serving>,
  def?: Record<string, unknown>,
  timeout_ms = 1000,
) {
  const { connection } = served;
  const answer = await askKind(call, { connection, options: { timeout_ms }, tool: async () => ({ def }) });
  const failed = answer.checks.filter(({ outcome }) => outcome !== 'pass').map(({ message }) => message);
  return { ...answer, failed, asked: served.asked };
}

describe('a completion', () => {
  const call: Asked = { kind: 'completion', server: 's', of: { prompt: 'p' }, argument: 'a', value: 'x' };
  const able = { capabilities: { completions: {} } };

  it.each([
    [{}, 'no `completion`'],
    [{ completion: { values: 'x' } }, 'is not a list'],
    [{ completion: { values: [1] } }, 'not text'],
    [{ completion: { values: Array(101).fill('x') } }, 'more than the 100'],
    [{ completion: { values: ['a', 'b'], total: 1 } }, '2 values came'],
    [{ completion: { values: [], hasMore: 'no' } }, 'neither true nor false'],
  ])('%j is refused', async (result, why) => {
    const { failed } = await judged(call, serving({ 'completion/complete': () => result }, able));
    expect(failed).toEqual([expect.stringContaining(why)]);
  });

  it('of a server that does not declare it is refused', async () => {
    const result = { completion: { values: ['x'] } };
    expect((await judged(call, serving({ 'completion/complete': () => result }))).failed).toHaveLength(1);
    expect((await judged(call, serving({ 'completion/complete': () => result }, able))).failed).toEqual([]);
  });
});

describe('a template', () => {
  const call: Asked = { kind: 'template', server: 's', template: 'doc://{id}', args: { id: 1 } };
  const read = { 'resources/read': () => ({ contents: [] }) };

  it('must be listed', async () => {
    const { failed } = await judged(call, serving({ ...read, list: () => [{ uriTemplate: 'doc://{x}' }] }));
    expect(failed).toEqual([expect.stringContaining('it lists doc://{x}')]);
  });

  it('with a variable that it does not have is not read', async () => {
    const stray: Asked = { ...call, args: { no: 1 } } as Asked;
    const { failed, asked } = await judged(
      stray,
      serving({ ...read, list: () => [{ uriTemplate: 'doc://{id}' }] }),
    );
    expect(failed).toEqual(['the template doc://{id} has no {no}']);
    expect(asked).not.toContain('resources/read');
  });
});

describe('a task', () => {
  const call: Asked = { kind: 'task', server: 's', tool: 't', args: {} };
  const able = { capabilities: { tasks: { requests: { tools: { call: {} } } } } };
  const time = '2026-01-01T00:00:00Z';
  const task = (status: string, more: object = {}) => ({
    ...{ taskId: '1', status, createdAt: time, lastUpdatedAt: time, ttl: null, pollInterval: 1 },
    ...more,
  });
  const created = { 'tools/call': () => ({ task: task('working') }) };

  it('is followed to its end', async () => {
    const states = [task('working'), task('completed')];
    const served = serving(
      { ...created, 'tasks/get': () => states.shift(), 'tasks/result': () => ({ content: [] }) },
      able,
    );
    const { failed, reply, asked } = await judged(call, served);
    expect(failed).toEqual([]);
    expect(reply).toMatchObject({ kind: 'result', also: { statuses: ['working', 'completed'] } });
    expect(asked).toEqual(['tools/call', 'tasks/get', 'tasks/get', 'tasks/result']);
  });

  it.each([
    [task('done'), 'is not a status'],
    [task('completed', { taskId: '2' }), 'asked for the task 1'],
    [task('completed', { createdAt: 'today' }), 'is not a time'],
    [task('completed', { ttl: 1.5 }), 'whole milliseconds'],
  ])('%j is no sound task', async (state, why) => {
    const served = serving(
      { ...created, 'tasks/get': () => state, 'tasks/result': () => ({ content: [] }) },
      able,
    );
    expect((await judged(call, served)).failed).toEqual([expect.stringContaining(why)]);
  });

  it('that was never created is told, and what cannot have one is not asked', async () => {
    const atOnce = await judged(call, serving({ 'tools/call': () => ({ content: [] }) }, able));
    expect(atOnce.failed).toEqual([expect.stringContaining('answered at once')]);
    const unable = await judged(call, serving(created));
    expect(unable.reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('does not declare'),
    });
    expect(unable.asked).toEqual([]);
  });

  it('that never ends is cancelled when the time is over', async () => {
    const served = serving(
      { ...created, 'tasks/get': () => task('working'), 'tasks/cancel': () => ({}) },
      able,
    );
    const { reply, asked } = await judged(call, served, undefined, 60);
    expect(reply).toMatchObject({ kind: 'timeout', message: 'the task was still "working" after 60 ms' });
    expect(asked.at(-1)).toBe('tasks/cancel');
  });

  it('of the extension that wants what nobody scripted is cancelled', async () => {
    const modern = (status: string, more: object = {}) => ({ ...task(status, more), ttlMs: null });
    const wants = { inputRequests: { q: { method: 'elicitation/create', params: {} } } };
    const served = serving(
      {
        'tools/call': () => ({ ...modern('working'), resultType: 'task' }),
        'tasks/get': () => modern('input_required', wants),
        'tasks/cancel': () => ({}),
      },
      { era: 'modern', capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    );
    served.connection.answer = async () => ({ why: 'nobody knows' });
    const { reply, asked } = await judged(call, served);
    expect(reply).toMatchObject({ kind: 'invalid', message: 'the task wants nobody knows' });
    expect(asked.at(-1)).toBe('tasks/cancel');
  });
});

describe('a subscription', () => {
  const call: Asked = { kind: 'subscription', server: 's', resources: ['doc://a'], lists: ['tools'] };

  it('to lists of which the server never tells is refused', async () => {
    const served = serving({ 'resources/subscribe': () => ({}), ping: () => ({}) });
    const { failed, asked } = await judged(call, served);
    expect(failed).toEqual(['the server does not tell of changes of its tools']);
    expect(asked).toEqual(['resources/subscribe', 'ping', 'resources/unsubscribe']);
  });

  it('that the server takes only in part is told, and so is an update of something else', async () => {
    const served = serving(
      {
        'subscriptions/listen': (_params, { onNotice, signal }) => {
          onNotice?.({ method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } });
          onNotice?.({ method: 'notifications/resources/updated', params: { uri: 'doc://b' } });
          return new Promise((resolve) => signal?.addEventListener('abort', resolve));
        },
      },
      { era: 'modern' },
    );
    expect((await judged(call, served)).failed).toEqual([
      'the server does not tell of updates of doc://a (and 1 more)',
      'an update of doc://b came, which was not subscribed to',
    ]);
  });
});

describe('an app', () => {
  const call: Asked = { kind: 'app', server: 's', app: 'draw' };
  const named = { _meta: { ui: { resourceUri: 'ui://page' } } };
  const mimeType = 'text/html;profile=mcp-app';
  const page = (more: object) => ({
    'resources/read': () => ({ contents: [{ uri: 'ui://page', mimeType, text: '<html></html>', ...more }] }),
  });

  it('that is sound passes', async () => {
    expect((await judged(call, serving(page({})), named)).failed).toEqual([]);
    const blob = Buffer.from('<html></html>').toString('base64');
    expect((await judged(call, serving(page({ text: undefined, blob })), named)).failed).toEqual([]);
  });

  it.each([
    [{ mimeType: 'text/html' }, 'and not text/html;profile=mcp-app'],
    [{ text: 'just words' }, 'is not an HTML document'],
    [{ text: '<html><img src="https://x.example/y">' }, 'does not declare'],
    [{ uri: 'ui://other' }, 'and not text/html;profile=mcp-app'],
    [{ _meta: { ui: { csp: { resourceDomains: ['*'] } } } }, 'which is not an origin'],
  ])('%j is refused', async (more, why) => {
    expect((await judged(call, serving(page(more)), named)).failed).toContainEqual(
      expect.stringContaining(why),
    );
  });

  it('that nobody names, or that cannot be read, is refused', async () => {
    expect((await judged(call, serving(page({})), {})).failed).toEqual([
      expect.stringContaining('names no page'),
    ]);
    expect((await judged(call, serving({}), named)).failed).toEqual(['the page ui://page cannot be read']);
    expect((await judged(call, serving({}))).failed).toEqual([
      expect.stringContaining('does not list the tool'),
    ]);
  });
});
