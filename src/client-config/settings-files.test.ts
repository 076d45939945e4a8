/** The two formats of other programs' settings that we read ourselves. */
import { describe, expect, it } from 'vitest';
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
      list: [{ n: 1 }, { n: 31, when: '2026-11-15T10:00:00Z', ok: true }],
    });
  });

  it.each([
    ['a = 1\na = 2', /line 2: a is there twice/],
    ['[a\nb = 1', /line 1: a \]/],
    ['a = "x', /line 1.*not closed/],
    ['a = [1', /\] is missing|value is missing/],
    ['a', /= is missing/],
    ['a = "\\q"', /escape/],
    [`a = ${'['.repeat(100)}`, /too deep/],
    ['a = 1 b = 2', /more on the line/],
  ])('says where %j goes wrong', (text, message) => {
    expect(() => parseToml(text)).toThrow(message);
  });

  it('keeps __proto__ as data', () => {
    const read = parseToml('[__proto__]\nx = 1');
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
