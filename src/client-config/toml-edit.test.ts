import { describe, expect, it } from 'vitest';
import { parseToml } from './toml.js';
import { removeTable, setTable } from './toml-edit.js';

const path = ['mcp_servers', 'mcptest'];
const lines = ['command = "mcptest"', 'args = ["mcp-server"]'];
const table = { command: 'mcptest', args: ['mcp-server'] };

const FILES: Record<string, string> = {
  empty: '',
  'other servers':
    '# mine\nmodel = "o3" # a model\n\n[mcp_servers.other]\ncommand = "x"\nargs = ["[mcp_servers.mcptest]"]\n\n[mcp_servers.other.env]\nA = "1"\n',
  'a multi-line string':
    'text = """\n[mcp_servers.mcptest]\n"""\nlist = [\n  "a",\n  "b",\n]\n\n[z]\na = 1\n',
  'no newline at the end': 'a = 1',
  crlf: 'a = 1\r\n\r\n[b]\r\nc = 2\r\n',
};

describe('setTable', () => {
  it.each(Object.entries(FILES))('%s: adds the table and keeps every line', (_name, text) => {
    const after = setTable(text, path, lines);
    expect(after.startsWith(text)).toBe(true);
    const parsed = parseToml(after) as Record<string, Record<string, unknown>>;
    expect(parsed.mcp_servers?.mcptest).toEqual(table);
    expect(setTable(after, path, lines)).toBe(after);
  });

  it('replaces an older table with what is below it', () => {
    const text =
      'a = 1\n\n[mcp_servers.mcptest]\ncommand = "old"\n\n[mcp_servers.mcptest.env]\nX = "1"\n\n[z]\nb = 2\n';
    const after = setTable(text, path, lines);
    expect(parseToml(after)).toEqual({ a: 1, mcp_servers: { mcptest: table }, z: { b: 2 } });
    expect(after.endsWith('\n\n[z]\nb = 2\n')).toBe(true);
  });
});

describe('removeTable', () => {
  it.each(['other servers', 'a multi-line string', 'crlf'])('%s: undoes what was added', (name) => {
    expect(removeTable(setTable(FILES[name]!, path, lines), path)).toBe(FILES[name]);
  });

  it('leaves a file without it alone', () => {
    for (const text of Object.values(FILES)) expect(removeTable(text, path)).toBe(text);
  });
});
