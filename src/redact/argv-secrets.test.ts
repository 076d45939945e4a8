import { expect, it } from 'vitest';
import { secretsOfArgv } from './argv-secrets.js';

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
  ['something else', ['server', 'LOG_LEVEL=verbose-as-can-be']],
])('%s is no secret', (_, argv) => {
  expect(secretsOfArgv(argv)).toEqual([]);
});
