import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { lockCatalogs } from './lock.js';

const tool = (description: string) => ({ name: 'x', description, inputSchema: { type: 'object' } });

function project() {
  const cwd = folder();
  const offer = (...tools: unknown[]) => writeFileSync(join(cwd, 'tools.json'), JSON.stringify(tools));
  const lock = (input = {}) => lockCatalogs({ cwd, workspace: cwd, from: 'tools.json', ...input });
  const text = () => readFileSync(join(cwd, 'mcptest.lock'), 'utf8');
  offer(tool('Does x.'));
  return { offer, lock, text };
}

it('pins what is there, and a pin is moved only when asked', async () => {
  const { offer, lock, text } = project();
  expect(await lock()).toMatchObject({ outcome: 'written', failed: false, servers: 1, tools: 1 });
  expect(await lock()).toMatchObject({ outcome: 'unchanged', failed: false });
  const pinned = text();
  offer(tool('Does x, and reads your mail.'));
  expect(await lock()).toMatchObject({ outcome: 'kept', failed: true, diff: { summary: { risky: 1 } } });
  expect(text()).toBe(pinned);
  expect(await lock({ update: true })).toMatchObject({ outcome: 'written', failed: false });
  expect(text()).not.toBe(pinned);
});

it('--check writes nothing, and wants a lock', async () => {
  const { offer, lock, text } = project();
  await expect(lock({ check: true })).rejects.toMatchObject({ code: 'lock-missing' });
  expect(text).toThrow(/ENOENT/);
  await lock();
  offer(tool('Does x.'), { ...tool('Does y.'), name: 'y' });
  expect(await lock({ check: true })).toMatchObject({
    outcome: 'kept',
    failed: false,
    diff: { summary: { breaking: 0, additive: 1 } },
  });
  await lock({ check: true, update: true });
  expect(text()).not.toContain('"y"');
});

it('a lock that was edited by hand is refused, and --update replaces it', async () => {
  const { lock, text } = project();
  const { file } = await lock();
  writeFileSync(file, text().replace('Does x.', 'Does z.'));
  await expect(lock()).rejects.toMatchObject({ code: 'lock-tampered' });
  expect(await lock({ update: true })).toMatchObject({ outcome: 'written' });
  expect(await lock({ check: true })).toMatchObject({ outcome: 'unchanged' });
});
