/** A secret goes into every place that we accept, servers echo it in every encoding, and no command writes it down. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENCODINGS } from '../fixtures/leaky-mcp/encodings.mjs';
import { REPORTER_NAMES } from '../src/cli/output/reporter-names.js';
import { folder, mcptest, root, suite } from './lib/cli.js';
import { freePort } from './lib/free-port.js';

/** Looks random and is the same in every run; PROPERTY_SEED gives others, as in property tests. */
function canary(place: string): string {
  const hash = createHash('sha256').update(`${place} ${process.env.PROPERTY_SEED}`).digest('base64');
  return `c4/${hash.slice(0, 18).replace(/[+/=]/g, 'x')}+q`;
}

const PLACES = {
  query: canary('query'),
  unnamed: canary('a key of the query that nobody knows'),
  userinfo: canary('userinfo').replace(/[/+]/g, '-'),
  word: canary('word'),
  short: canary('short flag'),
  inner: canary('a URL on the command line').replace(/[/+]/g, '-'),
  header: canary('header'),
  literal: canary('literal header'),
  bearer: canary('bearer').replace(/[/+]/g, '-'),
  env: canary('env'),
  passed: canary('passed'),
  client: `${canary('client')}=`,
  issued: canary('issued'),
  variable: canary('variable'),
};

/** How many characters of a secret in a row nobody may read. */
const READABLE = 8;

/** The pieces of a text in an encoding that would tell so many characters of the secret. */
function piecesOf(encode: (text: string) => string, secret: string): string[] {
  const other = [...secret].map((char) => (char === 'Z' ? 'Q' : 'Z')).join('');
  return ['', 'x', 'xy'].flatMap((before) => {
    const [text, blank] = [encode(`${before}${secret}`), encode(`${before}${other}`)];
    let start = 0;
    while (text[start] === blank[start]) start += 1;
    let end = 0;
    while (end < text.length - start && text.at(-1 - end) === blank.at(-1 - end)) end += 1;
    const own = bare(text.slice(start, text.length - end));
    const length = Math.ceil((READABLE * own.length) / secret.length);
    return Array.from({ length: Math.floor(own.length / length) }, (_, i) =>
      own.slice(i * length, (i + 1) * length),
    );
  });
}

/** Without what reports put between or in front of the characters of a text: line breaks and backslashes. */
function bare(text: string): string {
  return text.replace(/\\[nr]|[\s\\|]/g, '');
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** The pieces of all canaries in all encodings, by how they begin. */
const PIECES = new Map<string, { piece: string; what: string }[]>();
for (const [place, secret] of Object.entries(PLACES))
  for (const [encoding, encode] of Object.entries(ENCODINGS))
    for (const piece of piecesOf(encode, secret)) {
      const head = piece.slice(0, READABLE);
      PIECES.set(head, [...(PIECES.get(head) ?? []), { piece, what: `${place}, ${encoding}` }]);
    }

/** Everything that says where a canary can be read, as `place, encoding, file`. */
function readable(texts: Record<string, string>): string[] {
  const found = new Set<string>();
  for (const [name, raw] of Object.entries(texts)) {
    const text = bare(raw);
    for (let at = 0; at < text.length; at++) {
      const near = PIECES.get(text.slice(at, at + READABLE)) ?? [];
      for (const { piece, what } of near)
        if (text.startsWith(piece, at))
          found.add(`${what}, ${name}: ${text.slice(Math.max(0, at - 40), at + 60)}`);
    }
  }
  return [...found];
}

const echo = (...words: string[]) => [process.execPath, join(root, 'fixtures/leaky-mcp/echo.mjs'), ...words];

async function indiscreet() {
  const port = await freePort();
  const url = `http://user:${PLACES.userinfo}@127.0.0.1:${port}/mcp?api_key=${encodeURIComponent(PLACES.query)}&k=${encodeURIComponent(PLACES.unnamed)}&region=eu-west-1`;
  const words = ['--token', PLACES.word, '-p', PLACES.short, `https://mcp.example/mcp?token=${PLACES.inner}`];
  const open = `http://127.0.0.1:${port}`;
  const oauth = { grant: 'client_credentials', client_id: 'ci', client_secret_env: 'CLIENT_SECRET' };
  const headers = { 'x-anything': PLACES.literal, 'x-key': '${env:HEADER_VALUE}' };
  const calls = (server: string) =>
    ['get_echo', 'refuse', 'crash'].map((tool) => ({
      name: `${server} ${tool}`,
      server,
      tool,
      args: { a: '${env:ECHO_SECRET}', b: '${mine}', c: PLACES.env },
      expect: [{ 'result.content[0].text': { snapshot: true } }, { 'error.message': 'nothing of the kind' }],
    }));
  const cwd = folder({
    'mcptest.yml': suite({
      servers: {
        stdio: {
          command: echo(...words),
          env: { ECHO_SECRET: '${env:ECHO_SECRET}' },
          pass_env: ['ECHO_PASSED'],
        },
        web: { url, start: echo('--http', String(port)), headers, auth: { bearer_token_env: 'BEARER' } },
        login: { url: `${open}/mcp`, auth: { oauth: { ...oauth, token_url: `${open}/token` } } },
      },
      variables: { mine: { env: 'VARIABLE' } },
      tools: [...calls('stdio'), ...calls('web'), { name: 'login', server: 'login', tool: 'get_echo' }],
      agents: [
        {
          name: 'agent',
          model: 'scripted',
          servers: ['stdio'],
          prompt: `Use \${env:ECHO_SECRET} and ${PLACES.passed}.`,
          script: [{ call: 'stdio.get_echo', args: { a: '${mine}' } }, { say: `I used ${PLACES.env}.` }],
        },
      ],
    }),
    '.mcp.json': JSON.stringify({
      mcpServers: {
        other: { command: 'npx', args: ['-y', 'some-server', ...words], env: { SOME_TOKEN: PLACES.env } },
        far: { url: url.replace('127.0.0.1', 'mcp.invalid'), headers: { 'x-anything': PLACES.literal } },
      },
    }),
  });
  const env = {
    ECHO_SECRET: PLACES.env,
    ECHO_PASSED: PLACES.passed,
    HEADER_VALUE: PLACES.header,
    BEARER: PLACES.bearer,
    CLIENT_SECRET: PLACES.client,
    VARIABLE: PLACES.variable,
    ISSUED: PLACES.issued,
    HOME: cwd,
  };
  return { cwd, env, url, words, headers };
}

it('no command writes a secret down in any of the encodings in which servers echo it', async () => {
  const { cwd, env, url, words } = await indiscreet();
  const texts: Record<string, string> = {};
  const reports = REPORTER_NAMES.flatMap((name) => ['--reporter', `${name}=out/${name}.txt`]);
  const live = ['--url', url, '--header', `X-Anything: ${PLACES.literal}`, '--bearer-token-env', 'BEARER'];
  const commands = [
    ['run', '--record', ...reports],
    ['run', '--dry-run'],
    ['run', '--list'],
    ['doctor'],
    ['doctor', '--format', 'json', 'far'],
    ['doctor', '--request-timeout', '1s', ...live],
    ['doctor', '--', ...echo(...words)],
    ['call', 'stdio', 'get_echo', `a=${PLACES.env}`],
    ['call', 'stdio', 'crash'],
    ['call', 'login', 'get_echo'],
    ['tools', '--format', 'json', '--', ...echo(...words)],
    ['capabilities', 'stdio', '--format', 'json'],
    ['lint', 'stdio', '--format', 'json'],
    ['security', 'stdio', '--format', 'sarif'],
    ['lock', 'stdio'],
    ['generate', 'suite', 'stdio', '--output', 'generated.yml'],
    ['init', '--output', 'made.yml', '--', ...echo(...words)],
    ['report', 'latest', '--format', 'md'],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await mcptest(args, { cwd, env });
    expect(code, `${args.slice(0, 2).join(' ')}: ${stderr}`).not.toBe(4);
    texts[args.slice(0, 3).join(' ')] = `${stdout}\n${stderr}`;
  }
  const given = [join(cwd, 'mcptest.yml'), join(cwd, '.mcp.json')];
  const written = filesBelow(cwd).filter((file) => !given.includes(file));
  for (const file of written) texts[file.slice(cwd.length)] = readFileSync(file, 'utf8');
  expect(written.some((file) => file.endsWith('doctor.json'))).toBe(true);
  expect(written.some((file) => file.includes('cassettes'))).toBe(true);
  expect(readable(texts)).toEqual([]);
  // What was looked for can be found: the servers did echo, and only secrets went.
  const told = Object.values(texts).join('\n');
  for (const name of [
    'ECHO_SECRET',
    'ECHO_PASSED',
    'api_key',
    'k',
    'TOKEN',
    'FLAG_p',
    'x-anything',
    'HEADER_VALUE',
    'BEARER',
    'VARIABLE',
  ])
    expect(told, name).toContain(`[secret:${name}]`);
  expect(texts['doctor --format json']).toContain('region=eu-west-1');
});

it('the search finds every encoding that a report could let through', () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    const found = readable({ report: `{"text":"${encode(PLACES.env)}"}` });
    expect(
      found.some((line) => line.startsWith('env, ')),
      name,
    ).toBe(true);
  }
});
