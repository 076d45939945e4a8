/** What a person reads of a suite that is wrong in ways that no shape of a key tells. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemsOf, suiteOf } from './cases/suite-testkit.js';
import { invalidSuite, problemLine } from './invalid-suite.js';
import { type Issue, inPlainWords, unworded } from './plain-issues.js';

describe('the problems of a suite', () => {
  const problem = { file: 'a.yml', line: 3, column: 5, path: '/tools/0', message: 'm', hint: 'h' };

  it('are a line each: where, what, the next step, and the path', () => {
    expect(problemLine(problem)).toBe('  a.yml:3:5  m; h at /tools/0');
    expect(problemLine({ ...problem, hint: null })).toBe('  a.yml:3:5  m at /tools/0');
    expect(problemLine({ ...problem, path: '', hint: null })).toBe('  a.yml:3:5  m');
  });

  it('end a command with 2 and all of these lines', () => {
    const error = invalidSuite([problem, { ...problem, line: 4 }]);
    expect(error.message).toBe(
      '2 problems in the suite; nothing ran\n  a.yml:3:5  m; h at /tools/0\n  a.yml:4:5  m; h at /tools/0',
    );
    expect(error).toMatchObject({ code: 'invalid-suite', exitCode: 2, problems: [problem, { line: 4 }] });
    expect(error.hint).toContain('`mcptest validate` checks without running');
    expect(invalidSuite([problem]).message).toMatch(/^1 problem in the suite/);
  });
});

describe('a shape without words of its own', () => {
  const words = (schema: z.core.$ZodType, value: unknown) => {
    const { error } = z.safeParse(schema, value, unworded);
    return ((error?.issues ?? []) as Issue[])
      .flatMap((issue) => inPlainWords(issue, issue.path.length === 0 ? value : undefined))
      .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  };

  it.each<[z.core.$ZodType, unknown, string]>([
    [z.string(), 5, 'expected text'],
    [z.number(), 'x', 'expected a number'],
    [z.int(), 1.5, 'expected a whole number'],
    [z.boolean(), 'x', 'expected true or false'],
    [z.array(z.string()), {}, 'expected a list'],
    [z.object({}), 5, 'expected a map'],
    [z.record(z.string(), z.unknown()), 5, 'expected a map'],
    [z.date(), 5, 'expected date'],
    [z.literal('a'), 'b', 'expected a'],
    [z.enum(['a', 'b', 'c']), 'd', 'expected a, b or c'],
    [z.string().check(z.minLength(1)), '', 'expected text that is not empty'],
    [z.array(z.string()).check(z.minLength(1)), [], 'expected a list that is not empty'],
    [z.number().check(z.minimum(2)), 1, 'expected a number from 2'],
    [z.number().check(z.gt(2)), 2, 'expected a number above 2'],
    [z.number().check(z.maximum(2)), 3, 'expected a number of at most 2'],
    [z.string().check(z.regex(/a/)), 'b', 'this value is not allowed here'],
    [z.union([]), 5, 'this value has none of the forms that are allowed here'],
    [z.object({ a: z.object({ b: z.string() }) }), { a: { b: 1 } }, 'a.b: expected text'],
  ])('%#', (schema, value, message) => {
    expect(words(schema, value)).toEqual([message]);
  });

  it('of which there are several is told of the one that was likely meant', () => {
    const both = z.union([z.string(), z.object({ name: z.string(), size: z.number() })]);
    expect(words(both, { name: 'a', size: 'b' })).toEqual(['size: expected a number']);
    expect(words(both, { name: 1, size: 'b' })).toEqual(['name: expected text', 'size: expected a number']);
    expect(words(z.union([z.string(), z.number()]), { a: 1 })).toEqual(['expected text']);
    const told = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]);
    expect(words(told, { kind: 'c' })).toEqual(['kind: expected a or b']);
  });
});

describe('a reference', () => {
  const tool = { name: 'a', tool: 't' };
  const wrong = (more: object, rest: object = {}) => problemsOf({ tools: [{ ...tool, ...more }], ...rest });

  it('to a column that some rows lack names the row, and one that none has the columns', async () => {
    const cases = (list: object[], v: string) => wrong({ args: { v }, cases: list });
    expect(await cases([{ x: 1, y: 1 }, { x: 2 }], '${case.y}')).toMatchObject([
      { message: 'the case at mcptest.yml:1 has no `y`', hint: 'write null for nothing' },
    ]);
    expect(await cases([{ x: { y: 1 } }, { x: {} }], '${case.x.y}')).toMatchObject([
      { message: 'the case at mcptest.yml:1 has no `x.y`', hint: 'write null for nothing' },
    ]);
    expect(await cases([{ colour: 1 }], '${case.color}')).toMatchObject([
      { message: 'the cases have no `color`', hint: 'did you mean `${case.colour}`?' },
    ]);
    expect(await cases([{ x: 1, y: 2 }], '${case.zzzzzz}')).toMatchObject([{ hint: 'they have `x`, `y`' }]);
    expect(await cases([{ 'x;y': '1;2' }], '${case.zzzzzz}')).toMatchObject([
      { hint: 'they have `x;y`; if these are several columns, separate them with commas' },
    ]);
    expect(await cases([{ name: 'n' }], '${case.toString}')).toHaveLength(1);
  });

  it('to a column needs cases', async () => {
    expect(await wrong({ args: { v: '${case.x}' } })).toEqual([
      {
        path: '/tools/0/args/v',
        message: '`${case.x}` can be read only in a test that has `cases`',
        hint: 'to mean the text itself, write `$${case.x}`',
      },
    ]);
  });

  it('to a folder of this run stands where it is used', async () => {
    for (const more of [{ name: '${tmp}' }, { cases: [{ x: '${tmp}' }], args: { v: '${case.x}' } }])
      expect(await wrong(more)).toMatchObject([
        {
          message: '`${tmp}` is new in every run, and cannot be read in names, variables and cases',
          hint: 'read it where it is used: in `args`, `expect`, `servers`, `setup`',
        },
      ]);
  });

  it('to the environment is no part of a name', async () => {
    expect(
      await problemsOf({ tools: [{ ...tool, name: '${env:HOME}' }] }, { env: { HOME: '/h' } }),
    ).toMatchObject([
      {
        message: 'a name cannot hold an environment variable: names are shown in every report',
        hint: 'declare a variable in `variables:` and use that',
      },
    ]);
    expect(await wrong({ args: { v: '${HOME}' } })).toMatchObject([
      { message: 'unknown variable `${HOME}`', hint: 'an environment variable is read as `${env:HOME}`' },
    ]);
    expect(await wrong({ args: { v: '${env.HOME}' } })).toMatchObject([
      { hint: 'an environment variable is read as `${env:HOME}`' },
    ]);
  });

  it('to a capture has a name of letters, digits, `_` and `-`', async () => {
    expect(await wrong({ args: { v: '${captured.a b}' } })).toMatchObject([
      {
        message: '`${captured.a b}` is not a capture',
        hint: 'to mean the text itself, write `$${captured.a b}`',
      },
    ]);
    const first = { ...tool, name: 'first', capture: { 'a-b_1': 'result.x' } };
    expect(await problemsOf({ tools: [first, { ...tool, args: { v: '<${captured.a-b_1}>' } }] })).toEqual([]);
    expect(await problemsOf({ tools: [{ ...first, capture: { 'a b': 'result.x' } }] })).toMatchObject([
      { message: 'a capture name holds letters, digits, `_` and `-`' },
    ]);
  });

  it('that fills in too much is refused', async () => {
    const long = 'x'.repeat(400_000);
    expect(await wrong({ args: { v: '${v}${v}${v}' } }, { variables: { v: long } })).toMatchObject([
      { message: 'the text grows too long when its variables are filled in' },
    ]);
    expect(await wrong({ args: { v: '${v}${v}' } }, { variables: { v: long } })).toEqual([]);
    const args = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`a${at}`, '${v}']));
    const [problem, ...others] = await wrong({ args }, { variables: { v: long } });
    expect(problem?.message).toBe('the suite grows too large when its variables are filled in');
    // 25 of them are 10 million characters.
    expect(others).toHaveLength(30 - 25 - 1);
  });
});

describe('the name of a case', () => {
  const namesOf = async (cases: object[]) =>
    (await suiteOf({ tools: [{ name: 'a', tool: 't', cases }] })).tests.map(({ name }) => name);

  it('is its own, or its values as far as they fit', async () => {
    expect(await namesOf([{ name: 'x', v: 1 }, { name: 7 }])).toEqual(['a [x]', 'a [7]']);
    expect(await namesOf([{ v: 1, w: 'two', tags: ['slow'] }])).toEqual(['a [1, two]']);
    expect(await namesOf([{ v: 'y'.repeat(60) }])).toEqual([`a [${'y'.repeat(60)}]`]);
    expect((await namesOf([{ v: 'y'.repeat(61) }]))[0]).toMatch(/^a \[y{59}… [0-9a-f]{6}\]$/);
    expect(await namesOf([{ v: '' }])).toEqual(['a [""]']);
  });

  it('is told apart where two would be the same', async () => {
    expect(await namesOf([{ v: 1 }, { v: 1 }, { v: 1 }])).toEqual(
      ['a [1]', 'a [1] (2)', 'a [1] (3)'].map((one) => one.replace('] (', ' (').replace(/\)$/, ')]')),
    );
    const [first, second] = await namesOf([{ v: 1 }, { v: '1' }]);
    expect(first).toBe('a [1]');
    expect(second).toMatch(/^a \[1 [0-9a-f]{6}\]$/);
  });

  it('is text of 1 to 200 characters', async () => {
    const wrong = async (name: unknown) =>
      (await problemsOf({ tools: [{ name: 'a', tool: 't', cases: [{ name }] }] })).map(
        ({ message }) => message,
      );
    expect(await wrong('x'.repeat(200))).toEqual([]);
    expect(await wrong('x'.repeat(201))).toEqual(['the `name` of a case holds at most 200 characters']);
    for (const name of ['', true, ['x']])
      expect(await wrong(name)).toEqual(['the `name` of a case is text that is not empty']);
  });
});

it('a check of the protocol that there is not says which one was meant', async () => {
  const checks = ['C-LSIT-004', 'c-rpc', 'C-LIST-*', 'D-1'];
  expect(await problemsOf({ compliance: [{ name: 'a', checks }] })).toEqual([
    {
      path: '/compliance/0/checks/0',
      message: 'no check is called "C-LSIT-004"',
      hint: 'did you mean `C-LIST-004`?',
    },
    {
      path: '/compliance/0/checks/3',
      message: 'no check is called "D-1"',
      hint: 'name one such as C-LIST-004, or a family such as C-LIST-*',
    },
  ]);
});
