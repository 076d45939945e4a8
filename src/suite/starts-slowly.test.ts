import { expect, test } from 'vitest';
import { startsSlowly } from './starts-slowly.js';

test.each([
  [['npx', '-y', 'x'], true],
  [['/usr/local/bin/npx', 'x'], true],
  [['npx.cmd', 'x'], true],
  [['uvx', 'x'], true],
  [['pnpm', 'dlx', 'x'], true],
  [['pnpm', 'start'], false],
  [['node', 'npx'], false],
  [undefined, false],
])('%j may have to download: %s', (argv, expected) => {
  expect(startsSlowly(argv)).toBe(expected);
});
