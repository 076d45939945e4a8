import { expect, it } from 'vitest';
import { isCi } from './is-ci.js';

it.each([
  [{}, false],
  [{ CI: '' }, false],
  [{ CI: '0' }, false],
  [{ CI: 'false' }, false],
  [{ CI: 'true' }, true],
  [{ CI: '1' }, true],
])('%j', (env, expected) => {
  expect(isCi(env)).toBe(expected);
});
