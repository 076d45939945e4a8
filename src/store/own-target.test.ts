import { mkdir, mkdtemp, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { refuseLinkedCassettes, writeCassette } from './cassette-file.js';
import { snapshotPath, writeSnapshots } from './snapshot-file.js';

let root: string;
let elsewhere: string;
let suite: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mcptest-own-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'mcptest-elsewhere-'));
  suite = join(root, 'tests', 'a.mcptest.yml');
  await mkdir(join(root, 'tests'));
  await writeFile(join(root, 'mcptest.yml'), '');
});

const cassette = () => join(root, 'tests', 'cassettes', 'one.json');
const PLACES = [
  ['snapshots', snapshotPath, (text: string) => writeSnapshots(suite, text)],
  ['cassettes', cassette, (text: string) => writeCassette(suite, cassette(), text)],
] as const;
const refused = { code: 'linked-workspace', exitCode: 5 };

describe.each(PLACES)('%s', (name, fileOf, write) => {
  it('are not written through a link that leaves the workspace', async () => {
    await symlink(elsewhere, join(root, 'tests', name));
    await expect(write('new')).rejects.toMatchObject(refused);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('are not written through a file that is a link out, nor is the link replaced', async () => {
    const theirs = join(elsewhere, 'theirs.json');
    await writeFile(theirs, 'theirs');
    await mkdir(join(root, 'tests', name));
    await symlink(theirs, fileOf(suite));
    await expect(write('new')).rejects.toMatchObject(refused);
    expect(await readFile(theirs, 'utf8')).toBe('theirs');
    expect(await readlink(fileOf(suite))).toBe(theirs);
  });

  it('are not written through a link that leads nowhere', async () => {
    await symlink(join(elsewhere, 'not-there'), join(root, 'tests', name));
    await expect(write('new')).rejects.toMatchObject(refused);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('follow a link that stays in the workspace, and leave it', async () => {
    await mkdir(join(root, 'shared'));
    await symlink('../shared', join(root, 'tests', name));
    await write('new');
    expect(await readFile(fileOf(suite), 'utf8')).toBe('new');
    expect(await readlink(join(root, 'tests', name))).toBe('../shared');
    expect(await readdir(join(root, 'shared'))).toHaveLength(1);
  });
});

it('a recording is refused before it is made, for the folder and for each file', async () => {
  await refuseLinkedCassettes(suite);
  await mkdir(join(root, 'tests', 'cassettes'));
  await refuseLinkedCassettes(suite);
  await symlink(join(elsewhere, 'theirs.json'), cassette());
  await expect(refuseLinkedCassettes(suite)).rejects.toMatchObject(refused);
});
