/** Secrets in every place that we accept, servers that echo them in every encoding, and a search for what can be read. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENCODINGS } from '../../fixtures/leaky-mcp/encodings.mjs';
import { folder, root, suite } from './cli.js';
import { freePort } from './free-port.js';

/** Looks random and is the same in every run; PROPERTY_SEED gives others, as in property tests. */
function canary(place: string): string {
  const hash = createHash('sha256').update(`${place} ${process.env.PROPERTY_SEED}`).digest('base64');
  return `c4/${hash.slice(0, 18).replace(/[+/=]/g, 'x')}+q`;
}

export const PLACES = {
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
  joined: canary('--api-key=VALUE'),
  assigned: canary('PASSWORD=VALUE'),
  wordHeader: canary('a header on the command line').replace(/[/+]/g, '-'),
  path: canary('an opaque part of a path').replace(/[/+]/g, '-').concat('0a1b2c3d'),
  cookie: canary('cookie').replace(/[/+]/g, '-'),
  basic: canary('basic').replace(/[/+]/g, '-'),
  option: canary('--header'),
  envFile: canary('--env-file'),
  named: canary('a variable of a server that is named as one'),
  ambient: canary('a variable that nobody reads'),
  proxy: canary('HTTPS_PROXY').replace(/[/+]/g, '-'),
  settings: canary('env of settings'),
  settingsWord: canary('word of settings'),
  settingsHeader: canary('header of settings'),
  settingsQuery: canary('query of settings').replace(/[/+]/g, '-'),
  prompt: canary('prompt'),
  argument: canary('argument'),
  expected: canary('expected'),
  said: canary('said by a script'),
  tagged: canary('tag'),
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

export function filesBelow(dir: string): string[] {
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
export function readable(texts: Record<string, string>): string[] {
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

export const echo = (...words: string[]) => [
  process.execPath,
  join(root, 'fixtures/leaky-mcp/echo.mjs'),
  ...words,
];

/** A workspace with a canary in every place, and three servers that echo theirs. */
export async function indiscreet() {
  const port = await freePort();
  const url = `http://user:${PLACES.userinfo}@127.0.0.1:${port}/mcp?api_key=${encodeURIComponent(PLACES.query)}&k=${encodeURIComponent(PLACES.unnamed)}&region=eu-west-1`;
  const words = [
    ...['--token', PLACES.word, '-p', PLACES.short, `--api-key=${PLACES.joined}`],
    ...[`DB_PASSWORD=${PLACES.assigned}`, '-H', `X-Word: ${PLACES.wordHeader}`],
    `https://mcp.example/mcp/${PLACES.path}?token=${PLACES.inner}`,
  ];
  const open = `http://127.0.0.1:${port}`;
  const oauth = { grant: 'client_credentials', client_id: 'ci', client_secret_env: 'CLIENT_SECRET' };
  const headers = {
    'x-anything': PLACES.literal,
    'x-key': '${env:HEADER_VALUE}',
    cookie: `sid=${PLACES.cookie}`,
    'x-login': `Basic ${Buffer.from(`me:${PLACES.basic}`).toString('base64')}`,
  };
  const calls = (server: string) =>
    ['get_echo', 'refuse', 'crash'].map((tool) => ({
      name: `${server} ${tool}`,
      server,
      tool,
      tags: ['${env:TAG_VALUE}'],
      args: { a: '${env:ECHO_SECRET}', b: '${mine}', c: PLACES.env, d: '${env:ARGUMENT}' },
      expect: [
        { 'result.content[0].text': { snapshot: true } },
        { 'error.message': 'nothing of the kind, ${env:EXPECTED}' },
      ],
    }));
  const cwd = folder({
    'mcptest.yml': suite({
      servers: {
        stdio: {
          command: echo(...words),
          env: { ECHO_SECRET: '${env:ECHO_SECRET}', ECHO_TOKEN: PLACES.named },
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
          prompt: `Use \${env:ECHO_SECRET}, \${env:PROMPT} and ${PLACES.passed}.`,
          script: [
            { call: 'stdio.get_echo', args: { a: '${mine}' } },
            { say: `I used ${PLACES.env} and \${env:SAID}.` },
          ],
        },
      ],
    }),
    'more.env': `ECHO_FILE='${PLACES.envFile}'\n`,
    '.mcp.json': JSON.stringify({
      mcpServers: {
        other: {
          command: 'npx',
          args: ['-y', 'some-server', ...words, '--secret', PLACES.settingsWord],
          env: { SOME_TOKEN: PLACES.settings },
        },
        far: {
          url: `${url.replace('127.0.0.1', 'mcp.invalid')}&sig=${PLACES.settingsQuery}`,
          headers: { 'x-anything': PLACES.settingsHeader },
        },
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
    ARGUMENT: PLACES.argument,
    EXPECTED: PLACES.expected,
    PROMPT: PLACES.prompt,
    SAID: PLACES.said,
    TAG_VALUE: PLACES.tagged,
    AMBIENT_TOKEN: PLACES.ambient,
    HTTPS_PROXY: `http://me:${PLACES.proxy}@127.0.0.1:1`,
    HOME: cwd,
  };
  return { cwd, env, url, words, headers };
}
