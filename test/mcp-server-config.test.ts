/** The ready-made files for agents are what `--install` writes, and name only verbs that there are. */
import { chmodSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERBS } from '../src/mcp-server/verbs.js';
import { folder, mcptest, root } from './lib/cli.js';

const examples = (...path: string[]): string => join(root, 'examples', ...path);

describe('examples/mcp-server-config', () => {
  it.each([
    ['claude-code', 'claude-code.mcp.json', '.mcp.json'],
    ['claude-desktop', 'claude_desktop_config.json', 'home/.config/Claude/claude_desktop_config.json'],
    ['cursor', 'cursor.mcp.json', '.cursor/mcp.json'],
    ['vscode', 'vscode.mcp.json', '.vscode/mcp.json'],
    ['codex', 'codex.config.toml', 'home/.codex/config.toml'],
    ['gemini', 'gemini.settings.json', '.gemini/settings.json'],
  ])('%s: as --install writes it, and gone after --uninstall', async (client, shown, path) => {
    const cwd = realpathSync(folder({ 'mcptest.yml': '' }));
    const home = join(cwd, 'home');
    const bin = folder({ mcptest: '#!/bin/sh\n' });
    chmodSync(join(bin, 'mcptest'), 0o755);
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH: `${bin}:${process.env.PATH}` };
    const install = ['mcp-server', '--client', client];
    const { code, stderr } = await mcptest([...install, '--install', '--enable-writes'], { cwd, env });
    expect(code, stderr).toBe(0);
    const written = readFileSync(join(cwd, path), 'utf8');
    expect(written.replaceAll(cwd, '/path/to/project')).toBe(
      readFileSync(examples('mcp-server-config', shown), 'utf8'),
    );
    expect((await mcptest([...install, '--uninstall'], { cwd, env })).stdout).toMatch(/^removed: /);
    expect(readFileSync(join(cwd, path), 'utf8')).not.toContain('mcptest');
  });

  it('has a line for every file', () => {
    const text = readFileSync(examples('mcp-server-config', 'README.md'), 'utf8');
    for (const name of readdirSync(examples('mcp-server-config'))) {
      if (name !== 'README.md') expect(text).toContain(`\`${name}\``);
    }
  });

  it('a file that cannot be read is exit 2, and stays', async () => {
    const cwd = folder({ 'mcp.json': '{ broken' });
    const { code, stderr } = await mcptest(['mcp-server', '--install', '--install-path', 'mcp.json'], {
      cwd,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('left as it is')]);
    expect(readFileSync(join(cwd, 'mcp.json'), 'utf8')).toBe('{ broken');
  });
});

describe('examples/agent-skill', () => {
  it.each(['SKILL.md', 'agents/mcp-tester.md'])('%s names only verbs that there are', (file) => {
    const text = readFileSync(examples('agent-skill', file), 'utf8');
    expect(text).toMatch(/^---\nname: [a-z-]+\ndescription: .+\n/);
    const known = new Set(VERBS.map(({ name }) => name));
    const named = [
      ...text.matchAll(
        /(?:mcp__mcptest__|`)((?:list|get|scaffold|propose|validate|run|explain|trigger|record|lint|score|diff)_[a-z_]+)/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(3);
    for (const [, verb] of named) expect(known, verb).toContain(verb);
  });
});
