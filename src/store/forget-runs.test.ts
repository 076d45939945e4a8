/** What is left where an old run could not be taken away whole: nothing that anybody is shown. */
import { mkdirSync, mkdtempSync, readdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { listRuns, readRun, saveRun } from './workspace.js';

const broken = vi.hoisted(() => ({ rm: false }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const rmSync: typeof real.rmSync = (path, options) => {
    if (!broken.rm) return real.rmSync(path, options);
    // As a kill in the middle: the envelope is gone, the folder is not.
    real.rmSync(join(String(path), 'envelope.json'), { force: true });
    throw Object.assign(new Error('busy'), { code: 'EBUSY' });
  };
  return { ...real, rmSync };
});

const id = (n: number) => `01J${String(n).padStart(23, '0')}`;

it('never lists a run of which half is gone', async () => {
  const root = mkdtempSync(join(tmpdir(), 'mcptest-store-'));
  broken.rm = true;
  for (let n = 0; n < 53; n++) saveRun(root, id(n), { envelope: `{"n":${n}}` });
  broken.rm = false;
  const listed = await listRuns(root);
  expect(listed).toHaveLength(50);
  for (const run of listed) expect(await readRun(root, run)).toMatch(/"n":/);
});

it('takes away what a killed run left a day ago, and nothing younger', () => {
  const root = mkdtempSync(join(tmpdir(), 'mcptest-store-'));
  const runs = join(root, '.mcptest', 'runs');
  const [old, young] = [`.${id(1)}.77.tmp`, `.${id(2)}.78.tmp`];
  for (const name of [old, young]) mkdirSync(join(runs, name), { recursive: true });
  const longAgo = Date.now() / 1000 - 2 * 86_400;
  utimesSync(join(runs, old), longAgo, longAgo);
  saveRun(root, id(3), { envelope: '{}' });
  expect(readdirSync(runs).sort()).toEqual([young, id(3)].sort());
});
