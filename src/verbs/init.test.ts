import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, shelf } from '../../test/lib/cli.js';
import { init } from './init.js';
import { validate } from './validate.js';

const home = folder();

it('writes a suite that is valid, and never over one that is there', async () => {
  const root = folder();
  const cwd = join(root, 'packages', 'shelf');
  mkdirSync(cwd, { recursive: true });
  const installed = join(root, 'node_modules', 'mcptest', 'schema');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'v1.json'), '{}');
  const report = await init({ cwd, home, command: shelf, ci: true });
  expect(report).toMatchObject({ server: 'shelf', notes: [expect.stringMatching(/^strength \d+ %/)] });
  expect(report.files).toEqual(['mcptest.yml', join('.github', 'workflows', 'mcptest.yml')]);
  expect(await validate({ cwd })).toMatchObject({ valid: true, suites: [{ tests: report.tests }] });
  const text = readFileSync(join(cwd, 'mcptest.yml'), 'utf8');
  expect(text).toContain('count_books');
  // An editor finds the schema of the package that is installed, without a network.
  expect(text.split('\n')[0]).toBe(
    '# yaml-language-server: $schema=../../node_modules/mcptest/schema/v1.json',
  );
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
