import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, shelf, suite } from '../../test/lib/cli.js';
import { runInline, validateText } from './run-inline.js';

const servers = { books: { command: shelf } };

it('keeps the text, so that the repro line of a failure finds it', async () => {
  const workspace = folder();
  const text = suite({ servers, tools: [{ name: 'nothing there', tool: 'no_such_tool' }] });
  const { envelope, closing } = await runInline({ suite: text, workspace });
  await closing;
  expect(envelope.verdict).toBe('fail');
  const [, file] = /mcptest run (\S+)/.exec(envelope.results[0]!.repro) ?? [];
  expect(existsSync(join(workspace, file ?? ''))).toBe(true);
});

it('writes nothing of a suite that is not valid, and shows no secret of it', async () => {
  const workspace = folder();
  const key = 'canary-of-a-draft-0042';
  const text = suite({ servers, tools: [{ name: 'x', tool: 'x', retries: '${env:PLAIN}' }] });
  const input = { suite: text, workspace, env: { PLAIN: key } };
  const problems = await validateText(input);
  expect(problems).not.toEqual([]);
  expect(JSON.stringify(problems)).not.toContain(key);
  await expect(runInline(input)).rejects.toMatchObject({ code: 'invalid-suite' });
  expect(readdirSync(workspace)).toEqual([]);
});
