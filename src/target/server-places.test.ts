import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { serverPlaces } from './server-places.js';

const SUITE = 'servers:\n  shop:\n    command: [node, s.js]\n  bank:\n    url: https://bank.example/mcp\n';

it('finds the line of each server', async () => {
  const places = await serverPlaces({ cwd: folder({ 'mcptest.yml': SUITE }), env: {} });
  expect([...places]).toEqual([
    ['shop', { file: 'mcptest.yml', line: 2 }],
    ['bank', { file: 'mcptest.yml', line: 4 }],
  ]);
});

it('a server of an import stands at the first line of its suite', async () => {
  const cwd = folder({ 'mcptest.yml': '# ours\nimports: [shared.yml]\n', 'shared.yml': SUITE });
  expect((await serverPlaces({ cwd, env: {} })).get('bank')).toEqual({ file: 'mcptest.yml', line: 1 });
});

it('a target that no suite declares stands nowhere', async () => {
  const cwd = folder({ 'mcptest.yml': SUITE });
  expect((await serverPlaces({ cwd, env: {}, url: 'https://x.example' })).size).toBe(0);
});
