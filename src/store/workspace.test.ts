import { mkdir, mkdtemp, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLive } from './live-run.js';
import { blobReader } from './run-file.js';
import { findWorkspace, listRuns, readRun, saveRun } from './workspace.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mcptest-store-'));
});

describe('workspace', () => {
  it('is the nearest folder with a suite, before one with .git', async () => {
    const deep = join(root, 'a', 'b', 'c');
    await mkdir(deep, { recursive: true });
    await mkdir(join(root, 'a', 'b', '.git'));
    expect(findWorkspace(deep)).toBe(join(root, 'a', 'b'));
    await writeFile(join(root, 'a', 'mcptest.yml'), '');
    expect(findWorkspace(deep)).toBe(join(root, 'a'));
  });

  it('keeps the newest fifty runs and leaves nothing half written', async () => {
    const id = (n: number) => `01J${String(n).padStart(23, '0')}`;
    for (let n = 0; n < 53; n++) saveRun(root, id(n), { envelope: `{"n":${n}}` });
    const kept = await listRuns(root);
    expect(kept).toHaveLength(50);
    expect(kept[0]).toBe(id(52));
    expect(await readRun(root, id(52))).toBe('{"n":52}');
    expect((await readdir(join(root, '.mcptest', 'runs'))).filter((name) => name.endsWith('.tmp'))).toEqual(
      [],
    );
  });

  it('leaves alone what is no run of ours, however many runs there are', async () => {
    const id = (n: number) => `01J${String(n).padStart(23, '0')}`;
    await mkdir(join(root, '.mcptest', 'runs', '00-kept-by-hand'), { recursive: true });
    for (let n = 0; n < 51; n++) saveRun(root, id(n), { envelope: '{}' });
    expect(await readdir(join(root, '.mcptest', 'runs'))).toContain('00-kept-by-hand');
  });

  it.each(['.mcptest', '.mcptest/runs', '.mcptest/live'])(
    'writes and sweeps nothing through a link at %s',
    async (place) => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'mcptest-elsewhere-'));
      const folder = place === '.mcptest' ? join(elsewhere, 'live') : elsewhere;
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'letter.ndjson'), 'dear');
      const before = await readdir(elsewhere);
      await mkdir(join(root, place, '..'), { recursive: true });
      await symlink(elsewhere, join(root, place));
      const live = openLive(root, { run_id: 'RUN1', started_at: '', total: 1 });
      const save = () => saveRun(root, 'RUN1', { envelope: '{}' });
      if (place === '.mcptest/live') save();
      else expect(save).toThrow(expect.objectContaining({ code: 'linked-workspace' }));
      await live.close();
      expect(await readdir(elsewhere)).toEqual(before);
      expect(await readFile(join(folder, 'letter.ndjson'), 'utf8')).toBe('dear');
    },
  );

  it('stores large values beside the envelope', async () => {
    const path = saveRun(root, 'RUN1', { envelope: '{}', blobs: () => [{ name: 'aa.json', text: '"x"' }] });
    expect(await readdir(join(path, '..', 'blobs'))).toEqual(['aa.json']);
  });

  it('leaves nothing behind of a run that cannot be saved', async () => {
    const run = { envelope: '{}', blobs: () => [{ name: '../outside', text: '' }] };
    expect(() => saveRun(root, 'RUN1', run)).toThrow(expect.objectContaining({ code: 'bad-id' }));
    expect(await readdir(join(root, '.mcptest', 'runs'))).toEqual([]);
  });

  it('does not read a large value that would not fit into memory', async () => {
    const folder = dirname(
      saveRun(root, 'RUN1', { envelope: '{}', blobs: () => [{ name: 'a', text: '"x"' }] }),
    );
    const read = blobReader(folder);
    await writeFile(join(folder, 'blobs', 'huge'), '');
    await truncate(join(folder, 'blobs', 'huge'), 200 * 1024 * 1024);
    expect([read('huge'), read('a'), read('gone')]).toEqual([undefined, '"x"', undefined]);
  });

  it.each(['../x', '..', 'CON', 'nul.json', 'Com1', 'a/b', 'a\0b', '', 'x'.repeat(129), 'a%2fb'])(
    'refuses %j as an id',
    async (id) => {
      await expect(async () => readRun(root, id)).rejects.toMatchObject({ code: 'bad-id', exitCode: 2 });
    },
  );
});
