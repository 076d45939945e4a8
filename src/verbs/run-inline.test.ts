import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos, folder, suite } from '../../test/lib/cli.js';
import { run } from './run.js';
import { runInline } from './run-inline.js';

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
