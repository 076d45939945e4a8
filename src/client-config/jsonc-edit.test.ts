import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { parseJsonc } from './jsonc.js';
import { removeEntry, setEntry } from './jsonc-edit.js';

const entry = { command: 'mcptest', args: ['mcp-server'] };
const set = (text: string) => setEntry(text, 'mcpServers', 'mcptest', entry);
const remove = (text: string) => removeEntry(text, 'mcpServers', 'mcptest');

const crlf = (text: string) => text.replaceAll('\n', '\r\n');

const FILES: Record<string, string> = {
  'two servers':
    '{\n  "mcpServers": {\n    "a": { "command": "a" },\n    "b": { "command": "b" }\n  },\n  "other": 1\n}\n',
  tabs: '{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}\n',
  'comments everywhere':
    '// top\n{\n  // servers\n  "mcpServers": {\n    /* a */ "a": { "command": "a" } // after a\n    // before the end\n  } // end\n}\n// bottom\n',
  'a comma after the last': '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
  'an empty map': '{\n  "mcpServers": {}\n}\n',
  'a comment in an empty map': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
  'no map': '{\n  "theme": "dark" // mine\n}\n',
  'one line': '{"mcpServers": {"a": {"command": "a"}}}',
  'an empty object': '{}',
  'a byte order mark': '\ufeff{\n  "mcpServers": {\n    "a": {}\n  }\n}\n',
  'a comment behind the brace': '{ // mine\n  "mcpServers": { // none\n  }\n}\n',
  'braces in strings': '{\n  "x": "}{,//",\n  "mcpServers": {\n    "a": { "b": "\\"}//" }\n  }\n}\n',
};

describe('setEntry', () => {
  it.each(Object.entries(FILES))('%s: adds the entry, keeps every comment and all else', (_name, text) => {
    const before = parseJsonc(text) as Record<string, object>;
    const after = set(text);
    expect(parseJsonc(after)).toEqual({ ...before, mcpServers: { ...before.mcpServers, mcptest: entry } });
    for (const comment of text.match(/\/\/[^\n"]*$|\/\*.*?\*\//gm) ?? []) expect(after).toContain(comment);
    expect(set(after)).toBe(after);
  });

  it.each(Object.entries(FILES).filter(([, text]) => text.includes('\n')))(
    '%s: a file with the line ends of Windows keeps them',
    (_name, text) => {
      expect(set(crlf(text))).toBe(crlf(set(text)));
      expect(remove(set(crlf(text)))).toBe(crlf(remove(set(text))));
    },
  );

  it('writes in the indentation of the file', () => {
    expect(set(FILES['two servers']!)).toBe(
      '{\n  "mcpServers": {\n    "a": { "command": "a" },\n    "b": { "command": "b" },\n    "mcptest": {\n      "command": "mcptest",\n      "args": [\n        "mcp-server"\n      ]\n    }\n  },\n  "other": 1\n}\n',
    );
    expect(set(FILES.tabs!)).toContain('\n\t\t"mcptest": {\n\t\t\t"command"');
  });

  it('makes a file that is not there or empty', () => {
    expect(parseJsonc(set(''))).toEqual({ mcpServers: { mcptest: entry } });
    expect(parseJsonc(set(' \n'))).toEqual({ mcpServers: { mcptest: entry } });
  });

  it('replaces an older entry in its place', () => {
    const text = '{\n  "mcpServers": {\n    "mcptest": { "command": "old" }, // ours\n    "z": 1\n  }\n}\n';
    const after = set(text);
    expect(parseJsonc(after)).toEqual({ mcpServers: { mcptest: entry, z: 1 } });
    expect(after).toContain(', // ours\n    "z": 1');
  });

  it.each(['{', '[]', '{"mcpServers": []}', '{"a": 1 "b": 2}', '{"a": 1} x', '{/*', "{'a': 1}"])(
    'refuses %s',
    (text) => {
      expect(() => set(text)).toThrow(SyntaxError);
    },
  );
});

describe('removeEntry', () => {
  const reversible = ['two servers', 'tabs', 'comments everywhere', 'a comma after the last', 'one line'];
  it.each(reversible)('%s: undoes what was added', (name) => {
    expect(remove(set(FILES[name]!))).toBe(FILES[name]);
  });

  it.each(Object.entries(FILES))('%s: leaves the others as they were', (_name, text) => {
    const before = parseJsonc(text) as Record<string, object>;
    expect(parseJsonc(remove(set(text)))).toEqual({ ...before, mcpServers: { ...before.mcpServers } });
    expect(remove(text)).toBe(text);
  });

  it('takes the first and the middle one out', () => {
    const first = '{\n  "mcpServers": {\n    "mcptest": {},\n    "b": 1\n  }\n}';
    expect(remove(first)).toBe('{\n  "mcpServers": {\n    "b": 1\n  }\n}');
    const middle = '{"mcpServers": {"a": 1, "mcptest": {}, "b": 1}}';
    expect(remove(middle)).toBe('{"mcpServers": {"a": 1, "b": 1}}');
  });
});

it('any object survives an install and its undoing', () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(value, value, fc.constantFrom(undefined, 1, 2, '\t'), (servers, others, indent) => {
      const { mcptest: _ours, ...kept } = servers;
      const text = JSON.stringify({ ...others, mcpServers: kept }, null, indent);
      const after = set(text);
      expect(JSON.parse(after)).toEqual({
        ...JSON.parse(text),
        mcpServers: { ...JSON.parse(text).mcpServers, mcptest: entry },
      });
      expect(JSON.parse(remove(after))).toEqual(JSON.parse(text));
    }),
    { numRuns: 200 },
  );
});
