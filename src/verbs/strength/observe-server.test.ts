import { expect, it } from 'vitest';
import { createRedactor } from '../../redact/redactor.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Connection, Reply } from '../../types/connection.js';
import { observeServer, type ToObserve } from './observe-server.js';

type Answer = { result: unknown } | { error: { code: number; message: string } } | 'timeout';

/** A server of one function, and every call that reached it. */
function server(answer: (name: string, args: Record<string, unknown>) => Answer) {
  const calls: string[] = [];
  const connection = {
    alive: true,
    async request(_method: string, params: Record<string, unknown>): Promise<Reply> {
      const { name, arguments: args = {} } = params as { name: string; arguments?: Record<string, unknown> };
      calls.push(`${name} ${JSON.stringify(args)}`);
      const seen = { duration_ms: 1, progress: [] };
      const said = answer(name, args as Record<string, unknown>);
      if (said === 'timeout') return { kind: 'timeout', message: 'no answer', ...seen };
      return 'result' in said ? { kind: 'result', ...said, ...seen } : { kind: 'error', ...said, ...seen };
    },
  } as unknown as Connection;
  return { calls, connection };
}

const text = (said: string, isError = false): Answer => ({
  result: { content: [{ type: 'text', text: said }], isError },
});
const takesId = { type: 'object', properties: { user_id: { type: 'string' } }, required: ['user_id'] };
const asked = (tools: ToolDef[]): ToObserve => ({
  tools,
  resources: [],
  prompts: [],
  casesOf: (tool, known) => [known ?? (tool.inputSchema === takesId ? { user_id: 'item-1' } : {})],
});
const redactor = createRedactor([]);

it('calls what only reads twice, and nothing else at all', async () => {
  const { calls, connection } = server(() => text('fine'));
  const tools = ['get_user', 'update_user', 'delete_user', 'frobnicate'].map((name) => ({ name }));
  const { observations } = await observeServer(asked(tools), { connection, redactor });
  expect(calls).toEqual(['get_user {}', 'get_user {}']);
  expect(observations.of({ kind: 'tool', name: 'get_user' })).toHaveLength(2);
});

it('takes arguments from what other tools named, where made-up ones lead to an error', async () => {
  const { connection } = server((name, { user_id }) => {
    if (name === 'list_users')
      return { result: { content: [], structuredContent: { users: [{ id: 'u-7' }] } } };
    return user_id === 'u-7' ? text('Ada') : text('no such user', true);
  });
  const tools = [{ name: 'get_user', inputSchema: takesId }, { name: 'list_users' }];
  const { observations } = await observeServer(asked(tools), { connection, redactor });
  expect(observations.argumentsOf('get_user')).toEqual({ user_id: 'u-7' });
  expect(observations.of({ kind: 'tool', name: 'get_user', args: { user_id: 'u-7' } })).toHaveLength(2);
});

it('notes what gives no answer, and asks it no more', async () => {
  const { calls, connection } = server(() => 'timeout');
  const { observations, notes } = await observeServer(asked([{ name: 'get_slow' }]), {
    connection,
    redactor,
  });
  expect([calls.length, observations.size]).toEqual([1, 0]);
  expect(notes).toEqual(['get_slow gave no answer that could be observed (timeout)']);
});
