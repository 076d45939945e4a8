import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseJsonc } from '../client-config/jsonc.js';
import { parseToml } from '../client-config/toml.js';
import { type InstallInput, installServer } from './install.js';

let project: string;
let home: string;

/** As after `npm install -g mcptest`. */
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'mcptest-install-'));
  home = mkdtempSync(join(tmpdir(), 'mcptest-home-'));
  writeFileSync(join(project, 'mcptest.yml'), '');
  const mcptest = put(join(home, 'global/mcptest'), '#!/bin/sh\n');
  chmodSync(mcptest, 0o755);
  env = { PATH: dirname(mcptest) };
});

const install = (input: Partial<InstallInput> = {}) =>
  installServer({ remove: false, writes: false, cwd: project, home, env, platform: 'linux', ...input });

const put = (file: string, text: string): string => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

describe('installServer', () => {
  it('writes .claude/mcp.json, says what it did, and does it once', async () => {
    expect(await install()).toEqual({ file: '.claude/mcp.json', outcome: 'installed' });
    const file = join(project, '.claude/mcp.json');
    const first = readFileSync(file, 'utf8');
    expect(JSON.parse(first)).toEqual({
      mcpServers: { mcptest: { command: 'mcptest', args: ['mcp-server'] } },
    });
    expect((await install()).outcome).toBe('unchanged');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect((await install({ writes: true })).outcome).toBe('updated');
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.mcptest.args).toEqual([
      'mcp-server',
      '--enable-writes',
    ]);
    expect((await install({ remove: true })).outcome).toBe('removed');
    expect((await install({ remove: true })).outcome).toBe('not installed');
    expect(readdirSync(dirname(file))).toEqual(['mcp.json']);
  });

  it.each([
    ['claude-code', '.mcp.json', 'mcpServers'],
    ['cursor', '.cursor/mcp.json', 'mcpServers'],
    ['vscode', '.vscode/mcp.json', 'servers'],
    ['gemini', '.gemini/settings.json', 'mcpServers'],
  ])('%s: the file that it reads, in its shape, others kept', async (client, path, section) => {
    const file = put(
      join(project, path),
      `{\n  // mine\n  "${section}": {\n    "other": { "command": "x" }\n  }\n}\n`,
    );
    await install({ client });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('// mine');
    const servers = (parseJsonc(text) as Record<string, Record<string, unknown>>)[section];
    expect(Object.keys(servers!)).toEqual(['other', 'mcptest']);
    expect(servers!.mcptest).toMatchObject({
      command: 'mcptest',
      ...(client === 'vscode' && { type: 'stdio' }),
    });
  });

  it('codex: a table of its TOML file, with the project named', async () => {
    const file = put(join(home, '.codex/config.toml'), 'model = "o3" # mine\n');
    await install({ client: 'codex' });
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith('model = "o3" # mine\n')).toBe(true);
    expect(parseToml(text)).toMatchObject({
      mcp_servers: {
        mcptest: { command: 'mcptest', args: ['mcp-server', '--workspace', expect.any(String)] },
      },
    });
    expect((await install({ client: 'codex' })).outcome).toBe('unchanged');
    await install({ client: 'codex', remove: true });
    expect(readFileSync(file, 'utf8')).toBe('model = "o3" # mine\n');
  });

  it('claude-desktop: the settings folder of each system', async () => {
    await install({ client: 'claude-desktop' });
    await install({ client: 'claude-desktop', platform: 'darwin' });
    expect(existsSync(join(home, '.config/Claude/claude_desktop_config.json'))).toBe(true);
    expect(existsSync(join(home, 'Library/Application Support/Claude/claude_desktop_config.json'))).toBe(
      true,
    );
  });

  it.each(['Code/User/mcp.json', 'Code - Insiders/User/mcp.json', 'Code/User/profiles/a1/mcp.json'])(
    "VS Code's own %s has its shape",
    async (path) => {
      await install({ path: join(home, path) });
      const settings = JSON.parse(readFileSync(join(home, path), 'utf8'));
      expect(Object.keys(settings)).toEqual(['servers']);
      expect(settings.servers.mcptest.type).toBe('stdio');
    },
  );

  it('a named file goes by its name', async () => {
    await install({ path: 'x/.vscode/mcp.json' });
    await install({ path: 'y.toml' });
    expect(JSON.parse(readFileSync(join(project, 'x/.vscode/mcp.json'), 'utf8'))).toHaveProperty(
      'servers.mcptest',
    );
    expect(parseToml(readFileSync(join(project, 'y.toml'), 'utf8'))).toHaveProperty('mcp_servers.mcptest');
  });

  it.each([
    ['mcp.json', '{ "mcpServers": { '],
    ['mcp.json', '{ "mcpServers": [] }'],
    ['mcp.json', '[]'],
    ['config.toml', 'a = '],
    ['config.toml', 'mcp_servers = { mcptest = { command = "x" } }\n'],
    ['config.toml', 'mcp_servers.mcptest.command = "x"\n'],
  ])('refuses %s with %s and leaves it as it is', async (name, text) => {
    const file = put(join(project, name), text);
    for (const remove of [false, true]) {
      const result = await install({ path: name, remove }).catch((error: { code: string }) => error.code);
      expect(['config-unreadable', { file: name, outcome: 'not installed' }]).toContainEqual(result);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    expect(await install({ path: name }).catch((error: { code: string }) => error.code)).toBe(
      'config-unreadable',
    );
  });

  it('keeps the mode of the file and the link to it', async () => {
    const real = put(join(home, 'dotfiles/mcp.json'), '{}');
    chmodSync(real, 0o600);
    symlinkSync(real, join(project, 'mcp.json'));
    await install({ path: 'mcp.json' });
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(readFileSync(real, 'utf8')).toContain('mcptest');
  });

  const started = async (input: Partial<InstallInput>) => {
    await install({ path: 'started.json', ...input });
    const { command, args } = JSON.parse(readFileSync(join(project, 'started.json'), 'utf8')).mcpServers
      .mcptest;
    return [command, ...args].join(' ');
  };
  const program = (...path: string[]) => {
    const file = put(join(...path), '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return dirname(file);
  };

  it('writes a command that a client can start: by its name only where every program finds it', async () => {
    const self = ['/opt/node/bin/node', '/srv/mcptest/dist/cli.js'];
    expect(await started({ self, env: { PATH: '/nowhere' } })).toBe(`${self.join(' ')} mcp-server`);
    const own = program(project, 'node_modules/.bin/mcptest');
    expect(await started({ self, env: { PATH: own } })).toBe(`${self.join(' ')} mcp-server`);
    const PATH = [own, program(home, 'bin/mcptest')].join(delimiter);
    expect(await started({ self, env: { PATH } })).toBe('mcptest mcp-server');
  });

  it('starts through npx when that is how it runs, and the one of the project when there is one', async () => {
    const npx = ['node', join(home, '.npm/_npx/0123/node_modules/mcptest/dist/cli.js')];
    expect(await started({ self: npx, env: {} })).toBe('npx -y mcptest mcp-server');
    const own = ['node', join(realpathSync(project), 'node_modules/mcptest/dist/cli.js')];
    expect(await started({ self: own, env: {} })).toBe('npx mcptest mcp-server');
    // A file of the home folder is read by programs that start elsewhere.
    await install({ client: 'claude-desktop', self: own, env: {} });
    const desktop = JSON.parse(readFileSync(join(home, '.config/Claude/claude_desktop_config.json'), 'utf8'));
    expect(desktop.mcpServers.mcptest).toMatchObject({
      command: 'node',
      args: [own[1], 'mcp-server', '--workspace', realpathSync(project)],
    });
  });
});
