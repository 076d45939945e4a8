import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos, root, shelf } from '../../test/lib/cli.js';
import { argsOfWords, callTool } from './call.js';

it('gives the result as the server sent it', async () => {
  const report = await callTool({ command: shelf, tool: 'lend_book', args: { title: 'Emma' } });
  await report.closing;
  expect(report).toMatchObject({
    failed: false,
    result: { content: [{ type: 'text', text: 'Lent: Emma' }] },
  });
});

it('an error of the tool is a result, an error of the protocol is thrown', async () => {
  const failed = await callTool({ command: chaos('none'), tool: 'fail', args: {} });
  await failed.closing;
  expect(failed.failed).toBe(true);
  await expect(callTool({ command: chaos('none'), tool: 'crash', args: {} })).rejects.toMatchObject({
    code: 'call-died',
    exitCode: 1,
  });
});

it('hides what the server was told', async () => {
  const command = [process.execPath, join(root, 'fixtures/leaky-mcp/server.mjs')];
  const child_env = { LEAK_KEY: 'canary-of-a-call-0042' };
  const report = await callTool({ command, child_env, tool: 'leak', args: {} });
  await report.closing;
  expect(JSON.stringify(report.result)).toContain('[secret:LEAK_KEY]');
  expect(JSON.stringify(report.result)).not.toContain(child_env.LEAK_KEY);
  await expect(callTool({ command, child_env, tool: 'refuse', args: {} })).rejects.toMatchObject({
    message: 'refuse: error -32000: refused for [secret:LEAK_KEY]',
  });
});

it('reads words as JSON where they are, and as text where not', () => {
  expect({ ...argsOfWords(['city=Oslo', 'days=3', 'deep={"a":[1]}', 'sum=a=b', 'none=']) }).toEqual({
    city: 'Oslo',
    days: 3,
    deep: { a: [1] },
    sum: 'a=b',
    none: '',
  });
  expect(Object.keys(argsOfWords(['__proto__=1']))).toEqual(['__proto__']);
  expect(() => argsOfWords(['=3'])).toThrow(/not an argument/);
});
