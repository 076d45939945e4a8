import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runFiles, startMock } from '../../test/lib/in-process.js';

const folder = mkdtempSync(join(tmpdir(), 'around-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mock = {
  name: 'm',
  tools: [
    { name: 'count', response: { content: [{ type: 'text', text: 'n=${call_count}' }] } },
    { name: 'bad', is_error: 'no' },
  ],
};

it('actions are done around each test, each attempt and each repetition, on the server of the test', async () => {
  const url = await startMock(mock);
  const file = join(folder, 'log.txt');
  const note = (word: string) => ({
    run: ['node', '-e', `require('fs').appendFileSync(${JSON.stringify(file)}, '${word} ')`],
  });
  const { envelope } = await runFiles({
    'mcptest.yml': {
      servers: { m: { url } },
      before_each: [note('b'), { call: { tool: 'count' } }],
      after_each: [note('a')],
      tools: [
        { name: 'one', tool: 'count', expect: [{ 'result.content[0].text': 'n=2' }] },
        {
          name: 'two',
          tool: 'count',
          repeat: 2,
          expect: [{ 'result.content[0].text': { regex: 'n=[46]' } }],
        },
        { name: 'three', tool: 'bad', retries: 1, expect: [{ 'result.isError': false }] },
        { name: 'four', tool: 'count', skip: true },
      ],
    },
  });
  expect(envelope.results.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    'one pass',
    'two pass',
    'three fail',
    'four skipped',
  ]);
  expect(readFileSync(file, 'utf8')).toBe('b a '.repeat(5));
});

it('a test before which an action fails is not judged, and what follows it is done all the same', async () => {
  const url = await startMock(mock);
  const { envelope } = await runFiles({
    'mcptest.yml': {
      servers: { m: { url } },
      before_each: [{ call: { tool: 'bad' } }],
      after_each: [{ call: { tool: 'bad' } }],
      tools: [{ name: 'one', tool: 'count' }],
    },
  });
  expect(envelope.exit_code).toBe(3);
  expect(envelope.results[0]?.checks[0]?.message).toMatch(
    /^before_each failed at mcptest\.yml:\d+: the tool signalled/,
  );
  expect(envelope.errors?.[0]?.where).toMatch(/^after_each mcptest\.yml:\d+$/);
});

it('is not for agent tests', async () => {
  const agents = [{ name: 'a', model: 'scripted', prompt: 'Go.', script: [{ say: 'x' }] }];
  const suite = { servers: { m: { url: 'http://127.0.0.1:1' } }, before_each: [], agents };
  await expect(runFiles({ 'mcptest.yml': suite })).rejects.toThrow('`before_each` is not for agent tests');
});
