import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos, folder, shelf, suite } from '../../test/lib/cli.js';
import { run } from './run.js';
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

it('an inline suite keeps no secret of the environment, is for its owner alone, and runs again', async () => {
  const workspace = folder();
  const secret = 'c4n4ry+/"value-0042';
  const env = { ...process.env, DEPOT_TOKEN: secret };
  const text = suite({
    servers: { s: { command: chaos('none'), env: { A: secret } } },
    tools: [{ name: `echo ${secret}`, tool: 'echo', args: { text: `it is ${secret}` } }],
  });
  const first = await runInline({ suite: text, workspace, env });
  await first.closing;
  const [name = ''] = readdirSync(join(workspace, '.mcptest', 'inline'));
  const file = join(workspace, '.mcptest', 'inline', name);
  const kept = readFileSync(file, 'utf8');
  expect(kept).not.toContain('c4n4ry');
  expect(kept).toContain('it is ${env:DEPOT_TOKEN}');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await run({ paths: [file], cwd: workspace, workspace, env });
  expect(again.envelope.results.map(({ verdict }) => verdict)).toEqual(
    first.envelope.results.map(({ verdict }) => verdict),
  );
  expect(JSON.stringify(again.envelope)).not.toContain('c4n4ry');
});
