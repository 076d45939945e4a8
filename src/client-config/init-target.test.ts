import { expect, it } from 'vitest';
import { initTarget } from './init-target.js';

it('a secret that is spelt like its flag is taken out of the value, not out of the flag', () => {
  const { entry, env } = initTarget({ command: ['node', 'shop.mjs', '--password=password'], env: {} }, []);
  expect(entry.command).toEqual(['node', 'shop.mjs', '--password=${env:PASSWORD}']);
  expect(env).toEqual({ PASSWORD: 'password' });
});
