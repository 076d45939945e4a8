import { describe, expect, it } from 'vitest';
import { readServers, removeServer, setServer } from './edit-servers.js';

const json = { format: 'json', section: 'mcpServers' } as const;
const toml = { format: 'toml', section: 'mcp_servers' } as const;
const entry = { command: 'mcptest', args: ['mcp-server'] };

describe('setServer', () => {
  it('writes a server that is read back as it was meant', () => {
    expect(readServers(setServer('{}', json, 'm', entry), json)).toEqual({ m: entry });
    expect(readServers(setServer('model = "o3"\n', toml, 'm', entry), toml)).toEqual({ m: entry });
  });

  it('leaves a text alone that says it already, however it is laid out', () => {
    const inline = 'mcp_servers = { m = { args = ["mcp-server"], command = "mcptest" } }\n';
    expect(setServer(inline, toml, 'm', entry)).toBe(inline);
    const commented = '{"mcpServers": {"m": {/* ours */ "args": ["mcp-server"], "command": "mcptest"}}}';
    expect(setServer(commented, json, 'm', entry)).toBe(commented);
  });

  it.each([
    ['an inline table', 'mcp_servers = { other = { command = "x" } }\n'],
    ['dotted keys', 'mcp_servers.m.command = "x"\n'],
    ['a name with an escape', '[mcp_servers."\\u006d"]\ncommand = "x"\n'],
  ])('refuses TOML that it cannot edit: %s', (_what, text) => {
    expect(() => setServer(text, toml, 'm', entry)).toThrow(
      new SyntaxError('the entry `m` is written in a way that cannot be edited'),
    );
  });
});

describe('removeServer', () => {
  it('takes out the server, and leaves a text without it alone', () => {
    const text = '{"mcpServers": {"a": {}, "m": {}}}';
    expect(removeServer(text, json, 'm')).toBe('{"mcpServers": {"a": {}}}');
    expect(removeServer(text, json, 'x')).toBe(text);
  });

  it.each([
    ['an inline table', toml, 'mcp_servers = { m = { command = "x" } }\n'],
    ['dotted keys', toml, 'mcp_servers.m.command = "x"\n'],
    ['a name that is there twice', json, '{"mcpServers": {"m": {"a": 1}, "m": {"b": 2}}}'],
  ])('never says that it is gone when it is not: %s', (_what, place, text) => {
    expect(() => removeServer(text, place, 'm')).toThrow(/cannot be edited/);
  });
});

describe('readServers', () => {
  it.each([
    ['[]', json, 'it is not a map'],
    ['{"mcpServers": 1}', json, '`mcpServers` is not a map'],
    ['mcp_servers = 1', toml, '`mcp_servers` is not a map'],
    ['[mcp_servers]\n[mcp_servers]\n', toml, /^line 2: /],
  ])('refuses %j', (text, place, message) => {
    expect(() => readServers(text, place)).toThrow(message);
  });
});
