import { describe, expect, test } from 'vitest';
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

const firstCall = async (text: string, extra?: Extra) =>
  (await suiteOf(text, extra)).tests[0]!.steps[0]!.call;

describe('variables', () => {
  const tool = (args: string, rest = '') =>
    `${SERVER}${rest}\ntools:\n- { name: a, tool: t, args: { v: ${args} } }\n`;
  const value = async (args: string, rest: string, extra?: Extra) =>
    ((await firstCall(tool(args, rest), extra)) as { args: { v: unknown } }).args.v;

  test('are filled in, and keep their type when they stand alone', async () => {
    const declared = 'variables: { n: 3, yes: true, nil: null, who: you, both: "${who}-${n}" }';
    expect(await value('"${n}"', declared)).toBe(3);
    expect(await value('"${yes}"', declared)).toBe(true);
    expect(await value('"${nil}"', declared)).toBe(null);
    expect(await value('"n=${n} ${both}"', declared)).toBe('n=3 you-3');
    expect(await value('"$${n} $${other.x}"', declared)).toBe('${n} ${other.x}');
    expect(await value('"${CONFIG_DIR}/x"', declared)).toBe('/w/x');
    expect(await value('"a $ b {c}"', declared)).toBe('a $ b {c}');
  });

  test('`--var` wins and takes the declared type', async () => {
    const declared = 'variables: { n: 3, yes: true, who: { env: WHO } }';
    const vars = { n: '4', yes: 'false', who: 'me', fresh: 'new' };
    expect(await value('["${n}", "${yes}", "${who}", "${fresh}"]', declared, { vars })).toEqual([
      4,
      false,
      'me',
      'new',
    ]);
  });

  test('become text again where text is wanted', async () => {
    const text = [
      'variables: { port: 3000, on: true, n: { env: N, default: 1 } }',
      'servers: { api: { command: [x, --port, "${port}"], env: { PORT: "${port}", ON: "${on}" } } }',
      'prompts: [{ name: "${port}", prompt: p, args: { a: "${port}" }, retries: "${n}" }]',
      'tools: [{ name: s, steps: [{ prompt: p, args: { a: "${on}" } }] }]',
      'profiles: { other: { servers: { api: { env: { PORT: "${port}" } } } } }',
    ].join('\n');
    const suite = await suiteOf(text, { env: { N: '7' } });
    expect(suite.servers.api).toMatchObject({
      command: ['x', '--port', '3000'],
      env: { PORT: '3000', ON: 'true' },
    });
    expect(suite.tests[0]).toMatchObject({
      name: '3000',
      retries: 7,
      steps: [{ call: { args: { a: '3000' } } }],
    });
    expect(suite.tests[1]!.steps[0]!.call).toMatchObject({ args: { a: 'true' } });
  });

  test('read the environment, or their default', async () => {
    const declared = 'variables: { who: { env: WHO, default: nobody } }';
    expect(await value('"${who}"', declared)).toBe('nobody');
    expect(await value('"${who} ${env:WHO}"', declared, { env: { WHO: 'me' } })).toBe('me me');
  });

  test.each([
    ['"${nam}"', 'unknown variable `${nam}`', 'did you mean `${name}`?'],
    ['"${args.x}"', 'unknown variable `${args.x}`', 'to mean the text itself, write `$${args.x}`'],
    ['"${constructor}"', 'unknown variable `${constructor}`', expect.any(String)],
    ['"${env:GONE}"', 'the environment variable GONE is not set', expect.stringContaining('GONE')],
    ['"${env:toString}"', 'the environment variable toString is not set', expect.any(String)],
    ['"${captured.id}"', 'nothing captures `id`', expect.any(String)],
  ])('%s', async (args, message, hint) => {
    const problems = await problemsOf(tool(args, 'variables: { name: x }'));
    expect(problems).toEqual([expect.objectContaining({ message, hint, at: expect.stringMatching(/^4:/) })]);
  });

  test('that read themselves or the missing are told once, where they are declared', async () => {
    const loop = await problemsOf(tool('"${a}${a}"', 'variables: { a: "${b}", b: "${a}" }'));
    expect(loop).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('reads itself'),
        at: expect.stringMatching(/^2:/),
      }),
    ]);
    const gone = await problemsOf(tool('["${a}", "${a}"]', 'variables: { a: { env: GONE } }'));
    expect(gone).toEqual([
      expect.objectContaining({ path: '/variables/a', message: expect.stringContaining('GONE') }),
    ]);
  });

  test('a name may read variables, never the environment', async () => {
    const named = (name: string) => `${SERVER}variables: { v: x }\ntools: [{ name: "${name}", tool: t }]`;
    expect((await suiteOf(named('a ${v}'))).tests[0]!.name).toBe('a x');
    expect(await problemsOf(named('${env:HOME}'), { env: { HOME: 'h' } })).toHaveLength(1);
  });

  test('cannot blow up', async () => {
    const names = 'abcdefghij';
    const lines = [...names].map(
      (name, i) => `  ${name}: "${i === 0 ? 'x'.repeat(100) : `\${${names[i - 1]}}`.repeat(10)}"`,
    );
    const [problem] = await problemsOf(tool('"${j}"', `variables:\n${lines.join('\n')}`));
    expect(problem!.message).toContain('grows too long');
  });

  test('captures stay for the run, and text that only looks like one is told apart', async () => {
    const text = `${SERVER}tools:\n- { name: a, tool: t, capture: { id: result.id } }\n- { name: b, tool: t, args: { x: "\${captured.id}", y: "$\${captured.id}", z: "\${env:ODD:plain}" } }\n`;
    const suite = await suiteOf(text, { env: { ODD: '${captured.id}' } });
    expect(suite.tests[1]!.steps[0]!.call).toMatchObject({
      args: { x: '${captured.id}', y: '$${captured.id}', z: '$${captured.id}' },
    });
  });

  test('a capture must come first', async () => {
    const text = `${SERVER}tools:\n- { name: a, tool: t, args: { x: "\${captured.id}" } }\n- { name: b, tool: t, capture: { id: result.id } }\n`;
    expect(await problemsOf(text)).toEqual([
      expect.objectContaining({ message: '`id` is captured only later' }),
    ]);
    expect(await problemsOf('servers: { a: { command: [x, "${captured.id}"] } }')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('only in a test') }),
    ]);
  });
});

test('a problem quotes no value of the environment', async () => {
  const text = `${SERVER}tools: [{ name: a, tool: t, server: "\${env:WHO}" }]`;
  const [problem] = await problemsOf(text, { env: { WHO: 'canary-77aa' } });
  expect(problem?.message).toBe('there is no server `[secret:WHO]`');
});

test('secrets are those that are read, named or written into URLs, headers and command lines', async () => {
  const env = {
    TOKEN: 'token-value',
    PLAIN: 'plain-value',
    PASSED: 'passed-value',
    BEARER: 'bearer-value',
    VAR: 'var-value',
  };
  const text = [
    'variables: { v: { env: VAR }, api_key: literal-key }',
    'servers:',
    '  a: { command: [x, "${env:TOKEN}", "${env:PLAIN:plain}", "${v}", "${api_key}"], pass_env: [PASSED, ABSENT] }',
    '  b: { url: "https://me:s3cret%21@h/mcp", auth: { bearer_token_env: BEARER }, headers: { X-Api-Key: header-value, Accept: x } }',
    '  c: { command: [x, "--door-token=word-value", "--access-token=${env:TOKEN}", "--max-tokens=unlimited"] }',
  ].join('\n');
  const { secrets, problems } = await parse(text, { env });
  expect(problems).toEqual([]);
  // The first name of a value is the one that is shown.
  expect(Object.fromEntries(secrets.reverse().map(({ name, value }) => [value, name]))).toEqual({
    'token-value': 'TOKEN',
    'var-value': 'VAR',
    'literal-key': 'api_key',
    'passed-value': 'PASSED',
    'bearer-value': 'BEARER',
    'header-value': 'X-Api-Key',
    'word-value': 'DOOR_TOKEN',
    's3cret%21': 'b_URL',
    's3cret!': 'b_URL',
  });
});
