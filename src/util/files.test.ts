import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { makeFolder, readUpTo } from './files.js';

it('makes a folder with those above it, also a second time', async () => {
  const path = join(folder(), 'a', 'b', 'c');
  await makeFolder(path);
  await makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('fails where a file stands in the way', async () => {
  const path = join(folder(), 'a');
  writeFileSync(path, '');
  await expect(makeFolder(path)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(path, 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('reads a file whole up to the limit, and refuses one byte more', async () => {
  const file = join(folder(), 'a.txt');
  writeFileSync(file, 'grüße');
  expect(await readUpTo(file)).toBe('grüße');
  expect(await readUpTo(file, 7)).toBe('grüße');
  await expect(readUpTo(file, 6)).rejects.toThrow('it has more than 6 bytes');
});

it.skipIf(!existsSync('/dev/zero'))('comes to an end where the file has none', async () => {
  await expect(readUpTo('/dev/zero', 3_000_000)).rejects.toThrow(
    'it has more than 2.9 MB, which is the limit',
  );
});
