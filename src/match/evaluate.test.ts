import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { evaluate } from './evaluate.js';
import { normaliseMatcher } from './normalise.js';
import { MATCHERS, type MatcherName } from './registry.js';
import { SnapshotBook } from './snapshot-book.js';
import { validateMatcher } from './validate.js';

const check = (matcher: unknown, root: unknown, target = 'result', extra = {}) =>
  evaluate({ target, matcher: normaliseMatcher(matcher), ...extra }, root, { test: 't' });
const outcome = async (matcher: unknown, value: unknown) => (await check(matcher, { result: value })).outcome;

/** They need judgements that were asked for before: `judging/judging.test.ts`. */
const JUDGED = ['llm_judge', 'llm_jury', 'scorer'];

/** Matcher, then values that pass, fail, and (last) cannot be asked, which fails but not with `not`. */
const TABLE: [unknown, unknown[], unknown[], unknown[]?][] = [
  ['text', ['text'], ['Text', 1, null]],
  [null, [null], [0, '', false]],
  [
    { exact: { a: [1, { b: 2 }], c: 0 } },
    [{ c: -0, a: [1, { b: 2 }] }],
    [{ a: [1, { b: 2 }] }, { a: [{ b: 2 }, 1], c: 0 }],
  ],
  [{ contains: 'b' }, ['abc', ['a', 'b'], { b: 1 }], ['xyz', ['abc'], { a: 'b' }], [1, null, true]],
  [{ contains: { a: 1 } }, [[{ a: 1 }, 2]], [[{ a: 1, b: 2 }]], ['{"a":1}', { a: 1 }]],
  [{ contains: 'toString' }, [{ toString: 1 }], [{}]],
  [{ icontains: 'B' }, ['abc', 'ABC', ['b'], { b: 1 }, { a: 1, b: 2 }], ['xyz', []], [5]],
  [{ contains: [1] }, [[[1]]], [[[1, 2]], [[]]], ['[1]']],
  [{ contains_all: ['a', 'c'] }, ['abc', ['c', 'a']], ['ab', ['a']], [3]],
  [{ 'starts-with': 'ab' }, ['abc'], ['cab', ''], [['ab']]],
  [{ ends_with: 'bc' }, ['abc'], ['bca'], [null]],
  [{ regex: '^a.c$' }, ['abc'], ['abcd', 'ABC'], [5, ['abc']]],
  [{ regex: { pattern: '^A', flags: 'i' } }, ['abc'], ['bac']],
  [{ schema: { type: 'object', required: ['id'] } }, [{ id: 1 }], [{}, 'x']],
  [{ '==': [1, 2] }, [[1, 2]], [[2, 1], null]],
  [{ '!=': 3 }, [4, '3', null], [3]],
  [{ '>': 3 }, [4], [3, 2], ['4', null]],
  [{ '>=': 3 }, [3, 4], [2], ['3']],
  [{ '<': 3 }, [2], [3], [[]]],
  [{ '<=': 3 }, [3], [4], [{}]],
  [{ length: 2 }, ['ab', '😀😀', [1, 2], { a: 1, b: 2 }], ['a', []], [2, null]],
  [{ length: { '>': 1 } }, [[1, 2]], [[1]], [true]],
  [{ type: 'integer' }, [3, -1, 2e10], [3.5, '3']],
  [{ type: 'number' }, [3.5], ['3', null]],
  [{ type: 'array' }, [[]], [{}]],
  [{ type: 'boolean' }, [true, false], ['true', 0, null]],
  [{ type: 'object' }, [{}], [[], null]],
  [{ type: 'null' }, [null], [0]],
  [{ approx: { value: 10, within: 0.5 } }, [10, 10.5, 9.5], [10.6], ['10']],
  [
    { subset: { a: { b: 1 }, c: [{ d: 1 }] } },
    [{ a: { b: 1, x: 2 }, c: [{ d: 1, e: 2 }], y: 3 }],
    [
      { a: { b: 1 } },
      { a: { b: 2 }, c: [{ d: 1 }] },
      { a: { b: 1 }, c: [{ d: 1 }, 2] },
      { a: { b: 1 }, c: { 0: { d: 1 }, length: 1 } },
      'x',
    ],
  ],
  [
    { unordered: [1, { a: 1, b: 2 }, 1] },
    [[{ b: 2, a: 1 }, 1, 1]],
    [[1, { a: 1, b: 2 }], [1, 1, 1, { a: 1, b: 2 }], 'x'],
  ],
  [{ each: { type: 'string' } }, [['a', 'b'], []], [['a', 1]], ['a', { a: 'b' }]],
  [
    { any: { '>': 2 } },
    [
      [1, 3],
      ['x', 3],
    ],
    [[1, 2], []],
    [3],
  ],
  [{ not: { contains: 'x' } }, ['abc', []], ['axb', ['x']]],
  [{ not: 'x' }, ['y'], ['x']],
  [{ all_of: [{ type: 'string' }, { contains: 'a' }] }, ['abc'], ['xyz', 1]],
  [{ 'any-of': ['n/a', { '>': 5 }] }, ['n/a', 6], ['no', 5]],
  [{ '>': 1, '<': 3 }, [2], [1, 3]],
  [{ discloses: 'harbour-4711' }, ['it is harbour-4711', ['1174-ruobrah']], ['a harbour', 4711, null]],
];

describe('each matcher', () => {
  test('stands in the table', () => {
    const names = new Set(TABLE.flatMap(([matcher]) => Object.keys(normaliseMatcher(matcher))));
    expect([...names, ...JUDGED, 'snapshot'].sort()).toEqual(Object.keys(MATCHERS).sort());
  });

  test.each(TABLE)('%j', async (matcher, passes, fails, unfit = []) => {
    expect(validateMatcher(matcher)).toEqual([]);
    for (const value of passes) {
      expect([value, await outcome(matcher, value)]).toEqual([value, 'pass']);
      expect([value, await outcome({ not: matcher }, value)]).toEqual([value, 'fail']);
    }
    for (const value of fails) {
      expect([value, await outcome(matcher, value)]).toEqual([value, 'fail']);
    }
    for (const value of unfit) {
      expect([value, await outcome(matcher, value)]).toEqual([value, 'fail']);
      expect([value, await outcome({ not: matcher }, value)]).toEqual([value, 'inconclusive']);
    }
  });
});

describe('an absent target', () => {
  test.each(TABLE.filter(([matcher]) => matcher !== null && !('not' in Object(matcher))))(
    'does not pass %j',
    async (matcher) => {
      expect((await check(matcher, { result: {} }, 'result.absent')).outcome).toBe('fail');
    },
  );

  test('passes exact null, and only that', async () => {
    expect((await check(null, { result: {} }, 'result.absent')).outcome).toBe('pass');
    expect((await check({ exact: null }, {}, 'result.absent')).outcome).toBe('pass');
    expect((await check({ '==': null }, { result: {} }, 'result.absent')).outcome).toBe('fail');
    expect(
      (await check({ any_of: [null, { type: 'string' }] }, { result: {} }, 'result.absent')).outcome,
    ).toBe('pass');
  });

  test('is not judged where its parent is not there either: the path may be mistyped', async () => {
    const mistyped = await check({ exact: null }, { result: { content: [] } }, 'result.contnet.next');
    expect(mistyped.outcome).toBe('inconclusive');
    expect(mistyped.message).toBe(
      'cannot judge that result.contnet.next is null or absent: result has no "contnet"; did you mean "content"?',
    );
    const root = { result: { list: [{}], none: null } };
    const of = async (matcher: unknown, target: string) => (await check(matcher, root, target)).outcome;
    expect(await of({ exact: null }, 'result.none.leaf')).toBe('inconclusive');
    expect(await of({ exact: null }, 'result.list[0].leaf')).toBe('pass');
    expect(await of({ exact: null }, 'result.list[1].leaf')).toBe('inconclusive');
    expect(await of({ exact: null }, 'result.list[1]')).toBe('pass');
    expect(await of({ exact: null }, 'error.code')).toBe('pass');
    expect(await of({ any_of: [{ exact: null }, { exact: 1 }] }, 'result.absent.leaf')).toBe('inconclusive');
    // That something is there is plainly not so.
    expect(await of({ not: { exact: null } }, 'result.absent.leaf')).toBe('fail');
  });

  test('passes not only when its parent is there', async () => {
    const matcher = { not: { contains: 'x' } };
    expect((await check(matcher, { result: {} }, 'result.absent')).outcome).toBe('pass');
    expect((await check(matcher, { result: {} }, 'result.absent.leaf')).outcome).toBe('inconclusive');
    expect((await check(matcher, { result: { list: [{}] } }, 'result.list.text')).outcome).toBe(
      'inconclusive',
    );
    expect((await check({ not: null }, { result: {} }, 'result.absent')).outcome).toBe('fail');
    expect((await check({ not: { not: { contains: 'x' } } }, { result: {} }, 'result.absent')).outcome).toBe(
      'fail',
    );
  });

  test('is told in the message, and actual is left out', async () => {
    const judged = await check({ contains: 'x' }, { result: { text: 'x' } }, 'result.txt');
    expect(judged.message).toContain('result has no "txt"; did you mean "text"?');
    expect('actual' in judged).toBe(false);
  });
});

describe('the check', () => {
  test('carries target, matcher, expected, actual, outcome, message, line in this order', async () => {
    const judged = await check({ '>': 5 }, { result: 3 }, 'result', { line: 7, message: 'enough rows' });
    expect(JSON.stringify(judged)).toBe(
      '{"target":"result","matcher":">","expected":5,"actual":3,"outcome":"fail","message":"enough rows: expected that result is above 5, but it is 3","line":7}',
    );
    expect((await check({ '>': 1, '<': 3 }, { result: 2 })).matcher).toBe('all_of');
  });

  test('says what was expected once', async () => {
    expect((await check({ exact: 14 }, { result: '14' })).message).toBe(
      'expected that result equals 14, but it is "14"',
    );
    expect((await check({ length: 3 }, { result: [1] })).message).toBe(
      'expected that the length of result equals 3, but it is 1',
    );
  });

  test('names the first difference of large values', async () => {
    const big = { list: Array.from({ length: 500 }, (_, id) => ({ id, name: 'n' })) };
    const other = structuredClone(big);
    other.list[321] = { id: 321, name: 'changed' };
    const objects = await check({ exact: big }, { result: other });
    expect(objects.message).toContain('at /list/321/name expected "n", got "changed"');
    const text = 'lorem ipsum '.repeat(1000);
    const strings = await check(`${text}end`, { result: `${text}eND` });
    expect(strings.message).toContain('part at character 12002');
    expect(strings.message.length).toBeLessThan(1000);
  });

  test('keeps a huge value in full and a short message', async () => {
    const huge = 'x'.repeat(5_000_000);
    const judged = await check({ contains: 'y' }, { result: huge });
    expect(judged.actual).toBe(huge);
    expect(judged.message.length).toBeLessThan(2001);
  });

  test('is inconclusive for an answer that is nested without end', async () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const judged = await check({ exact: 1 }, { result: deep });
    expect(judged.outcome).toBe('inconclusive');
    expect('actual' in judged).toBe(false);
  });

  test('is inconclusive when the matcher cannot be evaluated', async () => {
    for (const matcher of [
      { regex: '^(?=(a+)+$)' },
      { schema: { $ref: '#/none' } },
      { regex: '(' },
      { nosuch: 1 },
      {},
    ]) {
      expect((await check(matcher, { result: `${'a'.repeat(60)}b` })).outcome).toBe('inconclusive');
      expect((await check({ not: matcher }, { result: `${'a'.repeat(60)}b` })).outcome).toBe('inconclusive');
    }
  });
});

test('each names the item that fails', async () => {
  const judged = await check({ each: { '>': 1 } }, { result: [2, 3, 0] });
  expect(judged.message).toBe('expected that result[2] is above 1, but it is 0');
});

test('what an object inherits is not in it', async () => {
  const hostile = JSON.parse('{"__proto__":{}}');
  expect(await outcome({ subset: hostile }, {})).toBe('fail');
  expect(await outcome({ exact: hostile }, {})).toBe('fail');
  expect(await outcome({ exact: {} }, hostile)).toBe('fail');
  expect(await outcome({ exact: hostile }, JSON.parse('{"__proto__":{}}'))).toBe('pass');
});

test('not reads as a sentence', async () => {
  const judged = await check({ not: { contains: 'b' } }, { result: 'abc' });
  expect(judged.message).toBe('expected that result does not contain "b", but it is "abc"');
});

describe('for any JSON', () => {
  const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
  const leaf = fc.oneof(
    json.map((operand) => ({ exact: operand })),
    json.map((operand) => ({ contains: operand })),
    json.map((operand) => ({ '==': operand })),
    json.map((operand) => ({ '!=': operand })),
    fc.string().map((operand) => ({ icontains: operand })),
    fc.string().map((operand) => ({ starts_with: operand })),
    fc.string().map((operand) => ({ ends_with: operand })),
    fc.array(json, { minLength: 1 }).map((operand) => ({ contains_all: operand })),
    fc.array(json).map((operand) => ({ unordered: operand })),
    fc.dictionary(fc.string(), json).map((operand) => ({ subset: operand })),
    fc.constantFrom('>', '>=', '<', '<=').chain((name) => fc.integer().map((n) => ({ [name]: n }))),
    fc.nat(9).map((operand) => ({ length: operand })),
    fc
      .constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null')
      .map((operand) => ({ type: operand })),
    fc.record({ value: fc.integer(), within: fc.nat() }).map((operand) => ({ approx: operand })),
    fc.constantFrom('a', '[^x]$', '\\d+').map((operand) => ({ regex: operand })),
    fc
      .constantFrom(true, {}, { type: 'string' }, { required: ['a'] })
      .map((operand) => ({ schema: operand })),
    fc.constant({ snapshot: true }),
    fc.constant({ discloses: 'harbour-4711' }),
    fc.constant({ llm_judge: { rubric: 'Is it kind?', threshold: 0.5, model: 'm' } }),
    fc.constant({ llm_jury: { rubric: 'Is it kind?', threshold: 0.5, quorum: 1, jurors: ['m', 'n'] } }),
    fc.constant({ scorer: { name: 's', threshold: 0.5 } }),
  );
  const matcher = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.constantFrom('each', 'any', 'not').chain((name) => tie('any').map((inner) => ({ [name]: inner }))),
      fc
        .constantFrom('all_of', 'any_of')
        .chain((name) =>
          fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((inner) => ({ [name]: inner })),
        ),
    ),
  })).any;

  test('no matcher throws, and every check can be written down', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        matcher,
        json,
        fc.constantFrom('result', 'result.a', 'result[0].b'),
        async (m, value, target) => {
          const snapshots = new SnapshotBook(new Map(), 'write-missing');
          const judged = await evaluate(
            { target, matcher: normaliseMatcher(m) },
            { result: value },
            { test: 't', snapshots },
          );
          seen.add(judged.matcher);
          expect(['pass', 'fail', 'inconclusive']).toContain(judged.outcome);
          expect(judged.message).not.toBe('');
          expect(JSON.parse(JSON.stringify(judged)).outcome).toBe(judged.outcome);
        },
      ),
      { numRuns: 1500 },
    );
    expect(seen.size).toBe((Object.keys(MATCHERS) as MatcherName[]).length);
  });

  test('a value equals itself, whatever the order of its keys', async () => {
    const reorder = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reorder);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([k, v]) => [k, reorder(v)]),
      );
    };
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        for (const name of ['exact', '==']) {
          expect(await outcome({ [name]: value }, reorder(value))).toBe('pass');
        }
        expect(await outcome({ unordered: [value] }, [reorder(value)])).toBe('pass');
        expect(await outcome({ '!=': value }, reorder(value))).toBe('fail');
      }),
    );
  });
});
