import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, shelf, suite } from '../../test/lib/cli.js';
import { prepareRun } from './prepare-run.js';

it('a broken snapshot file is named by its own path, and nobody is told to delete anything', async () => {
  const cwd = folder({
    'mcptest.yml': suite({ servers: { s: { command: shelf } }, tools: [{ name: 'a', tool: 'a' }] }),
  });
  mkdirSync(join(cwd, 'snapshots'));
  writeFileSync(join(cwd, 'snapshots', 'mcptest.yml.json'), '{ "version": ');
  const error = await prepareRun({ cwd }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'snapshot-broken',
    message: expect.stringContaining(join('snapshots', 'mcptest.yml.json')),
    hint: expect.not.stringMatching(/delete|remove/i),
  });
});
