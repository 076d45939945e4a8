import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { readServers, removeServer, setServer } from './edit-servers.js';

const json = { format: 'json', section: 'mcpServers' } as const;
const toml = { format: 'toml', section: 'mcp_servers' } as const;
const entry = { command: 'mcptest', args: ['mcp-server'] };

describe('lines that end as on Windows', () => {
  const crlf = (given: string) => given.replaceAll('\n', '\r\n');
  const names = fc.constantFrom('m', 'other', 'a b', 'mcptest');
  const settings = fc.record(
    {
      first: fc.constantFrom(1, [], ['x', 'y'], { deep: { list: [1, 2] } }),
      mcpServers: fc.dictionary(
        names,
        fc.constantFrom({ command: 'x' }, { command: 'y', args: ['-y', 'z'] }),
      ),
      last: fc.constantFrom('z', {}),
    },
    { requiredKeys: [] },
  );
  const texts = fc
    .tuple(settings, fc.constantFrom(0, 2, '\t'), fc.constantFrom('', '\n', '\n\n'), fc.boolean())
    .map(([value, indent, end, comments]) => {
      const plain = `${JSON.stringify(value, null, indent)}${end}`;
      return comments && indent !== 0 ? plain.replace(/[,{]\n/g, (found) => `${found[0]} // ours\n`) : plain;
    })
    .filter((each) => each.includes('\n'));

  it('stay so: an edit is the same, whichever the ends of lines', () => {
    fc.assert(
      fc.property(texts, (each) => {
        const [lf, windows] = [each, crlf(each)].map((given) => setServer(given, json, 'm', entry));
        // A file in one line has an end of line of its own only behind it.
        expect(windows).toBe(crlf(lf!));
        expect(removeServer(windows!, json, 'm')).toBe(crlf(removeServer(lf!, json, 'm')));
      }),
    );
  });

  it.each([
    'model = "x"\n',
    '[mcp_servers.a]\ncommand = "x"\n\n[other]\nk = 1\n',
    '[mcp_servers.m]\ncommand = "old"\n\n[mcp_servers.m.env]\nA = "1"\n\n[z]\nk = """\na\n"""',
    '# mine\n\n',
  ])('stay so in TOML: %j', (each) => {
    const [lf, windows] = [each, crlf(each)].map((given) => setServer(given, toml, 'm', entry));
    expect(windows).toBe(crlf(lf!));
    expect(removeServer(windows!, toml, 'm')).toBe(crlf(removeServer(lf!, toml, 'm')));
  });
});

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
