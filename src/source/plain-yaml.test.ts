import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import fc, { runs } from '../../test/lib/properties.js';
import { readPlainYaml } from './plain-yaml.js';
import { type LocatedValue, type SourceSpot, spotOf } from './spots.js';
import { parseYaml } from './yaml.js';

/** Every value with the places of itself and its key, and the keys on the way to it. */
function everything({ value, spot }: LocatedValue): unknown {
  const where = (one: SourceSpot) => [
    one.source.at(one.value),
    one.key === undefined ? null : one.source.at(one.key),
    one.parent?.value,
    one.segment,
  ];
  const walk = (one: unknown, at: SourceSpot): unknown => {
    if (typeof one !== 'object' || one === null) return [where(at), Object.is(one, -0) ? '-0' : one];
    return [where(at), Object.entries(one).map(([key, inner]) => [key, walk(inner, spotOf(one, key)!)])];
  };
  return walk(value, spot);
}

/** Whether the quick reader took the text; where it does, it must say what the other one says. */
function taken(text: string): boolean {
  const plain = readPlainYaml(text, 'a.yml');
  if (plain === undefined) return false;
  const whole = parseYaml(text, 'a.yml');
  expect(whole.problems.map(({ message }) => message)).toEqual([]);
  expect(everything(plain)).toEqual(everything(whole));
  return true;
}

describe('plain YAML is read', () => {
  test.each([
    ['a: 1\nb: two words # a comment\n\n# another\nc: "quoted: \\u00e4\\n" #last'],
    ["a: 'it''s'\nb:\n  c: true\n  d: ~\n  e: -1.50\nf:\n- x\n- y: 1\n  z: [1, two, \"3\"]\n"],
    ['a:\n  - b: {x: 1, "y":2, z: [a, {b: c}]}\n    c: http://x.y:80/z#w\n\n  -   d: e\n      f: g\nh:\n'],
    ['text: |\n  two\n    lines\n\n  and: more # here\n\nnext: |-\n  one\n# end\nlast: 2025-06-18\n'],
    ['a: >\n  two\n  lines\nb: >-\n  one\n  two\n\n'],
    ['- a\n- [ ]\n- { }\n- "b": c\n- --flag\n- 007\n'],
    ['{\n "a": [\n  1, 2\n ],\n "b": {"c":null}\n}\n'],
    ['a: {\n  b: 1,\n  c: [x,\n   y] }\nd : e\n'],
    ['result.content[0].text: { contains: "row 0" }\n'],
  ])('%#', (text) => {
    expect(taken(text)).toBe(true);
  });

  test('in the examples', () => {
    const folder = fileURLToPath(new URL('../../examples', import.meta.url));
    const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
      /\.ya?ml$/.test(name),
    );
    const left = names.filter((name) => !taken(readFileSync(join(folder, name), 'utf8')));
    // Those have anchors, or a comma in brackets that begins a key without a value.
    expect(left.sort()).toEqual([
      'agent-multi-run-tool-selection.yml',
      'distractor-tools/mcptest.yml',
      'distractor-tools/servers/catalog.yml',
      'name-free-discovery/mcptest.yml',
      'registry/compose.yml',
      'token-efficiency/mcptest.yml',
      'token-efficiency/servers/documents.yml',
    ]);
  });
});

describe('all else is left to the reader of all YAML', () => {
  test.each([
    ['', '# nothing\n', 'word', '--- \na: 1', 'a: 1\n...\n', '%YAML 1.2\n---\na: 1'],
    ['a: &x 1', 'a: *x', 'a: !!str 1', '<<: {a: 1}', '? a\n: 1', '__proto__: 1', 'a: 1\na: 2'],
    ['a: >\n  two\n\n  lines\n', 'a: |2\n   x\n', 'a: |+\n  x\n', 'a: |\n', 'a: |\n  x', 'a: |\n\n  x\n'],
    [
      'a: two\n  lines',
      'a: "two\n  lines"',
      'a: [1,\n2]\n',
      ' a: 1\nb: 2',
      'a:\n  b: 1\n c: 2',
      '- a\n b: 1',
    ],
    ['a: .5', 'a: 1e3', 'a: 0x1f', 'a: .inf', 'a: 12345678901234567890', 'a: +1'],
    ['a: b: c', 'a: [b: c]', 'a: [1,]', 'a: {b}', 'a: "b" c', 'a: "b"#c', 'a: {"b":1}x', 'a: "\\x41"'],
    ['a:\t1', 'a: 1\r\n', '\ufeffa: 1', 'a: b\u2028c', `a: ${'['.repeat(40)}${']'.repeat(40)}`],
    [`a: [${'1,'.repeat(100_001)}1]`, `a: ${'x'.repeat(400_001)}`, `${'k'.repeat(1025)}: 1`],
  ])('%#', (...texts) => {
    for (const text of texts) expect([text.slice(0, 60), taken(text)]).toEqual([text.slice(0, 60), false]);
  });
});

const sign = fc.constantFrom(
  ...[
    'a',
    'b c',
    ': ',
    ':',
    '\n',
    '\n  ',
    '\n    ',
    '  ',
    ' ',
    '- ',
    '-',
    '[',
    ']',
    '{',
    '}',
    ', ',
    ',',
    '&x ',
  ],
  ...[
    '*x',
    '<<',
    '"',
    "'",
    '|',
    '|-',
    '>',
    '#',
    ' # ',
    '!',
    '%',
    '---',
    '0',
    '-1',
    '1.5',
    '~',
    '?',
    'true',
    '"q"',
  ],
  ...["'s'", 'ä', '\\', '\\n', '@', '`', '.', '/', '=', '$', 'null'],
);
const scalar = fc.constantFrom(
  'a',
  'two words',
  '1',
  '-2.5',
  '"q"',
  "'it''s'",
  'x:y',
  'a#b',
  '~',
  '',
  'no',
  '|\n      t',
  '>-\n      t\n      u',
);
const line = fc
  .tuple(
    fc.nat({ max: 4 }),
    fc.constantFrom('', '- ', '-  ', '- - '),
    fc.constantFrom('a', 'b', '"c"', 'd e', ''),
    scalar,
  )
  .map(([indent, dash, key, value]) => `${'  '.repeat(indent)}${dash}${key && `${key}: `}${value}`);

test('of any text, both say the same or the quick one says nothing', () => {
  const count = { lines: 0, signs: 0 };
  const lines = fc.array(line, { maxLength: 8 }).map((list) => list.join('\n'));
  fc.assert(
    fc.property(lines, (text) => {
      if (taken(text)) count.lines += 1;
    }),
    { numRuns: runs(3000) },
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 14 }), (list) => {
      if (taken(list.join(''))) count.signs += 1;
    }),
    { numRuns: runs(6000) },
  );
  expect(Math.min(count.lines, count.signs)).toBeGreaterThan(30);
});

test('an example with any part of it changed is read alike, or left', () => {
  const text =
    'servers:\n  a: { command: [node, "s.js"] }\ntools:\n  - name: one # x\n    args: {"id":"x"}\n    expect:\n      - result: { is: 1 }\n  - name: two\n    note: |\n      some\n      text\n    last:\n';
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(4), sign, (at, gone, put) => {
      taken(text.slice(0, at) + put + text.slice(at + gone));
    }),
    { numRuns: runs(4000) },
  );
});
