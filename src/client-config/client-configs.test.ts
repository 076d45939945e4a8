import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders, readClientConfigs } from './client-configs.js';
import { configPlaces } from './config-places.js';

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'mcptest-configs-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

describe('readClientConfigs', () => {
  it('finds the servers of every client, project before home', async () => {
    const entry = { command: 'node', args: ['a.js'], env: { A: '1' } };
    const project = tree({
      '.mcp.json': JSON.stringify({ mcpServers: { a: entry } }),
      '.cursor/mcp.json': JSON.stringify({ mcpServers: { b: { url: 'https://b.example/mcp' } } }),
      '.vscode/mcp.json': '{ // mine\n "servers": { "c": { "type": "http", "url": "https://c.example", } } }',
      '.gemini/settings.json': JSON.stringify({ mcpServers: { d: { httpUrl: 'https://d.example' } } }),
      '.codex/config.toml': '[mcp_servers.e]\nurl = "https://e.example"\nbearer_token_env_var = "E_TOKEN"\n',
    });
    const home = tree({
      '.claude.json': JSON.stringify({
        mcpServers: { f: entry },
        projects: { [project]: { mcpServers: { g: entry } } },
      }),
      '.config/Claude/claude_desktop_config.json': JSON.stringify({
        mcpServers: { h: { ...entry, disabled: true } },
      }),
      '.codex/config.toml': '[mcp_servers.i]\ncommand = "npx"\nargs = ["x"]\n',
    });
    const found = await readClientConfigs({ project, home, platform: 'linux' });
    expect(found.notes).toEqual([]);
    expect(found.servers.map(({ name, client, scope }) => [name, client, scope])).toEqual([
      ['a', 'Claude Code', 'project'],
      ['b', 'Cursor', 'project'],
      ['c', 'VS Code', 'project'],
      ['d', 'Gemini', 'project'],
      ['e', 'Codex', 'project'],
      ['f', 'Claude Code', 'home'],
      ['g', 'Claude Code', 'home'],
      ['h', 'Claude Desktop', 'home'],
      ['i', 'Codex', 'home'],
    ]);
    expect(found.servers[0]).toMatchObject({ command: ['node', 'a.js'], env: { A: '1' } });
    expect(found.servers[4]).toMatchObject({ url: 'https://e.example', bearer_token_env: 'E_TOKEN' });
    expect(found.servers[7]).toMatchObject({ disabled: true });
  });

  it('tells of a broken file and goes on', async () => {
    const project = tree({
      '.mcp.json': '{ oops',
      '.cursor/mcp.json': '{"mcpServers":{"b":{"command":"b"}}}',
    });
    const found = await readClientConfigs({ project, home: tree({}), platform: 'linux' });
    expect(found.notes[0]).toContain('.mcp.json');
    expect(found.servers.map(({ name }) => name)).toEqual(['b']);
  });

  it('is not fooled by what is no server', async () => {
    const project = tree({
      '.mcp.json': '{"mcpServers":{"x":null,"y":[],"z":{"command":5},"__proto__":{"command":"p"}}}',
    });
    const found = await readClientConfigs({ project, home: tree({}), platform: 'linux' });
    expect(found.servers.map(({ name }) => name)).toEqual(['__proto__']);
  });
});

describe('configPlaces', () => {
  const of = (platform: NodeJS.Platform, home: string, env = {}) =>
    configPlaces({ project: platform === 'win32' ? 'D:\\p' : '/p', home, env, platform }).map(
      ({ path }) => path,
    );

  it('knows where Windows keeps settings', () => {
    const paths = of('win32', 'C:\\Users\\u', { APPDATA: 'C:\\Users\\u\\AppData\\Roaming' });
    expect(paths).toContain('C:\\Users\\u\\AppData\\Roaming\\Claude\\claude_desktop_config.json');
    expect(paths).toContain('D:\\p\\.vscode\\mcp.json');
    expect(paths.join()).not.toContain('/');
  });

  it('knows where macOS and Linux keep them', () => {
    expect(of('darwin', '/Users/u')).toContain('/Users/u/Library/Application Support/Code/User/mcp.json');
    expect(of('linux', '/home/u')).toContain('/home/u/.config/Claude/claude_desktop_config.json');
    expect(of('linux', '/home/u', { XDG_CONFIG_HOME: '/c' })).toContain('/c/Code/User/mcp.json');
  });
});

it('fills placeholders the way the clients do', () => {
  const env = { KEY: 'k' };
  expect(fillPlaceholders('${KEY}/${env:KEY}/${NO:-d}/${workspaceFolder}', '/p', env)).toEqual({
    value: 'k/k/d//p',
    missing: [],
  });
  expect(fillPlaceholders('${input:token} ${GONE}', '/p', env).missing).toEqual([
    '${input:token}',
    '${GONE}',
  ]);
});
