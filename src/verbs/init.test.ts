import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, shelf } from '../../test/lib/cli.js';
import { init } from './init.js';
import { validate } from './validate.js';

const home = folder();

it('writes a suite that is valid, and never over one that is there', async () => {
  const cwd = folder();
  const report = await init({ cwd, home, command: shelf, ci: true });
  expect(report).toMatchObject({ server: 'shelf', notes: [expect.stringMatching(/^strength \d+ %/)] });
  expect(report.files).toEqual(['mcptest.yml', join('.github', 'workflows', 'mcptest.yml')]);
  expect(await validate({ cwd })).toMatchObject({ valid: true, suites: [{ tests: report.tests }] });
  const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
  expect(text).toContain('count_books');
  expect(text).not.toContain('tool: lend_book');
  await expect(init({ cwd, home, command: shelf })).rejects.toMatchObject({ code: 'file-exists' });
});

it('writes nothing where the server is not reached', async () => {
  const cwd = folder();
  await expect(init({ cwd, home, command: ['no-such-program-here'] })).rejects.toMatchObject({
    exitCode: 3,
    hint: expect.stringContaining('mcptest doctor -- '),
  });
  expect(existsSync(join(cwd, 'mcptest.yml'))).toBe(false);
});
