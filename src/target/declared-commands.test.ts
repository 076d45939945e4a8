import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, suite } from '../../test/lib/cli.js';
import { declaredCommands } from './declared-commands.js';

const shop = suite({
  servers: { shop: { command: ['node', '${env:FILE}'] }, bank: { url: 'https://bank.example/mcp' } },
});

it('lists the commands of the suite, filled in; a URL is none', async () => {
  const workspace = folder({ 'mcptest.yml': shop });
  const { file, servers, problem } = await declaredCommands(workspace, { env: { FILE: 's.js' } });
  expect(servers.map(({ name, argv }) => [name, argv])).toEqual([['shop', ['node', 's.js']]]);
  expect([file, problem]).toEqual([join(workspace, 'mcptest.yml'), undefined]);
});

it('takes mcptest.yaml before mcptest.yml, and no folder for a file', async () => {
  const workspace = folder({ 'mcptest.yaml': suite({ servers: {} }), 'mcptest.yml': shop });
  expect((await declaredCommands(workspace, { env: { FILE: 's.js' } })).servers).toEqual([]);
  const other = folder({ 'mcptest.yml': shop });
  mkdirSync(join(other, 'mcptest.yaml'));
  expect((await declaredCommands(other, { env: { FILE: 's.js' } })).servers).toHaveLength(1);
});

it('declares nothing when there is no suite, or one that is not valid', async () => {
  expect(await declaredCommands(folder(), { env: {} })).toEqual({
    servers: [],
    origins: new Map(),
    problem: 'there is none',
  });
  const broken = await declaredCommands(folder({ 'mcptest.yml': 'servers: [' }), { env: {} });
  expect(broken).toMatchObject({ servers: [], problem: expect.stringContaining('not a valid suite') });
});
