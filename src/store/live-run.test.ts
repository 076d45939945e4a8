import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openLive, readLive } from './live-run.js';

const head = { run_id: 'RUN1', started_at: '2026-11-15T09:00:00Z', total: 2 };
const one = { name: 'one', verdict: 'pass', duration_ms: 1 };

it('tells what a run is at, and nothing once it is over', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mcptest-live-'));
  const live = openLive(root, head);
  live.add(one);
  await expect.poll(() => readLive(root)).toEqual([{ ...head, done: [one] }]);
  await live.close();
  expect(await readLive(root)).toEqual([]);
  expect(await readdir(join(root, '.mcptest', 'live'))).toEqual([]);
});

it('passes over what a killed run left, and half a line', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mcptest-live-'));
  const live = openLive(root, head);
  await expect.poll(() => readLive(root)).toHaveLength(1);
  const folder = join(root, '.mcptest', 'live');
  // No process has this number: it is above what any system gives.
  await writeFile(join(folder, 'DEAD.ndjson'), `${JSON.stringify({ ...head, pid: 2 ** 30 })}\n`);
  await writeFile(
    join(folder, 'HALF.ndjson'),
    `${JSON.stringify({ ...head, run_id: 'HALF', pid: process.pid })}\n{"na`,
  );
  const runs = await readLive(root);
  expect(runs.map(({ run_id, done }) => [run_id, done.length])).toEqual([
    ['HALF', 0],
    ['RUN1', 0],
  ]);
  await live.close();
});

it('leaves the run of another user, and what is no record at all, where they are', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mcptest-live-'));
  const folder = join(root, '.mcptest', 'live');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'README'), 'mine');
  await writeFile(
    join(folder, 'THEIRS.ndjson'),
    `${JSON.stringify({ ...head, run_id: 'THEIRS', pid: 1 })}\n`,
  );
  const asked = vi.spyOn(process, 'kill').mockImplementation((pid) => {
    if (pid === 1) throw Object.assign(new Error('not yours'), { code: 'EPERM' });
    return true;
  });
  try {
    const live = openLive(root, head);
    await expect
      .poll(async () => (await readLive(root)).map(({ run_id }) => run_id))
      .toEqual(['RUN1', 'THEIRS']);
    await live.close();
    expect((await readdir(folder)).sort()).toEqual(['README', 'THEIRS.ndjson']);
  } finally {
    asked.mockRestore();
  }
});

it('costs a run nothing where it cannot write', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mcptest-live-'));
  await writeFile(join(root, '.mcptest'), 'a file stands here');
  const live = openLive(root, head);
  live.add(one);
  await live.close();
  expect(await readLive(root)).toEqual([]);
});

it('passes over what is no record of ours, and a pipe that nobody writes to', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mcptest-live-'));
  const folder = join(root, '.mcptest', 'live');
  await mkdir(join(folder, 'FOLDER.ndjson'), { recursive: true });
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'PIPE.ndjson')]);
  const pid = process.pid;
  const wrong = [
    [{ ...head, total: 'many', pid }],
    [{ ...head, run_id: 7, pid }],
    [
      { ...head, pid },
      { name: {}, verdict: 'pass' },
    ],
    [{ ...head, pid }, null],
  ];
  for (const [i, lines] of wrong.entries())
    await writeFile(join(folder, `W${i}.ndjson`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(await readLive(root)).toEqual([]);
  const live = openLive(root, head);
  live.add(one);
  await expect.poll(() => readLive(root)).toEqual([{ ...head, done: [one] }]);
  await live.close();
});
