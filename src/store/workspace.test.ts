import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
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
    for (let n = 0; n < 53; n++) saveRun(root, id(n), { envelope: `{"n":${n}}`, blobs: [] });
    const kept = await listRuns(root);
    expect(kept).toHaveLength(50);
    expect(kept[0]).toBe(id(52));
    expect(await readRun(root, id(52))).toBe('{"n":52}');
    expect((await readdir(join(root, '.mcptest', 'runs'))).filter((name) => name.endsWith('.tmp'))).toEqual(
      [],
    );
  });

  it('stores large values beside the envelope', async () => {
    const path = saveRun(root, 'RUN1', { envelope: '{}', blobs: [{ name: 'aa.json', text: '"x"' }] });
    expect(await readdir(join(path, '..', 'blobs'))).toEqual(['aa.json']);
  });

  it.each(['../x', '..', 'a/b', 'a\0b', '', 'x'.repeat(129), 'a%2fb'])('refuses %j as an id', async (id) => {
    await expect(async () => readRun(root, id)).rejects.toMatchObject({ code: 'bad-id', exitCode: 2 });
  });
});
