// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SuiteProblem, TestSpec } from '../../types/suite.js';
import { parseSuite } from '../parse-suite.js';
import { makePlan } from '../plan.js';

let top = '';
let cwd = '';

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'cases-'));
  cwd = join(top, 'project');
  mkdirSync(cwd);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const base = { name: 'adds', tool: 'add' };

async function read(tests: object[], env: Record<string, string> = {}, more: object = {}) {
  const text = JSON.stringify({ servers: { m: { command: ['x'] } }, tools: tests, ...more }, null, 1);
  return parseSuite(text, { cwd, workspace: cwd, env, file: 'mcptest.yml' });
}

async function testsOf(one: object, file?: [string, string | Uint8Array]): Promise<TestSpec[]> {
  if (file) writeFileSync(join(cwd, file[0]), file[1]);
  const { suites, problems } = await read([{ ...base, ...one }]);
  expect(problems).toEqual([]);
  return suites[0]?.tests ?? [];
}

async function problemsOf(one: object, file?: [string, string | Uint8Array]): Promise<SuiteProblem[]> {
  if (file) writeFileSync(join(cwd, file[0]), file[1]);
  const { suites, problems } = await read([{ ...base, ...one }]);
  expect(suites).toEqual([]);
  return problems;
}

const argsOf = (tests: TestSpec[]) => tests.map(({ steps }) => (steps[0]!.call as { args: unknown }).args);
const names = (tests: TestSpec[]) => tests.map(({ name }) => name);
const brief = (problems: SuiteProblem[]) =>
  problems.map(({ file, line, message }) => `${file}:${line} ${message}`);

describe('a column', () => {
  it('keeps its type where it stands alone, and is text inside text', async () => {
    const values = [1.5, true, null, { a: [1] }, 'x'];
    const tests = await testsOf({
      args: { alone: '${case.v}', inside: '<${case.v}>' },
      cases: values.map((v, index) => ({ name: `n${index}`, v })),
    });
    expect(argsOf(tests)).toEqual([
      { alone: 1.5, inside: '<1.5>' },
      { alone: true, inside: '<true>' },
      { alone: null, inside: '<null>' },
      { alone: { a: [1] }, inside: '<{"a":[1]}>' },
      { alone: 'x', inside: '<x>' },
    ]);
  });

  it('stands beside variables, whose values are data', async () => {
    const [one] = (
      await read([{ ...base, args: { x: '<${env:V}>${case.a}' }, cases: [{ a: 1 }] }], { V: '${captured.x}' })
    ).suites[0]!.tests;
    expect(argsOf([one!])).toEqual([{ x: '<$${captured.x}>1' }]);
  });

  it('is read anywhere in a test, also inside', async () => {
    const [one] = await testsOf({
      tool: '${case.tool}',
      retries: '${case.n}',
      skip: '${case.why}',
      expect: [{ 'result.content[0].text': '${case.user.ids.1}' }],
      cases: [{ tool: 'sub', n: 2, why: 'later', user: { ids: [7, 8] } }],
    });
    expect(one).toMatchObject({ retries: 2, skip: 'later', steps: [{ call: { tool: 'sub' } }] });
    expect(one?.steps[0]?.expect.assertions[0]?.matcher).toEqual({ exact: 8 });
  });

  it('of a file is data: what looks like a reference stays as it is', async () => {
    const row = { a: '${HOME}', b: '${env:HOME} ${captured.x}', c: { d: '${captured.x}' }, e: '$' };
    const args = { a: '${case.a}', b: '(${case.b})', c: '${case.c}', e: '${case.e}{HOME}' };
    const [one] = await testsOf({ args, cases: { from: 'a.jsonl' } }, ['a.jsonl', JSON.stringify(row)]);
    // The escape before a capture is taken off when the test runs.
    expect(argsOf([one!])).toEqual([
      { a: '${HOME}', b: '(${env:HOME} $${captured.x})', c: { d: '$${captured.x}' }, e: '${HOME}' },
    ]);
  });

  it('of the suite itself reads variables, but nothing of the environment stands in a name', async () => {
    const one = { ...base, args: { x: '${case.x}' }, cases: [{ x: '${env:TOKEN}' }] };
    const { suites } = await read([one], { TOKEN: 'very-secret' });
    expect(argsOf(suites[0]!.tests)).toEqual([{ x: 'very-secret' }]);
    expect(names(suites[0]!.tests)).toEqual(['adds [${env:TOKEN}]']);
  });

  it('that is not there is told with the one that was meant', async () => {
    const cases = [{ colour: 'red' }, { colour: 'blue' }];
    const [problem, ...others] = await problemsOf({ args: { x: '${case.color}' }, cases });
    expect(problem).toMatchObject({
      message: 'the cases have no `color`',
      hint: 'did you mean `${case.colour}`?',
      path: '/tools/0/args/x',
    });
    expect(others).toEqual([]);
  });

  it('that some rows lack is told with their place', async () => {
    const text = '{"a":1}\n\n{"b":2}\n';
    const found = await problemsOf({ args: { x: '${case.a}' }, cases: { from: 'a.jsonl' } }, [
      'a.jsonl',
      text,
    ]);
    expect(found.map(({ message }) => message)).toEqual(['the case at a.jsonl:3 has no `a`']);
  });

  it('needs cases', async () => {
    const [problem] = await problemsOf({ args: { x: '${case.a}' } });
    expect(problem?.message).toBe('`${case.a}` can be read only in a test that has `cases`');
  });
});

describe('a name', () => {
  it('is the name of the test with that of the case, or what the test itself makes of it', async () => {
    expect(names(await testsOf({ cases: [{ name: 'small' }, { name: 7 }] }))).toEqual([
      'adds [small]',
      'adds [7]',
    ]);
    expect(names(await testsOf({ name: 'adds ${case.a}', cases: [{ a: 1 }, { a: 2 }] }))).toEqual([
      'adds 1',
      'adds 2',
    ]);
  });

  it('is made of the values, short and unique', async () => {
    const long = 'x'.repeat(100);
    const rows = [
      { a: 1, b: 'two' },
      { a: '1', b: 'two' },
      { l: `${long}1` },
      { l: `${long}2` },
      { a: 1, b: 'two' },
    ];
    const found = names(await testsOf({ cases: rows })).map((name) => name.slice(6, -1));
    expect(found[0]).toBe('1, two');
    expect(found[1]).toMatch(/^1, two [0-9a-f]{6}$/);
    expect(found[2]).toMatch(/^x{59}… [0-9a-f]{6}$/);
    expect(found[4]).toBe('1, two (2)');
    expect(new Set(found).size).toBe(5);
    // The name of the test alone means all its rows.
    expect(names(await testsOf({ cases: [{ a: '' }, {}] }))).toEqual(['adds [""]', 'adds [{}]']);
  });

  it.each([
    [{ cases: [{ name: 'a' }, { name: 'a' }] }, 'the name `a` is taken by the case at line '],
    [{ cases: [{ name: '' }] }, 'the `name` of a case is text that is not empty'],
    [
      {
        name: 'x ${case.a}',
        cases: [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
        ],
      },
      'two cases have the name `x 1`',
    ],
    [{ cases: [{ tags: 3 }] }, 'the `tags` of a case are a list of words'],
    [{ cases: [] }, 'expected a list that is not empty'],
    [{ cases: [1] }, 'expected a map'],
  ])('%j is refused', async (one, message) => {
    const [problem] = await problemsOf(one);
    expect(problem?.message).toContain(message);
  });

  it('selects: the test all of its cases, the row one, tags of the row those', async () => {
    const cases = [
      { name: 'a', tags: ['slow'] },
      { name: 'b', tags: 'quick, small' },
    ];
    const { suites } = await read([
      { ...base, tags: ['all'], cases },
      { name: 'other', tool: 'add' },
    ]);
    const chosen = async (selection: object) =>
      (await makePlan(suites, selection)).cases.map(({ name }) => name);
    expect(await chosen({ filter: 'adds' })).toEqual(['adds [a]', 'adds [b]']);
    expect(await chosen({ filter: 'adds [b]' })).toEqual(['adds [b]']);
    expect(await chosen({ tags: ['small'] })).toEqual(['adds [b]']);
    expect(await chosen({ tags: ['all'], skip_tags: ['slow'] })).toEqual(['adds [b]']);
    const { cases: rows } = await makePlan(suites, {});
    expect(rows[0]?.repro).toContain('--filter "adds [a]"');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  });
});

describe('a file', () => {
  it('of CSV has typed cells, quotes, a byte order mark and any line ends', async () => {
    const text =
      '\ufeffname,n,t,s\r\none,3,true,"3"\r\n"two, ""2""",007,1.10,"a\nb"\r\n\r\nthree,-0.5,null,\r\n';
    const tests = await testsOf(
      { args: { n: '${case.n}', t: '${case.t}', s: '${case.s}' }, cases: { from: 'a.csv' } },
      ['a.csv', text],
    );
    expect(argsOf(tests)).toEqual([
      { n: 3, t: true, s: '3' },
      { n: '007', t: '1.10', s: 'a\nb' },
      { n: -0.5, t: null, s: '' },
    ]);
    expect(tests.map((one) => one.case)).toEqual([
      { of: 'adds', name: 'one', file: 'a.csv', line: 2 },
      { of: 'adds', name: 'two, "2"', file: 'a.csv', line: 3 },
      { of: 'adds', name: 'three', file: 'a.csv', line: 6 },
    ]);
  });

  it('of YAML and of JSON is a list of maps, each with its line', async () => {
    const rows = (tests: TestSpec[]) => tests.map((test) => [test.case?.line, argsOf([test])[0]]);
    const one = { args: { x: '${case.x}' } };
    const yaml = await testsOf({ ...one, cases: { from: 'a.yml' } }, ['a.yml', '- x: 1\n- x: {y: z}\n']);
    expect(rows(yaml)).toEqual([
      [1, { x: 1 }],
      [2, { x: { y: 'z' } }],
    ]);
    const json = await testsOf({ ...one, cases: { from: 'a.json' } }, [
      'a.json',
      '[{"x":[1,{}]},\n\n{"x":"}\\""}]',
    ]);
    expect(rows(json)).toEqual([
      [1, { x: [1, {}] }],
      [3, { x: '}"' }],
    ]);
  });

  it('stays inside the workspace, also through a link', async () => {
    writeFileSync(join(top, 'a.csv'), 'a\n1\n');
    symlinkSync(join(top, 'a.csv'), join(cwd, 'link.csv'));
    for (const from of ['../a.csv', join(top, 'a.csv'), 'link.csv']) {
      const [problem] = await problemsOf({ cases: { from } });
      expect(problem?.message).toBe(`no cases of \`${from}\`: it is outside the workspace`);
    }
    const [missing] = await problemsOf({ cases: { from: 'b.csv' } });
    expect(missing?.message).toBe('no cases of `b.csv`: there is no such file');
  });

  it('gives the first rows, or a sample that depends on the seed and the rows alone', async () => {
    const rows = Array.from({ length: 3000 }, (_, x) => `{"x":${x}}`);
    const some = async (more: object, lines = rows) =>
      (await testsOf({ cases: { from: 'a.jsonl', ...more } }, ['a.jsonl', lines.join('\n')])).map(
        (one) => one.case?.name,
      );
    expect(await some({ limit: 2 })).toEqual(['0', '1']);
    const sample = await some({ sample: 5 });
    expect(sample).toHaveLength(5);
    expect(await some({ sample: 5, seed: 1 })).toEqual(sample);
    expect(await some({ sample: 5, seed: 2 })).not.toEqual(sample);
    expect(new Set(await some({ sample: 5 }, [...rows].reverse()))).toEqual(new Set(sample));
    expect(await some({ sample: 5, limit: 3 })).toEqual(['0', '1', '2']);
    const [problem] = await problemsOf({ cases: { from: 'a.jsonl', seed: 2 } });
    expect(problem?.message).toBe('`seed` needs `sample`');
  });
});

describe('rows of another shape', () => {
  const map = (rows: object[], more: object): [object, [string, string]] => [
    { args: { x: '${case.tools}' }, cases: { from: 'rows.jsonl', ...more } },
    ['rows.jsonl', `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`],
  ];
  const valuesOf = (tests: TestSpec[]) => argsOf(tests).map((args) => (args as { x: unknown }).x);

  it('become cases by paths: lists, keys and values of maps', async () => {
    const row = {
      id: 7,
      calls: [{ 'a.b': { x: [1, ''], y: [2, 3] } }, { c: {} }],
      steps: [{ name: 'p' }, { name: 'q' }],
    };
    const at = async (path: string) =>
      valuesOf(await testsOf(...map([row], { map: { name: 'id', tools: path } })))[0];
    expect(await at('calls.*.@keys')).toEqual(['a.b', 'c']);
    expect(await at('steps.*.name')).toEqual(['p', 'q']);
    expect(await at('steps.1.name')).toBe('q');
    expect(await at('calls.0.@values.0.@one_of')).toEqual({
      x: { ignore: true },
      y: { any_of: [{ exact: 2 }, { exact: 3 }] },
    });
  });

  it('keep the mapped columns alone, so that cases are named by them', async () => {
    const [test] = await testsOf(
      ...map([{ id: 'n1', tool: 't', more: 'x' }], { map: { name: 'id', tools: 'tool' } }),
    );
    expect(test?.name).toBe('adds [n1]');
  });

  it('are joined with a second file by a column', async () => {
    writeFileSync(join(cwd, 'answers.jsonl'), '{"id":2,"right":"two"}\n{"id":1,"right":"one"}\n');
    const join_ = { from: 'answers.jsonl', on: 'id' };
    const tests = await testsOf(
      ...map([{ id: 1 }, { id: 2 }], { join: join_, map: { name: 'id', tools: 'right' } }),
    );
    expect(valuesOf(tests)).toEqual(['one', 'two']);
    const [problem] = await problemsOf(...map([{ id: 3 }], { join: join_, map: { tools: 'right' } }));
    expect(problem).toMatchObject({ message: 'no row of answers.jsonl has `id` 3', line: 1 });
    const far = { from: '../far.jsonl', on: 'id' };
    const [outside] = await problemsOf(...map([{ id: 1 }], { join: far, map: { tools: 'right' } }));
    expect(outside?.message).toContain('no cases of');
  });

  it('of which the joined file is broken or missing are told with its name', async () => {
    writeFileSync(join(cwd, 'a.jsonl'), '{"id":1}\n{"id":2}');
    writeFileSync(join(cwd, 'b.jsonl'), '{"id":1}\n{"key":2}');
    const joined = (from: string) => ({ cases: { from: 'a.jsonl', join: { from, on: 'id' } } });
    expect(brief(await problemsOf(joined('b.jsonl')))).toEqual(['b.jsonl:2 the row has nothing at `id`']);
    expect((await problemsOf(joined('c.jsonl')))[0]?.message).toBe(
      'no cases of `c.jsonl`: there is no such file',
    );
    writeFileSync(join(cwd, 'b.jsonl'), '{"id":1}');
    expect(brief(await problemsOf(joined('b.jsonl')))).toEqual(['a.jsonl:2 no row of b.jsonl has `id` 2']);
  });

  it('say where a path leads nowhere', async () => {
    const [problem] = await problemsOf(...map([{ a: 1 }, { b: 2 }], { map: { tools: 'a' } }));
    expect(problem).toMatchObject({
      file: 'rows.jsonl',
      line: 2,
      message: 'the row has nothing at `a`',
      hint: 'it has `b`',
    });
  });
});

describe('the tags of a case', () => {
  const tagsOf = async (tags: unknown) =>
    (await testsOf({ tags: ['t'], cases: [{ name: 'n', tags }] })).map((one) => one.tags);

  it('are a list, or words with commas between them, or none', async () => {
    expect(await tagsOf(['a', 'b c'])).toEqual([['t', 'a', 'b c']]);
    expect(await tagsOf('a, b')).toEqual([['t', 'a', 'b']]);
    for (const none of ['', null]) expect(await tagsOf(none)).toEqual([['t']]);
  });

  it.each([[['a', '']], [['a', 1]], ['a,,b'], [1]])('are not %j', async (tags) => {
    const message = 'the `tags` of a case are a list of words, or words with commas between them';
    // The place of the second row.
    expect(brief(await problemsOf({ cases: [{ name: 'm' }, { name: 'n', tags }] }))).toEqual([
      `mcptest.yml:17 ${message}`,
    ]);
  });
});

it('a row of JSON may hold what only looks like a loss: brackets and numbers in texts, keys of other maps', async () => {
  const rows = [
    '{"a":"}{\\"b\\":1,","b":"12345678901234567890","c":["a","a"],"d":[{"a":1},{"a":2.5e-3}]}',
    '{"a":-9007199254740991,"b":1e21,"c":0.12345678901234567,"d":[1,2],"b c" : "\\\\"}',
  ];
  const tests = await testsOf({ args: { a: '${case.a}', b: '${case.b}' }, cases: { from: 'a.jsonl' } }, [
    'a.jsonl',
    rows.join('\n'),
  ]);
  expect(argsOf(tests)).toEqual([
    { a: '}{"b":1,', b: '12345678901234567890' },
    { a: -9007199254740991, b: 1e21 },
  ]);
});

it.each([
  [{ cases: { from: 'a.csv', seed: 1 } }, '`seed` needs `sample`', 'say how many rows to take: `sample: 50`'],
  [
    { cases: { from: 'a.csv' } },
    'the row has 3 cells, the header 2',
    'put a cell that holds a comma or a line break in double quotes',
  ],
])('what is wrong with %j comes with its remedy', async (one, message, hint) => {
  expect(await problemsOf(one, ['a.csv', 'a,b\n1,2\n1,2,3\n'])).toMatchObject([{ message, hint }]);
});

it.each(['\r\n', '\n', '\r'])(
  'a CSV file may go on with other line ends than its header, which ends with %j',
  async (end) => {
    const text = `n,who${end}1,ana\n2,"o, ""b"""\r\n3,eve\r4,kim${end}`;
    const tests = await testsOf({ args: { n: '${case.n}', who: '${case.who}' }, cases: { from: 'a.csv' } }, [
      'a.csv',
      text,
    ]);
    expect(argsOf(tests)).toEqual([
      { n: 1, who: 'ana' },
      { n: 2, who: 'o, "b"' },
      { n: 3, who: 'eve' },
      { n: 4, who: 'kim' },
    ]);
    const broken = await problemsOf({ cases: { from: 'a.csv' } }, ['a.csv', `${text}5`]);
    expect(brief(broken)).toEqual(['a.csv:6 the row has 1 cell, the header 2']);
  },
);
