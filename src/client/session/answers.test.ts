import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../test/lib/free-port.js';
import type { Answers, Connection, ServerSpec } from '../../types/connection.js';
import { codes, ROOT, reach, spec } from '../chaos-testkit.js';
import { http, json, result, serve } from '../http-testkit.js';
import { Answerer } from './answers.js';
import { FaultLog } from './fault-log.js';

const modules = path.join(ROOT, 'node_modules/@modelcontextprotocol');
const EVERYTHING = path.join(modules, 'server-everything/dist/index.js');

let folder: string;
let asking: string[];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mcptest-answers-'));
  const file = path.join(folder, 'asking.mjs');
  const at = (name: string) => JSON.stringify(path.join(modules, 'server/dist', name));
  writeFileSync(
    file,
    `import { McpServer, inputRequired, inputResponse } from ${at('index.mjs')};
     import { serveStdio } from ${at('stdio.mjs')};
     const form = { type: 'object', properties: { sure: { type: 'boolean' } } };
     serveStdio(() => {
       const server = new McpServer({ name: 'asking', version: '1' });
       server.registerTool('ask', {}, (ctx) => {
         const got = ctx.mcpReq.inputResponses;
         if (got?.sure) return { content: [{ type: 'text', text: JSON.stringify(got) }] };
         const sure = { method: 'elicitation/create', params: { message: 'Are you sure?', requestedSchema: form } };
         const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Say hi' } }], maxTokens: 9 };
         return inputRequired({
           inputRequests: { sure, said: { method: 'sampling/createMessage', params }, where: { method: 'roots/list' } },
         });
       });
       return server;
     }, { legacy: 'serve' });`,
  );
  asking = [process.execPath, file];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all: Answers = {
  elicitation: [
    { when: { message: { contains: 'nobody asks this' } }, mode: 'form', action: 'cancel' },
    { mode: 'form', action: 'accept', content: { sure: true, name: 'Ada' } },
  ],
  sampling: [{ content: { type: 'text', text: 'hello there' }, model: 'scripted', stop_reason: 'endTurn' }],
  roots: [{ uri: 'file:///work', name: 'work' }],
};

const call = async (target: ServerSpec, name: string, args = {}) => {
  const connection = await reach(target);
  const reply = await connection.request('tools/call', { name, arguments: args });
  return { connection, reply, text: JSON.stringify('result' in reply ? reply.result : reply) };
};

describe('server-everything', () => {
  const command = [process.execPath, EVERYTHING];

  test('offers what needs an answer only when there are answers', async () => {
    const names = async (connection: Connection) =>
      (await connection.list('tools/list')).items.map(({ name }) => name);
    const asks = ['trigger-elicitation-request', 'trigger-sampling-request', 'get-roots-list'];
    // It registers these tools some time after it has heard that we are ready.
    const answering = await reach(spec({ command, answers: all }));
    await expect.poll(() => names(answering)).toEqual(expect.arrayContaining(asks));
    const silent = await reach(spec({ command }));
    await silent.request('ping', {}, { notifications: true });
    expect(await names(silent)).not.toContain(asks[0]);
  });

  const over: [string, () => Promise<Partial<ServerSpec>>][] = [
    ['stdio', async () => ({ command })],
    [
      'HTTP',
      async () => {
        const port = await freePort();
        const start = [...command, 'streamableHttp'];
        return { url: `http://127.0.0.1:${port}/mcp`, start, env: { PORT: String(port) } };
      },
    ],
  ];
  test.each(over)('is answered over %s', async (_, target) => {
    const connection = await reach(spec({ ...(await target()), answers: all }));
    const ask = async (name: string, args = {}) => {
      const reply = await connection.request('tools/call', { name, arguments: args });
      return JSON.stringify('result' in reply ? reply.result : reply);
    };
    await connection.request('ping', {}, { notifications: true });
    expect(await ask('trigger-elicitation-request')).toContain('Ada');
    expect(await ask('trigger-sampling-request', { prompt: 'hi', maxTokens: 10 })).toContain('hello there');
    expect(await ask('get-roots-list')).toContain('file:///work');
    expect(codes(connection)).toEqual([]);
  });
});

describe('a server that asks', () => {
  test.each(['legacy', 'modern'])('is answered in the %s era', async (protocol) => {
    const { connection, text } = await call(spec({ command: asking, protocol, answers: all }), 'ask');
    expect(connection.info.era).toBe(protocol);
    for (const part of ['accept', 'hello there', 'file:///work']) expect(text).toContain(part);
    expect(codes(connection)).toEqual([]);
  });

  test.each(['legacy', 'modern'])('is declined in the %s era when no answer fits', async (protocol) => {
    const elicitation = all.elicitation?.slice(0, 1);
    const { connection, text } = await call(
      spec({ command: asking, protocol, answers: { ...all, elicitation } }),
      'ask',
    );
    expect(text).toContain('decline');
    expect(codes(connection)).toEqual(['unanswered-request']);
    expect(connection.faults()[0]?.message).toContain('Are you sure?');
  });
});

test('a form that is accepted without content goes back as it was found', async () => {
  const answers: Answers = { elicitation: [{ mode: 'form', action: 'accept' }] };
  const properties = JSON.parse(
    '{"name":{"default":"Ada"},"age":{"type":"integer"},"__proto__":{"default":1}}',
  );
  const asked = { message: 'Who?', requestedSchema: { type: 'object', properties } };
  const answer = await new Answerer(answers, new FaultLog()).answer('elicitation/create', asked);
  expect(JSON.stringify(answer)).toBe(
    '{"result":{"action":"accept","content":{"name":"Ada","__proto__":1}}}',
  );
});

describe('an unanswered request', () => {
  /** A stateless server whose tool wants what `question` says, `rounds` times. */
  const stateless = (question: (round: number) => object) => {
    let round = 0;
    return serve((a, r) => {
      if (a.body.method === 'initialize') {
        return json(r, { jsonrpc: '2.0', id: a.body.id, error: { code: -32601, message: 'no' } });
      }
      if (a.body.method === 'server/discover') {
        return json(
          r,
          result(a.body.id, {
            resultType: 'complete',
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
          }),
        );
      }
      const answer =
        a.body.method === 'tools/list'
          ? {
              resultType: 'complete',
              ttlMs: 0,
              cacheScope: 'public',
              tools: [{ name: 'x', inputSchema: { type: 'object' } }],
            }
          : { resultType: 'input_required', ...question(round++) };
      json(r, result(a.body.id, answer));
    });
  };
  const sampling = { inputRequests: { a: { method: 'sampling/createMessage', params: { messages: [] } } } };

  test('that we never declared ends the call, and says what is missing', async () => {
    const { url } = await stateless(() => sampling);
    const { connection, reply } = await call(http(url), 'x');
    expect(reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('which we did not declare'),
    });
    expect(codes(connection)).toEqual(['undeclared-request']);
  });

  test('that no answer fits ends the call where there is no way to decline', async () => {
    const { url } = await stateless(() => sampling);
    const never = { when: { maxTokens: { exact: 1 } }, content: {}, model: 'm', stop_reason: 's' };
    const { reply } = await call(http(url, { answers: { sampling: [never] } }), 'x');
    expect(reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('no entry of `answers` fits'),
    });
  });

  test('that never ends is ended, and the state is handed back each time', async () => {
    const { url, asked } = await stateless((round) => ({
      inputRequests: { a: { method: 'roots/list' } },
      requestState: `state ${round}`,
    }));
    const { reply } = await call(http(url, { answers: all }), 'x');
    expect(reply).toMatchObject({ kind: 'invalid', message: expect.stringContaining('after 10 rounds') });
    const calls = asked.filter((a) => a.body.method === 'tools/call');
    expect(calls[0]!.body.params).not.toHaveProperty('inputResponses');
    expect(calls[3]?.body.params).toMatchObject({
      name: 'x',
      requestState: 'state 2',
      inputResponses: { a: { roots: all.roots } },
    });
    expect(calls[0]?.body.params).toMatchObject({
      _meta: {
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, sampling: {}, roots: {} },
      },
    });
  });

  test('that asks nothing at all is told', async () => {
    const { url } = await stateless(() => ({}));
    expect((await call(http(url), 'x')).reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('neither what nor for which state'),
    });
  });
});
