import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { parseSuite } from './parse-suite.js';

interface Extra {
  env?: Record<string, string>;
  vars?: Record<string, string>;
  profile?: string;
  file?: string;
}

const parse = (text: string, extra: Extra = {}) =>
  parseSuite(text, { file: 'mcptest.yaml', cwd: '/w', workspace: '/w', env: {}, ...extra });

const SERVER = 'servers: { api: { command: [node, s.js] } }\n';

async function problemsOf(text: string, extra?: Extra) {
  const { problems, suites } = await parse(text, extra);
  expect(suites.length).toBe(problems.length === 0 ? 1 : 0);
  return problems.map(({ path, message, hint, line, column }) => ({
    path,
    message,
    hint,
    at: `${line}:${column}`,
  }));
}

async function suiteOf(text: string, extra?: Extra) {
  const { problems, suites } = await parse(text, extra);
  expect(problems).toEqual([]);
  return suites[0]!;
}

test('the problem that the validate verb shows', async () => {
  expect(await problemsOf('serverz:\n  api: { command: [x] }\n')).toEqual([
    {
      path: '',
      message: "Additional properties are not allowed ('serverz' was unexpected)",
      hint: 'did you mean `servers`?',
      at: '1:1',
    },
  ]);
});

describe('one meaning', () => {
  test('lists of each kind, and `tests` with a type', async () => {
    const lists = await suiteOf(
      `${SERVER}tools:\n- { name: a, tool: t, args: { x: 1 } }\nresources:\n- { name: b, uri: u }\nprompts:\n- { name: c, prompt: p }\n`,
    );
    const typed = await suiteOf(
      `${SERVER}tests:\n- { name: a, type: tool, tool: t, args: { x: 1 } }\n#\n- { name: b, type: resource, uri: u }\n#\n- { name: c, type: prompt, prompt: p }\n`,
    );
    expect(typed.tests).toEqual(lists.tests);
    expect(lists.tests.map(({ kind, server }) => [kind, server])).toEqual([
      ['tool', 'api'],
      ['resource', 'api'],
      ['prompt', 'api'],
    ]);
  });

  test('every spelling of `expect`', async () => {
    const spellings = [
      '[{ target: result.isError, matcher: false }, { target: result.x, matcher: { starts-with: a } }]',
      '[{ result.isError: false }, { result.x: { starts_with: a } }]',
      '[{ result.isError: { exact: false }, result.x: { starts_with: a } }]',
      '{ assertions: [{ result.isError: false }, { target: result.x, matcher: { starts_with: a } }] }',
    ];
    for (const spelling of spellings) {
      const suite = await suiteOf(`${SERVER}tools:\n- { name: a, tool: t, expect: ${spelling} }`);
      expect(suite.tests[0]!.steps[0]!.expect).toEqual({
        assertions: [
          { target: 'result.isError', matcher: { exact: false }, line: 3 },
          { target: 'result.x', matcher: { starts_with: 'a' }, line: 3 },
        ],
      });
    }
  });

  test('limits and the lines of assertions', async () => {
    const suite = await suiteOf(
      `${SERVER}tools:\n- name: a\n  tool: t\n  expect:\n    max_duration_ms: 50\n    assertions:\n      - target: error\n        matcher: null\n        message: why\n      - duration_ms: { "<": 9 }\n`,
    );
    expect(suite.tests[0]!.steps[0]!.expect).toEqual({
      max_duration_ms: 50,
      assertions: [
        { target: 'error', matcher: { exact: null }, message: 'why', line: 8 },
        { target: 'duration_ms', matcher: { '<': 9 }, line: 11 },
      ],
    });
  });

  test('defaults of a server', async () => {
    const { servers } = await suiteOf(
      'servers: { a: { command: [npx, -y, x], cwd: sub }, b: { url: "http://h/mcp", shutdown_grace: 2s, max_message_bytes: 4096 } }',
    );
    expect(servers.a).toEqual({
      name: 'a',
      command: ['npx', '-y', 'x'],
      cwd: '/w/sub',
      protocol: 'auto',
      startup_timeout_ms: 120_000,
      request_timeout_ms: 30_000,
      shutdown_grace_ms: 100,
      isolate: 'suite',
    });
    expect(servers.b).toMatchObject({ cwd: '/w', startup_timeout_ms: 30_000, shutdown_grace_ms: 2000 });
    expect(servers.b?.max_message_bytes).toBe(4096);
  });

  test('an inline suite belongs to the workspace', async () => {
    const suite = await suiteOf(SERVER, { file: '.mcptest/inline/01J.yml' });
    expect(suite).toMatchObject({
      dir: '/w',
      display_file: '.mcptest/inline/01J.yml',
      servers: { api: { cwd: '/w' } },
    });
  });
});

describe('what is wrong is said in plain words', () => {
  test.each([
    ['timeout: soon', '/tools/0/timeout', 'expected a duration such as 500ms, 2s or 5m, found "soon"'],
    ['timeout: 0', '/tools/0/timeout', 'expected a duration above 0 up to 24 hours, found 0'],
    ['timeout: 9999m', '/tools/0/timeout', 'expected a duration above 0 up to 24 hours, found "9999m"'],
    ['retries: -1', '/tools/0/retries', 'expected a whole number from 0 to 100, found -1'],
    ['retries: 1.5', '/tools/0/retries', 'expected a whole number from 0 to 100, found 1.5'],
    ['only: maybe', '/tools/0/only', 'expected true or false, found "maybe"'],
    [
      'skip: no',
      '/tools/0/skip',
      'expected true or false without quotes, or a reason that says why, found "no"',
    ],
    ['skip: 3', '/tools/0/skip', 'expected true, false or the reason as text, found 3'],
    ['tags: smoke', '/tools/0/tags', 'expected a list, found "smoke"'],
    ['args: [1]', '/tools/0/args', 'expected a map of arguments'],
    ['expect: [{ target: result }]', '/tools/0/expect/0', '`matcher` is required'],
    [
      'expect: [{ result.x: { regex: "(" } }]',
      '/tools/0/expect/0/result.x/regex',
      expect.stringContaining('regex'),
    ],
    ['expect: [{ result..x: 1 }]', '/tools/0/expect/0', expect.stringContaining('name is missing')],
    ['expect: [{ reslt.x: 1 }]', '/tools/0/expect/0', expect.stringContaining('a target starts with')],
    ['expect: [{ result.__proto__: 1 }]', '/tools/0/expect/0', expect.stringContaining('never resolves')],
    ['expect: [{}]', '/tools/0/expect/0', expect.stringContaining('expected a target with its matcher')],
    [
      'expect: [{ result: { schema: { type: nonsense } } }]',
      '/tools/0/expect/0/result/schema',
      expect.any(String),
    ],
    ['capture: { "a b": result }', '/tools/0/capture', expect.stringContaining('a capture name holds')],
    ['capture: { a: nowhere }', '/tools/0/capture/a', expect.stringContaining('a target starts with')],
    ['steps: [{ tool: x }]', '/tools/0', '`tool` and `steps` cannot both be given'],
    ['server: apy', '/tools/0/server', 'there is no server `apy`'],
  ])('%s', async (key, path, message) => {
    const [problem] = await problemsOf(`${SERVER}tools:\n- name: a\n  tool: t\n  ${key}\n`);
    expect(problem).toMatchObject({ path, message });
    expect(problem!.at).toMatch(/^[345]:/);
  });

  test.each([
    ['{ command: [x], url: "http://h" }', '`command` and `url` cannot both be given'],
    ['{ env: { A: b } }', 'a server needs `command` or `url`'],
    ['{ start: [x] }', '`start` needs `url`'],
    ['{ command: [x], start: [y] }', '`start` needs `url`'],
    ['{ url: "file:///x" }', 'expected an http or https URL'],
    ['{ url: "not a url" }', 'expected an http or https URL'],
    ['{ command: [] }', expect.stringContaining('expected a list that is not empty')],
    ['{ command: node s.js }', 'expected a list, found "node s.js"'],
    ['{ command: [x, 1] }', 'expected text, found 1'],
    ['{ command: [x], env: { "A=B": c } }', 'expected the name of an environment variable'],
    [
      '{ url: "http://h", headers: { X: "a\\r\\nY: b" } }',
      expect.stringContaining('expected text on one line'),
    ],
    [
      '{ command: [x], protocol: new }',
      expect.stringContaining('expected auto, legacy, modern or a revision'),
    ],
  ])('server %s', async (server, message) => {
    expect(await problemsOf(`servers: { s: ${server} }`)).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    ['', 'the suite is empty'],
    ['- a', 'expected a map, found a list'],
    ['hello', 'expected a map, found "hello"'],
    ['experiments: []\n', "Additional properties are not allowed ('experiments' was unexpected)"],
    [`${SERVER}tests: [{ name: a, tool: t }]`, '`type` is required'],
    [
      `${SERVER}tests: [{ name: a, type: tol, tool: t }]`,
      'expected tool, resource, prompt, request, completion, template, subscription, task, app, capabilities or agent, found "tol"',
    ],
    [`${SERVER}tools: [{ name: a }]`, 'a tool test needs `tool` or `steps`'],
    [`${SERVER}tools: [{ name: a, steps: [{ tool: x, uri: y }] }]`, '`tool` and `uri` cannot both be given'],
    [
      `${SERVER}tools: [{ name: a, steps: [{ args: {} }] }]`,
      'one of `tool`, `uri`, `prompt`, `request`, `complete`, `template`, `subscribe`, `task` and `app` is needed',
    ],
    [`${SERVER}tools: [{ name: a, steps: [{ uri: x, args: {} }] }]`, '`args` does not go with `uri`'],
    [`${SERVER}tools: [{ name: a, steps: [{ prompt: x, args: { n: 1 } }] }]`, 'expected text'],
    [`${SERVER}prompts: [{ name: a, prompt: x, args: { n: 1 } }]`, 'expected text, found 1'],
    ['tools: [{ name: a, tool: t }]', 'the suite declares no server'],
    [
      'servers: { a: { command: [x] }, b: { command: [x] } }\ntools: [{ name: a, tool: t }]',
      '`server` is required, since the suite declares several',
    ],
    [`${SERVER}setup: [{ call: { server: nope, tool: t } }]`, 'there is no server `nope`'],
    [`${SERVER}setup: [{ call: { args: {} } }]`, 'one of `tool`, `uri`, `prompt` and `request` is needed'],
    [
      `${SERVER}tools: [{ name: a, steps: [{ task: x, cancel_after: 1s }] }]`,
      '`cancel_after` does not go with `task`',
    ],
    [`${SERVER}requests: [{ name: a, request: { params: {} } }]`, '`method` is required'],
    [`${SERVER}completions: [{ name: a, complete: { argument: x } }]`, 'one of `prompt` and `uri` is needed'],
    [
      `${SERVER}completions: [{ name: a, complete: { argument: x, prompt: p, uri: u } }]`,
      'only one of `prompt` and `uri` is needed',
    ],
    [`${SERVER}subscriptions: [{ name: a, subscribe: {} }]`, 'one of `resources` and `lists` is needed'],
    [
      `${SERVER}subscriptions: [{ name: a, subscribe: x, trigger: {} }]`,
      'one of `tool`, `uri`, `prompt` and `request` is needed',
    ],
    [
      `${SERVER}tools: [{ name: a, tool: t, expect: [{ task.status: completed }] }]`,
      'a test of this kind does not see `task.status`',
    ],
    [
      `${SERVER}tools: [{ name: a, tool: t, capture: { x: logs } }]`,
      'a test of this kind does not see `logs`',
    ],
    [`${SERVER}capabilities: [{ name: a }]`, '`expect` is required'],
  ])('%#: %.70s', async (text, message) => {
    expect(await problemsOf(text)).toEqual([expect.objectContaining({ message })]);
  });

  test('all of it at once, in file order', async () => {
    const text = `${SERVER}tools:\n- name: a\n  tol: t\n  retries: x\n- name: a\n  tool: t\n  server: apj\nrun_optionz: {}\n`;
    expect((await problemsOf(text)).map(({ at, hint }) => [at, hint])).toEqual([
      ['3:3', null],
      ['4:3', 'did you mean `tool`?'],
      ['5:12', null],
      ['6:9', 'give each test its own name'],
      ['8:11', 'did you mean `api`?'],
      ['9:1', 'did you mean `run_options`?'],
    ]);
  });

  test('assertions written as a map get a hint', async () => {
    expect(
      await problemsOf(`${SERVER}tools: [{ name: a, tool: t, expect: { result.isError: false } }]`),
    ).toEqual([
      expect.objectContaining({
        path: '/tools/0/expect',
        hint: 'assertions are a list: `- result.isError: ...`',
      }),
    ]);
  });

  test('messages are safe to print', async () => {
    const [problem] = await problemsOf('"\\e[31mred\\nVERDICT pass": 1');
    expect(problem!.message).toBe(
      "Additional properties are not allowed ('\\x1b[31mred\\nVERDICT pass' was unexpected)",
    );
  });

  test('`only` is refused in CI alone', async () => {
    const text = `${SERVER}tools:\n- { name: a, tool: t, only: true }\n`;
    expect(await problemsOf(text)).toEqual([]);
    expect(await problemsOf(text, { env: { CI: 'true' } })).toEqual([
      expect.objectContaining({ path: '/tools/0/only' }),
    ]);
  });
});

describe('profiles', () => {
  const text = [
    'servers: { api: { command: [x], env: { A: "1", B: "2" } } }',
    'tools: [{ name: a, tool: t }]',
    'run_options: { retries: 1, concurrency: 2 }',
    'profiles:',
    '  ci: { run_options: { retries: 3 }, servers: { api: { env: { B: "3" } } } }',
    '  remote: { servers: { api: { url: "${env:TARGET}" } }, tools: [{ name: b, tool: u }] }',
  ].join('\n');

  test('merge maps and replace lists', async () => {
    expect((await suiteOf(text)).run_options).toEqual({ retries: 1, concurrency: 2 });
    const ci = await suiteOf(text, { profile: 'ci' });
    expect(ci.run_options).toEqual({ retries: 3, concurrency: 2 });
    expect(ci.servers.api!.env).toEqual({ A: '1', B: '3' });
    const remote = await suiteOf(text, { profile: 'remote', env: { TARGET: 'http://h/mcp' } });
    expect(remote.servers.api).toMatchObject({ url: 'http://h/mcp' });
    expect(remote.servers.api!.command).toBeUndefined();
    expect(remote.tests.map(({ name }) => name)).toEqual(['b']);
  });

  test('what is wrong in one points into it', async () => {
    expect(await problemsOf(text, { profile: 'remote' })).toEqual([
      expect.objectContaining({
        path: '/profiles/remote/servers/api/url',
        message: expect.stringContaining('TARGET'),
        at: '6:36',
      }),
    ]);
    expect(await problemsOf(`${SERVER}profiles: { ci: { run_options: { retries: x } } }`)).toEqual([
      expect.objectContaining({ path: '/profiles/ci/run_options/retries' }),
    ]);
  });

  test('an unknown one is a problem', async () => {
    expect(await problemsOf(text, { profile: 'remot' })).toEqual([
      expect.objectContaining({ message: 'there is no profile `remot`', hint: 'did you mean `remote`?' }),
    ]);
  });
});

test('own words such as `constructor` are only words', async () => {
  const text =
    'servers: { constructor: { command: [x] } }\ntools: [{ name: toString, server: constructor, tool: t, args: { constructor: 1 }, capture: { valueOf: result } }]';
  expect((await suiteOf(text)).tests[0]!.server).toBe('constructor');
  expect(await problemsOf(`${SERVER}tools: [{ name: a, server: constructor, tool: t }]`)).toHaveLength(1);
});

test('any text gives a suite or problems, and pollutes nothing', async () => {
  const word = fc.constantFrom(
    'servers',
    'tools',
    'tests',
    'name',
    'tool',
    'expect',
    'steps',
    'variables',
    'profiles',
    'imports',
    'setup',
    'call',
    'a',
    '__proto__',
    'constructor',
    '${x}',
    '${env:A}',
    '${captured.a}',
    'type',
    'target',
    'matcher',
    'x-y',
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.constantFrom(null, 1, true, ''),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(word, tie('tree'), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(word, tree, { maxKeys: 6 }), fc.string(), async (value, tail) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value) + tail, tail]) {
        const { suites, problems } = await parse(text, { profile: 'a' });
        expect(suites.length + problems.length).toBeGreaterThan(0);
        for (const problem of problems)
          expect(problem).toMatchObject({ file: 'mcptest.yaml', line: expect.any(Number) });
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
