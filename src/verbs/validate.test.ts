import { expect, it } from 'vitest';
import { folder, shelf, suite } from '../../test/lib/cli.js';
import { openRedactor } from '../redact/open-redactor.js';
import { problemLine, validate } from './validate.js';

const servers = { books: { command: shelf } };
const tools = [{ name: 'counts', tool: 'count_books' }];

it('says what a valid suite holds', async () => {
  const cwd = folder({ 'mcptest.yml': suite({ servers, tools }) });
  expect(await validate({ cwd })).toEqual({
    valid: true,
    errors: [],
    suites: [{ file: 'mcptest.yml', tests: 1, servers: 1 }],
    files: ['mcptest.yml'],
    warnings: [],
  });
});

it('names every problem with its place', async () => {
  const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [{ name: 'counts', tol: 'count_books' }] }) });
  const { valid, errors } = await validate({ cwd });
  expect(valid).toBe(false);
  expect(errors.every(({ path, file }) => path === '/tools/0' && file === 'mcptest.yml')).toBe(true);
  expect(errors.map(({ hint }) => hint)).toContain('did you mean `tool`?');
  expect(problemLine(errors[0]!)).toMatch(/mcptest\.yml:\d+:\d+ /);
});

it('tells the redactor of the invocation what the suite was filled with, valid or not', async () => {
  const key = 'canary-of-a-suite-0042';
  const redactor = openRedactor({});
  const cwd = folder({
    'mcptest.yml': suite({ servers, tools: [{ name: 'counts', tool: 'x', retries: '${env:PLAIN}' }] }),
  });
  const { errors } = await validate({ cwd, env: { PLAIN: key }, redactor });
  expect(JSON.stringify(errors)).not.toContain(key);
  expect(redactor.text(key)).toBe('[secret:PLAIN]');
});
