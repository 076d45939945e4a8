import { describe, expect, test } from 'vitest';
import type { Suite } from '../types/suite.js';
import { parseSuite } from './load.js';

const ENV = { MY_SECRET: 'a-client-secret', OTHER: 'x' };

async function load(server: object, tests: object[] = []) {
  const text = JSON.stringify({ servers: { s: server }, tools: tests });
  const options = { file: '/w/mcptest.yaml', cwd: '/w', workspace: '/w', env: ENV };
  const { suites, problems, secrets } = await parseSuite(text, options);
  return {
    suite: suites[0] as Suite,
    problems: problems.map(({ path, message }) => `${path}: ${message}`),
    secrets,
  };
}

test('a variable that nobody declared is named, also where its value would be secret', async () => {
  const variable = ['$', '{nobody}'].join('');
  const { problems } = await load({ command: ['s'], env: { TOKEN: variable } });
  expect(problems).toEqual([`/servers/s/env/TOKEN: unknown variable \`${variable}\``]);
});

describe('auth', () => {
  const oauth = { grant: 'client_credentials', client_id: 'me', client_secret_env: 'MY_SECRET' };
  const url = 'https://mcp.test/mcp';

  test('OAuth is read as it is written, and its secret is one', async () => {
    const { suite, secrets } = await load({ url, auth: { oauth: { ...oauth, scope: 'a b' } } });
    expect(suite.servers.s!.auth).toEqual({ oauth: { ...oauth, scope: 'a b' } });
    expect(secrets).toContainEqual({ name: 'MY_SECRET', value: 'a-client-secret' });
  });

  test.each([
    [
      { oauth: { ...oauth, client_id: undefined } },
      '/servers/s/auth/oauth: `oauth` needs `client_id` or `client_id_env`',
    ],
    [{ oauth: { ...oauth, client_id_env: 'OTHER' } }, 'cannot both be given'],
    [{ oauth: { ...oauth, grant: 'password' } }, '/servers/s/auth/oauth/grant: expected'],
    [{ oauth: { ...oauth, client_secret: 'x' } }, 'client_secret'],
    [{ oauth: { ...oauth, token_url: 'ftp://x' } }, 'expected an http or https URL'],
    [{ bearer_token_env: 'OTHER', oauth }, 'bearer_token_env'],
    [{}, 'bearer_token_env'],
  ])('%j is refused', async (auth, message) => {
    expect((await load({ url, auth })).problems.join('\n')).toContain(message);
  });

  test('belongs to a URL', async () => {
    expect((await load({ command: ['x'], auth: { oauth } })).problems).toEqual([
      '/servers/s: `auth` needs `url`',
    ]);
  });
});

describe('answers', () => {
  test('are spelt out', async () => {
    const { suite } = await load({
      command: ['x'],
      answers: {
        elicitation: [
          { when: { message: 'Sure?', 'requestedSchema.type': { exact: 'object' } }, action: 'accept' },
        ],
        sampling: [{ text: 'hi' }, { content: { type: 'image' }, model: 'm' }],
        roots: [{ uri: 'file:///a' }],
      },
    });
    expect(suite.servers.s!.answers).toEqual({
      elicitation: [
        {
          when: { message: { exact: 'Sure?' }, 'requestedSchema.type': { exact: 'object' } },
          mode: 'form',
          action: 'accept',
        },
      ],
      sampling: [
        { content: { type: 'text', text: 'hi' }, model: 'scripted', stop_reason: 'endTurn' },
        { content: { type: 'image' }, model: 'm', stop_reason: 'endTurn' },
      ],
      roots: [{ uri: 'file:///a' }],
    });
  });

  test.each([
    [{ elicitation: [{ action: 'agree' }] }, 'expected accept, decline or cancel'],
    [{ elicitation: [{ action: 'accept', when: { mesage: 'x' } }] }, 'mesage'],
    [{ elicitation: [{ action: 'accept', when: { message: { contain: 'x' } } }] }, 'contain'],
    [{ sampling: [{}] }, 'either `text` or `content`'],
    [{ sampling: [{ text: 'a', content: {} }] }, 'either `text` or `content`'],
    [{ roots: [{ uri: 'work' }] }, 'expected a URI'],
    [{ root: [] }, 'root'],
  ])('%j is refused', async (answers, message) => {
    expect((await load({ command: ['x'], answers })).problems.join('\n')).toContain(message);
  });
});

test('cancel_after is a duration, of a test or of a step', async () => {
  const { suite } = await load({ command: ['x'] }, [
    { name: 'a', tool: 't', cancel_after: '1.5s' },
    { name: 'b', steps: [{ tool: 't', cancel_after: 20 }, { tool: 't' }] },
  ]);
  const [a, b] = suite.tests;
  expect(a!.steps[0]).toMatchObject({ cancel_after_ms: 1500, expect: { cancels: true } });
  expect(b!.steps.map((step) => step.cancel_after_ms)).toEqual([20, undefined]);
});

test('wait_for is a method, and how long to wait for it', async () => {
  const { suite } = await load({ command: ['x'] }, [
    { name: 'a', tool: 't', wait_for: 'notifications/x' },
    { name: 'b', tool: 't', wait_for: { method: 'notifications/x', within: '50ms' } },
  ]);
  const [a, b] = suite.tests.map(({ steps }) => steps[0]!);
  expect(a).toMatchObject({ wait_ms: 5000, expect: { awaits: 'notifications/x' } });
  expect(b).toMatchObject({ wait_ms: 50, expect: { awaits: 'notifications/x' } });
});

test('on_tool_error is a key of a tool test or of a step that calls a tool', async () => {
  const { suite } = await load({ command: ['x'] }, [
    { name: 'a', tool: 't', on_tool_error: 'inconclusive' },
    { name: 'b', steps: [{ tool: 't', on_tool_error: 'inconclusive' }, { tool: 't' }] },
  ]);
  const kept = suite.tests.map(({ steps }) => steps.map((step) => step.expect.on_tool_error));
  expect(kept).toEqual([['inconclusive'], ['inconclusive', undefined]]);
  const { problems } = await load({ command: ['x'] }, [
    { name: 'a', tool: 't', on_tool_error: 'pass' },
    { name: 'b', on_tool_error: 'inconclusive', steps: [{ tool: 't' }] },
    { name: 'c', steps: [{ uri: 'file:///a', on_tool_error: 'inconclusive' }] },
  ]);
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    '/tools/0/on_tool_error',
    '/tools/1',
    '/tools/2/steps/0',
  ]);
});
