import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { locate, pointerOf } from './spots.js';
import { parseYaml } from './yaml.js';

function placeOf(text: string, path: (string | number)[]) {
  const parsed = parseYaml(text, 'a.yml');
  const spot = locate(parsed, path);
  return { pointer: pointerOf(spot), ...spot.source.at(spot.value) };
}

const messages = (text: string) => parseYaml(text, 'a.yml').problems.map(({ message }) => message);

describe('places', () => {
  test('of values, through lists, maps and anchors', () => {
    const text = 'a:\n  - b: 1\nx-c: &c\n  deep: 2\nd: *c\ne:\n  <<: *c\n';
    expect(placeOf(text, ['a', 0, 'b'])).toEqual({ pointer: '/a/0/b', line: 2, column: 8 });
    expect(placeOf(text, ['d', 'deep'])).toEqual({ pointer: '/d/deep', line: 4, column: 9 });
    expect(placeOf(text, ['e', 'deep'])).toEqual({ pointer: '/e/deep', line: 4, column: 9 });
  });

  test('of something absent is that of its nearest ancestor', () => {
    expect(placeOf('a:\n  b: 1\n', ['a', 'z', 'y'])).toEqual({ pointer: '/a', line: 2, column: 3 });
  });

  test('of a syntax error', () => {
    const [problem] = parseYaml('a: 1\nb: [1, 2\nc: "x\n', 'a.yml').problems;
    expect(problem?.spot.source.at(problem.spot.value).line).toBeGreaterThan(1);
  });
});

describe('values', () => {
  test('JSON is read too, with tabs and CRLF', () => {
    expect(parseYaml('{\r\n\t"a": [1, {"b": null}]\r\n}', 'a.json').value).toEqual({ a: [1, { b: null }] });
  });

  test('merge keys give way to keys that are written out', () => {
    const text = 'x-a: &a {k: 1, j: 2}\nx-b: &b {k: 5, z: 6}\nc: {j: 3, <<: [*a, *b]}\n';
    expect((parseYaml(text, 'a.yml').value as { c: unknown }).c).toEqual({ j: 3, k: 1, z: 6 });
  });

  test('YAML 1.2: yes, no and dates are text', () => {
    expect(parseYaml('[yes, no, 2025-06-18, 0o17]', 'a.yml').value).toEqual(['yes', 'no', '2025-06-18', 15]);
  });
});

describe('refused', () => {
  test.each([
    ['a: 1\n---\nb: 2\n', /one YAML document/],
    ['a: !!js/function "x"', /tags/],
    ['a: !custom 1', /tags/],
    ['a: 1\na: 2', /`a` is given twice/],
    ['__proto__: { polluted: true }', /`__proto__` is not allowed/],
    ['"__proto__": 1', /`__proto__` is not allowed/],
    ['x: { deep: { "__proto__": { polluted: 1 } } }', /`__proto__` is not allowed/],
    ['? [a, b]\n: 1', /key must be plain text/],
    ['a: .inf', /not a number that JSON knows/],
    ['a: 12345678901234567890', /too large to be kept exactly/],
    ['a: *nowhere', /nowhere/],
    ['a: &a [*a]', /inside its own anchor/],
    ['<<: 5', /`<<` merges a map/],
    [`a: ${'x'.repeat(1_000_001)}`, /larger than 1 MB/],
  ])('%#: %.40s', (text, message) => {
    expect(messages(text)).toEqual([expect.stringMatching(message)]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('a billion laughs', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi']) {
      lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);
    }
    expect(messages(lines.join('\n'))).toEqual([expect.stringContaining('more than 100000 values')]);
  });

  test.each(['[', '{', '- ', '? ', 'a: ', '{a: ', '[{'])('a million levels of %j', (level) => {
    const text = level.repeat(Math.floor(999_999 / level.length));
    expect(messages(text)).toEqual([expect.stringContaining('nested deeper than 64 levels')]);
  });

  test('65 levels, while 60 are read', () => {
    expect(messages(`${'['.repeat(70)}${']'.repeat(70)}`)).toEqual(['nested deeper than 64 levels']);
    expect(messages(`${'['.repeat(60)}${']'.repeat(60)}`)).toEqual([]);
  });
});

test('any text gives a JSON-safe value or problems with a place', () => {
  const piece = fc.constantFrom(
    'a',
    ': ',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '&x ',
    '*x',
    '<<',
    '"',
    "'",
    '|',
    '>',
    '#',
    '!',
    '%',
    '---',
    '\t',
    '0',
    '~',
    ',',
    '?',
    '__proto__',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 60 }), (parts) => {
      const { value, problems } = parseYaml(parts.join(''), 'a.yml');
      for (const { spot } of problems) expect(spot.source.at(spot.value).line).toBeGreaterThan(0);
      if (problems.length === 0) expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    }),
    { numRuns: 500 },
  );
});
