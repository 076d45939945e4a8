import { expect, it } from 'vitest';
import { secretsOfArgv, secretsOfHeaders, secretsOfUrl } from './target-secrets.js';

it.each([
  [['server', '--access-token=abcd-1234'], 'ACCESS_TOKEN', 1],
  [['server', '--depot-api-key', 'abcd-1234'], 'DEPOT_API_KEY', 2],
  [['server', '-password', 'correct=horse'], 'PASSWORD', 2],
  [['env', 'DEPOT_TOKEN=abcd-1234', 'server'], 'DEPOT_TOKEN', 1],
  [['docker', 'run', '-e', 'API_KEY=abcd-1234', 'image'], 'API_KEY', 3],
  [['docker', 'run', '--env=API_KEY=abcd-1234', 'image'], 'API_KEY', 2],
  [['remote', '--header', 'Authorization: Bearer abcd-1234'], 'AUTHORIZATION', 2],
  [['remote', '--header=X-Api-Key:abcd-1234'], 'X_API_KEY', 1],
  [['remote', '-H', 'Cookie: session=abcd-1234'], 'COOKIE', 2],
  [['remote', '--header', 'X-Anything: session=abcd-1234'], 'X_ANYTHING', 2],
])('%j holds %s', (argv, name, index) => {
  const [found] = secretsOfArgv(argv);
  expect(found).toMatchObject({ name, index });
  expect(found?.value).toMatch(/^(?:session=)?abcd-1234$|^correct=horse$/);
  expect(argv[index]?.endsWith(found?.value ?? '?')).toBe(true);
});

it.each([
  ['a number', ['server', '--max-token', '40960000']],
  ['a plural', ['server', '--max-tokens', 'unlimited-many']],
  ['a name', ['server', '--sort-key', 'created_at']],
  ['a file', ['server', '--token', './secrets/token.txt']],
  ['another flag', ['server', '--token', '--verbose']],
  ['a variable', ['server', '--token=${env:TOKEN_OF_MINE}']],
  ['nothing behind it', ['server', '--token']],
  ['what is switched off', ['server', '--no-token', 'index.js']],
  ['a header of another kind', ['remote', '--header', 'Accept: application/json']],
  ['a header that reads a variable', ['remote', '--header', 'Authorization:${AUTH_HEADER}']],
  ['a word with a colon', ['server', 'token: as-it-is']],
  ['a port', ['server', '-p', '8080:80', '-p', '127.0.0.1:3000']],
  ['a package', ['npx', '-p', '@scope/name@1.2.3', 'name', '-t', 'mcp/server:latest']],
  ['a plain URL', ['remote', 'https://mcp.example.com/v1/mcp?region=eu-west-1&version=2025-06-18']],
  ['something else', ['server', 'LOG_LEVEL=verbose-as-can-be']],
])('%s is no secret', (_, argv) => {
  expect(secretsOfArgv(argv)).toEqual([]);
});

it.each([
  [['mysql-mcp', '-p', 'hunter2hunter2'], 'FLAG_p', 'hunter2hunter2'],
  [['mysql-mcp', '-p', 'a/b+c=d'], 'FLAG_p', 'a/b+c=d'],
  [['mysql-mcp', '--password', 'hunter2'], 'PASSWORD', 'hunter2'],
  [['remote', 'https://mcp.example.com/mcp?api_key=abcd'], 'api_key', 'abcd'],
  [['remote', '--url=https://mcp.example.com/mcp?region=eu&k=9f86d081884c7d65'], 'k', '9f86d081884c7d65'],
  [['db-mcp', 'postgres://me:pass-word@db.example/x'], 'URL', 'pass-word'],
])('%j holds the secret %s', (argv, name, value) => {
  expect(secretsOfArgv(argv).map(({ index: _, ...secret }) => secret)).toEqual([{ name, value }]);
});

it.each([
  ['https://h/mcp?api_key=plain-words', ['plain-words']],
  ['https://h/mcp?token=a%2Fb%2Bc', ['a/b+c', 'a/b c']],
  ['https://h/mcp?sig=abc&sv=2024-11-04&se=2026-01-01', ['abc']],
  ['https://h/mcp?profile=9f86d081-884c&mode=read-only', ['9f86d081-884c']],
  ['https://h/mcp#access_token=in-the-fragment', ['in-the-fragment']],
  ['https://user@h/mcp', ['user']],
  ['https://h/api/NGFkYzEyMzQtNTY3OC05YWJj/mcp', ['NGFkYzEyMzQtNTY3OC05YWJj']],
  ['https://h/api/v2/mcp?lang=en-US&back=https%3A%2F%2Fh%2Fpath&debug=true&n=25', []],
  ['https://h/mcp?api_key=${env:KEY}', []],
  ['https://h/mcp?codec=plain-words&keyword=north&session_name=west', []],
  ['https://h/mcp?key=north&sid=west&x-code=east', ['north', 'west', 'east']],
  ['https://h/report.2026-harbour-and-quays/mcp', []],
  ['no url', []],
])('%s holds %j', (url, values) => {
  expect(secretsOfUrl(url, 'S_URL').map(({ value }) => value)).toEqual(values);
});

it('a header of any name holds a secret, unless it is one of the protocol or plainly harmless', () => {
  const found = secretsOfHeaders({
    'X-Anything': '9f86d081884c7d65',
    'X-Tenant': 'north-west',
    Authorization: 'Bearer plain-words',
    Cookie: 'theme=dark',
    Accept: 'application/json;q=0.9x',
  });
  expect(found).toEqual([
    { name: 'X-Anything', value: '9f86d081884c7d65' },
    { name: 'Authorization', value: 'plain-words' },
    { name: 'Cookie', value: 'theme=dark' },
  ]);
});

it('what stands behind a name in a header is a secret by itself: a server may tell it alone', () => {
  const values = (headers: Record<string, string>) => secretsOfHeaders(headers).map(({ value }) => value);
  expect(values({ Cookie: 'theme=dark; sid=9f86d081884c' })).toEqual([
    'theme=dark; sid=9f86d081884c',
    '9f86d081884c',
  ]);
  expect(values({ 'X-Sign': 'region=eu-west-1, key="9f86 d081,884c"' })).toContain('9f86 d081,884c');
  const argv = ['remote', '-H', 'Cookie: sid=9f86d081884c'];
  expect(secretsOfArgv(argv).map(({ value }) => value)).toEqual(['sid=9f86d081884c', '9f86d081884c']);
});

const found = (...argv: string[]) =>
  secretsOfArgv(argv).map(({ name, value, index }) => `${index} ${name}=${value}`);

it('a flag holds what stands behind it or is joined to it, whatever is around it', () => {
  expect(found('--TOKEN', 'a1b2c3d4')).toEqual(['1 TOKEN=a1b2c3d4']);
  expect(found('--my-long_secret=a\nb\nc\nd')).toEqual(['0 MY_LONG_SECRET=a\nb\nc\nd']);
  for (const flag of [
    'apikey',
    'api-key',
    'access_key',
    'secretkey',
    'private-key',
    'auth-key',
    'license-key',
  ])
    expect(found(`--${flag}`, 'a1b2c3'), flag).toHaveLength(1);
  for (const flag of ['token', 'secret', 'password', 'passwd', 'pass', 'x-y-pass'])
    expect(found(`-${flag}`, 'a1b2c3'), flag).toHaveLength(1);
  for (const flag of ['---token', 'token', '--token2', '--tokenize', '--a.token', '--key', '--bypass'])
    expect(found(flag, 'a1b2c3'), flag).toEqual([]);
  expect(found('--no-token=a1b2c3', '--no_password', 'a1b2c3')).toEqual([]);
  expect(found('--notoken', 'a1b2c3')).toEqual([]);
  expect(found('--piano-token', 'a1b2c3')).toEqual(['1 PIANO_TOKEN=a1b2c3']);
  expect(found('--nope-token', 'a1b2c3')).toEqual(['1 NOPE_TOKEN=a1b2c3']);
});

it('what is short, a number, a path or a variable is a setting', () => {
  for (const value of ['abcde', '123456789', './abcdef', '~/abcdef', '/abcdef', '-abcdef', '${abcdef}', ''])
    expect(found('--token', value), value).toEqual([]);
  for (const value of ['abcdef', '12345678x', 'a./bcd', 'a${b}c'])
    expect(found('--token', value)).toHaveLength(1);
});

it('short flags hold a secret unless it is plainly something else', () => {
  for (const flag of ['-p', '-P', '-k', '-K', '-t', '-T'])
    expect(found(flag, 'x9f86d081x'), flag).toEqual([`1 FLAG_${flag.slice(1)}=x9f86d081x`]);
  for (const flag of ['-a', '--p', '-pp', 'p']) expect(found(flag, 'x9f86d081x'), flag).toEqual([]);
  expect(found('-p')).toEqual([]);
  expect(found('-p', 'https://h/mcp')).toEqual([]);
  expect(found('-p', 'postgres://me:pass-word@db/x')).toEqual(['1 URL=pass-word']);
  expect(found('-p', 'postgres://me:x9f86d081x@db/x')).toEqual(['1 URL=x9f86d081x']);
  expect(found('-p', '${PASSWORD}')).toEqual([]);
});

it('headers on a command line are read where a flag says that they are', () => {
  expect(found('--header', 'X-Key : a1b2c3d4')).toEqual(['1 X_KEY=a1b2c3d4']);
  expect(found('--headers', 'X-Key:a1b2c3d4')).toEqual(['1 X_KEY=a1b2c3d4']);
  expect(found('--headers=X-Key: a1b2c3d4')).toEqual(['0 X_KEY=a1b2c3d4']);
  expect(found('X-Key: a1b2c3d4')).toEqual([]);
  expect(found('--heading', 'X-Key: a1b2c3d4')).toEqual([]);
  expect(found('-H', '9Key: a1b2c3d4')).toEqual([]);
  expect(found('-H', 'X-Key: abc')).toEqual([]);
});

it('assignments hold a secret where their name says so', () => {
  expect(found('_TOKEN=a1b2c3')).toEqual(['0 _TOKEN=a1b2c3']);
  expect(found('-e=MY_TOKEN=a1b2c3')).toEqual(['0 MY_TOKEN=a1b2c3']);
  expect(found('--set-env=MY_TOKEN=a1b2c3')).toEqual(['0 MY_TOKEN=a1b2c3']);
  expect(found('MY_TOKEN=a=b=c=d')).toEqual(['0 MY_TOKEN=a=b=c=d']);
  expect(found('9TOKEN=a1b2c3', 'MY TOKEN=a1b2c3', 'MY_TOKEN=', 'x MY_TOKEN=a1b2c3')).toEqual([]);
});

it('each URL in a word is read from its scheme on', () => {
  expect(found('--db=postgres+ssl://me:pass-word@db/x')).toEqual(['0 URL=pass-word']);
  expect(found('a', 'HTTPS://me:pass-word@db/x')).toEqual(['1 URL=pass-word']);
  expect(found('9://me:pass-word@db')).toEqual([]);
});

it.each([
  // Keys that say secret, whatever the value.
  ...[
    'sig',
    'signature',
    'code',
    'pass',
    'pwd',
    'auth',
    'jwt',
    'sas',
    'session',
    'sid',
    'hmac',
    'apikey',
    'api-key',
  ]
    .concat(['key', 'x-sig', 'x_sid', 'x.code', 'SIG'])
    .map((key): [string, string[]] => [`https://h/?${key}=word`, ['word']]),
  ...['sign', 'codec', 'signal', 'design', 'sort-by'].map((key): [string, string[]] => [
    `https://h/?${key}=word`,
    [],
  ]),
  ['https://h/?x=a+b9f86d081', ['a+b9f86d081', 'a b9f86d081']],
  ['https://h/?x=%E0%A4%A', ['%E0%A4%A']],
  ['https://h/?x=9f86=d081', ['9f86=d081']],
  ['https://h/?token=', []],
  ['https://h/?token', []],
  ['https://h/?a-b=9f86d0819', ['9f86d0819']],
  ['https://me:@h/', ['me']],
  ['https://h/abcdefghij1234567890/x', ['abcdefghij1234567890']],
  ['https://h/abcdefghij123456789/x', []],
  ['https://h/abcdefghijabcdefghij/x', []],
  ['https://h/12345678901234567890/x', []],
  ['https://h/abcdefghij.1234567890/x', []],
  ['https://h/?back=https://me:pass@h', ['https://me:pass@h']],
  ['https://h/?back=http://h/x', []],
  ['https://h/?back=https://', ['https://']],
])('%s holds %j and no more', (url, values) => {
  expect(secretsOfUrl(url, 'S').map(({ value }) => value)).toEqual(values);
});

it('what has no name in a URL has the given one, and a key its own', () => {
  expect(secretsOfUrl('https://me:pw@h/abcdefghij1234567890?a-b=9f86d0819', 'S')).toEqual([
    { name: 'S', value: 'pw' },
    { name: 'S', value: 'abcdefghij1234567890' },
    { name: 'a_b', value: '9f86d0819' },
  ]);
});

it.each([
  ['words', 'eu-west-1', true],
  ['a version', 'mcp/server:1.2', true],
  ['an address', 'me@example', true],
  ['a date', '2025-06-18', true],
  ['a list', 'one, two; three', true],
  ['a wildcard', 'text*', true],
  ['a path', './a/b/', true],
  ['three characters', '#a!', true],
  ['a variable', '${SOME_VALUE}', true],
  ['a plain URL', 'https://h/path', true],
  ['four odd characters', '#a!x', false],
  ['a long word', 'abcdefghijklmnopq', false],
  ['a word of 16', 'abcdefghijklmnop', true],
  ['a long number', '123456', false],
  ['a number of five', '12345', true],
  ['letters and digits', 'a1b2c3d4', false],
  ['a broken URL', 'https://', false],
])('%s in a header is harmless or not', (_, value, harmless) => {
  expect(secretsOfHeaders({ 'X-Any': value })).toEqual(harmless ? [] : [{ name: 'X-Any', value }]);
});

it('headers of the protocol hold nothing, those that are named so do, and only text counts', () => {
  const odd = 'a1b2c3d4e5';
  for (const name of ['Accept', 'accept-language', 'Content-Type', 'User-Agent', 'host', 'Origin', 'referer'])
    expect(secretsOfHeaders({ [name]: odd }), name).toEqual([]);
  for (const name of ['connection', 'Cache-Control', 'MCP-Protocol-Version'])
    expect(secretsOfHeaders({ [name]: odd }), name).toEqual([]);
  for (const name of ['X-Accept', 'acceptance', 'X-Content-Type', 'hostname', 'Set-Cookie'])
    expect(secretsOfHeaders({ [name]: odd }), name).toEqual([{ name, value: odd }]);
  for (const name of ['X-Auth', 'X-Api-Token', 'COOKIE'])
    expect(secretsOfHeaders({ [name]: 'word' })).toHaveLength(1);
  expect(secretsOfHeaders({ 'X-Cookies': 'word', 'X-Empty': '', 'X-Number': 12345678901 })).toEqual([]);
});

it('of an authorization it is what follows the scheme, and the password by itself', () => {
  const values = (value: string) => secretsOfHeaders({ Authorization: value }).map((one) => one.value);
  for (const scheme of ['Bearer', 'basic', 'TOKEN', 'digest', 'ApiKey']) {
    const pair = Buffer.from('me:pass:word').toString('base64');
    expect(values(`${scheme} ${pair}`), scheme).toEqual(scheme === 'basic' ? [pair, 'pass:word'] : [pair]);
  }
  expect(values('Basic  cGFzcw==')).toEqual(['cGFzcw==', 'pass']);
  expect(values('Other a1b2c3')).toEqual(['Other a1b2c3']);
  expect(values('Bearer ')).toEqual(['Bearer ']);
});

it('pairs in a header are secrets by themselves from eight characters on', () => {
  const values = (value: string) =>
    secretsOfHeaders({ Cookie: value })
      .map((one) => one.value)
      .slice(1);
  expect(values('a=1234567x')).toEqual(['1234567x']);
  expect(values('a=123456x')).toEqual([]);
  expect(values('a.b-c="x1 y2,z3;4",d=12ab34cd5;e=99ff99ff9 f=77gg77gg7')).toEqual([
    'x1 y2,z3;4',
    '12ab34cd5',
    '99ff99ff9',
    '77gg77gg7',
  ]);
  expect(values('a=plain-words; b=')).toEqual([]);
});
