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
