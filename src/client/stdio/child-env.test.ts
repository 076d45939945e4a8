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
