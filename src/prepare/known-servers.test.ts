import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import type { ServerSpec } from '../types/connection.js';
import { knownServers, namedFiles } from './known-servers.js';

const MANIFEST = 'instructions: Be kind.\ntools:\n  - name: buy\n    returns: ok\n';

describe('knownServers', () => {
  const cwd = folder({ 'shop.yml': MANIFEST, 'broken.yml': 'tools: [' });
  const known = (command: string[], instructors: string[] = []) =>
    knownServers([{ name: 'shop', command, cwd } as ServerSpec], new Set(instructors));

  it.each([
    [['mcptest', 'mock', '--tools-from', 'shop.yml']],
    [['mcptest', 'mock', '--port', '1', '--tools-from=shop.yml']],
  ])('reads the manifest of a mock: %j', async (command) => {
    expect(await known(command)).toEqual({ shop: { tools: [expect.objectContaining({ name: 'buy' })] } });
  });

  it('with its instructions, where an agent reads them', async () => {
    const { shop } = await known(['mcptest', 'mock', '--tools-from', 'shop.yml'], ['shop']);
    expect(shop?.instructions).toContain('Be kind.');
  });

  it.each([
    [['node', 'shop.js', '--tools-from', 'shop.yml']],
    [['mcptest', 'mcp-server']],
    [['mcptest', 'mock', '--tools-from', 'broken.yml']],
    [['mcptest', 'mock', '--tools-from', 'not-there.yml']],
  ])('knows nothing of %j', async (command) => {
    expect(await known(command)).toEqual({});
  });
});

describe('namedFiles', () => {
  it('fingerprints the files of the suite that a command names', async () => {
    const dir = folder({ 'server.js': 'a\n', 'start.sh': 'b\n', 'other.js': 'c\n' });
    mkdirSync(join(dir, 'node_modules'));
    writeFileSync(join(dir, 'node_modules', 'dep.js'), '');
    const command = ['node', 'server.js', 'node_modules/dep.js', '.', '../outside.js', '--flag'];
    const files = await namedFiles(dir, [{ command, start: ['./start.sh'], cwd: dir }]);
    expect(Object.keys(files)).toEqual(['server.js', 'start.sh']);
    expect(files['server.js']).toMatch(/^[\da-f]{16}$/);
  });

  it('a change of the text changes it, other line ends do not', async () => {
    const print = async (text: string) => {
      const dir = folder({ 's.js': text });
      return (await namedFiles(dir, [{ command: ['s.js'], cwd: dir }]))['s.js'];
    };
    expect(await print('a\r\nb\r\n')).toBe(await print('a\nb\n'));
    expect(await print('a\nc\n')).not.toBe(await print('a\nb\n'));
  });
});
