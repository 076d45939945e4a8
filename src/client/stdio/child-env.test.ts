import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { childEnv } from './child-env.js';

const ours = {
  PATH: '/bin',
  HOME: '/h',
  LC_ALL: 'C',
  OPENAI_API_KEY: 'k',
  Path: 'C:\\',
  SystemRoot: 'C:\\W',
  WANTED: 'w',
};

test('a short list is inherited, declared names are added, the rest stays with us', () => {
  const env = childEnv({ env: { OWN: '1', HOME: '/other' }, pass_env: ['WANTED', 'ABSENT'] }, ours, 'linux');
  expect({ ...env }).toEqual({ PATH: '/bin', HOME: '/other', LC_ALL: 'C', WANTED: 'w', OWN: '1' });
});

test('Windows needs its own names, in any case', () => {
  expect(Object.keys(childEnv({}, ours, 'win32'))).toEqual(['PATH', 'HOME', 'LC_ALL', 'Path', 'SystemRoot']);
});

test('on Windows a declared name replaces the inherited one, whatever its case', () => {
  const env = childEnv(
    { env: { PATH: 'D:\\own' }, pass_env: ['wanted'] },
    { Path: 'C:\\', Wanted: 'w' },
    'win32',
  );
  expect({ ...env }).toEqual({ PATH: 'D:\\own', Wanted: 'w' });
});

test('a name such as __proto__ is only a name', () => {
  const env = childEnv({ env: JSON.parse('{"__proto__":"x"}') }, {}, 'linux');
  expect(Object.keys(env)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('the page on servers names exactly the variables that are inherited', () => {
  const page = readFileSync(new URL('../../../docs/servers.md', import.meta.url), 'utf8');
  const rows = page.split('### Which variables a server gets')[1]!.split('\n\n')[1]!.split('\n').slice(2);
  const named = rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const env = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1']));
  const everywhere = named.slice(0, -1).flat();
  expect(Object.keys(childEnv({}, env(everywhere), 'linux'))).toEqual(everywhere);
  expect(Object.keys(childEnv({}, env(named.flat()), 'linux'))).toEqual(everywhere);
  expect(Object.keys(childEnv({}, env(named.flat()), 'win32'))).toEqual(named.flat());
  const source = readFileSync(new URL('./child-env.ts', import.meta.url), 'utf8');
  const known = [...source.split('export function')[0]!.matchAll(/'([A-Za-z_()0-9]{2,})'/g)].map(
    ([, name]) => name!,
  );
  expect(known.filter((name) => !named.flat().includes(name))).toEqual([]);
});
