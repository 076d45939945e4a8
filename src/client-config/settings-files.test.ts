/** The two formats of other programs' settings. */
import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { parseJsonc } from './jsonc.js';
import { parseToml } from './toml.js';

const toml = (text: string) => JSON.parse(JSON.stringify(parseToml(text)));

describe('parseJsonc', () => {
  it.each([
    ['{"a": 1} // end', { a: 1 }],
    ['// first\n{\n  /* b, */ "a": [1, 2, /* x */ ], // c\n}', { a: [1, 2] }],
    ['{"url": "http://x/*y*/", "b": "a,]" }', { url: 'http://x/*y*/', b: 'a,]' }],
    ['{"a": "\\"//" 1}', undefined],
    ['\ufeff[1,]', [1]],
  ])('%j', (text, value) => {
    if (value === undefined) expect(() => parseJsonc(text)).toThrow(SyntaxError);
    else expect(parseJsonc(text)).toEqual(value);
  });

  it.each([
    ['{"a": 1,,}', 1],
    ['{\n"a": 1\n"b": 2}', 3],
    ['{"a":\r\n[1, 2', 2],
    ["{'a': 1}", 1],
    ['{"a": 01}', 1],
    ['{"a": 1} {}', 1],
    ['{/*', 1],
    ['', 1],
    ['{"a": "\\x"}', 1],
  ])('names the line of what is wrong in %j', (text, line) => {
    expect(() => parseJsonc(text)).toThrow(new RegExp(`^line ${line}: [a-z ]+$`));
  });

  it('refuses a text that is nested deeper than can be read', () => {
    expect(() => parseJsonc('['.repeat(200_000))).toThrow(SyntaxError);
  });

  it('reads any JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(parseJsonc(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe('parseToml', () => {
  it('reads what a tool keeps in its settings', () => {
    expect(
      toml(`model = "o3" # comment
[mcp_servers.docs]
command = "npx"
args = [
  "-y", # yes
  'docs-mcp',
]
env = { API_KEY = "x", "a.b" = 'c' }
startup_timeout_sec = 1_0.5
[mcp_servers."my server".env]
A = """
two
lines"""
[[list]]
n = 1
[[list]]
n = 0x1F
when = 2026-11-15T10:00:00Z
ok = true
`),
    ).toEqual({
      model: 'o3',
      mcp_servers: {
        docs: {
          command: 'npx',
          args: ['-y', 'docs-mcp'],
          env: { API_KEY: 'x', 'a.b': 'c' },
          startup_timeout_sec: 10.5,
        },
        'my server': { env: { A: 'two\nlines' } },
      },
      list: [{ n: 1 }, { n: 31, when: '2026-11-15T10:00:00.000Z', ok: true }],
    });
  });

  it.each([
    ['a name that is there twice', 'x = 1\na = 1\na = 2', 3],
    ['a table that is there twice', '[a]\nb = 1\n[a]\nc = 1', 3],
    ['a table that was closed by its braces', 'a = { b = 1 }\n[a.c]\nd = 1', 2],
    ['an open header', '[a\nb = 1', 1],
    ['an open string', 'a = "x', 1],
    ['an open list', '\na = [1', 2],
    ['a name without value', 'a', 1],
    ['an unknown escape', 'a = "\\q"', 1],
    ['a line break in a plain string', 'a = "x\ny"', 1],
    ['a control character', 'a = "\u0001"', 1],
    ['a word that is no value', 'a = yes', 1],
    ['a number with a leading zero', 'a = 01', 1],
    ['a number with two underscores', 'a = 1__0', 1],
    ['a date that does not exist', 'a = 2026-13-45', 1],
    ['two pairs on a line', 'a = 1 b = 2', 1],
    ['too many levels', `a = ${'['.repeat(100)}`, 1],
  ])('refuses %s and names the line', (_what, text, line) => {
    expect(() => parseToml(text)).toThrow(new RegExp(`^line ${line}: .*$`));
  });

  it('shows no value in its message: it may be a secret', () => {
    expect(() => parseToml('token = "hunter2" x')).toThrow(/^(?!.*hunter2)/);
  });

  it('keeps dates and large integers as text', () => {
    expect(toml('a = 2026-11-15\nb = 9223372036854775807\nc = [07:30:00]')).toEqual({
      a: '2026-11-15',
      b: '9223372036854775807',
      c: ['07:30:00.000'],
    });
  });

  it('keeps __proto__ as data', () => {
    const read = parseToml('[__proto__]\nx = 1');
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
