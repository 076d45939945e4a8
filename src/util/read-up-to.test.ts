import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpTo } from './read-up-to.js';

it('reads a file whole up to the limit, and refuses one byte more', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mcptest-read-')), 'a.txt');
  writeFileSync(file, 'grüße');
  expect(await readUpTo(file)).toBe('grüße');
  expect(await readUpTo(file, 7)).toBe('grüße');
  await expect(readUpTo(file, 6)).rejects.toThrow('it has more than 6 bytes');
});

it.skipIf(!existsSync('/dev/zero'))('comes to an end where the file has none', async () => {
  await expect(readUpTo('/dev/zero', 3_000_000)).rejects.toThrow('more than 3000000 bytes');
});
