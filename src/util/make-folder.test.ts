import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { makeFolder } from './make-folder.js';

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
