import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { Selection } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { parseSuite } from './parse-suite.js';
import { makePlan } from './plan.js';
import { reproLine, scoreLine } from './repro.js';

async function suiteOf(tests: unknown[], file = 'mcptest.yaml'): Promise<Suite> {
  const text = JSON.stringify({ servers: { api: { command: ['x'] } }, tools: tests });
  const { suites, problems } = await parseSuite(text, { file, cwd: '/w', workspace: '/w', env: {} });
  expect(problems).toEqual([]);
  return suites[0]!;
}

const named = (name: string, rest: object = {}) => ({ name, tool: 't', ...rest });

async function names(tests: unknown[], selection: Selection): Promise<string[]> {
  const plan = await makePlan([await suiteOf(tests)], selection);
  return plan.cases.map((one) => (one.pulled_in ? `(${one.name})` : one.name));
}

describe('the filter', () => {
  const tests = [named('add'), named('add twice'), named('Subtract'), named('re:add'), named('a+b')];

  test.each([
    ['add', ['add']],
    ['ADD', ['add', 'add twice', 're:add']],
    ['sub', ['Subtract']],
    ['re:^add', ['add', 'add twice']],
    ['re:add', ['re:add']],
    ['a+b', ['a+b']],
    ['nothing', []],
    ['id:nothing', []],
  ])('%s', async (filter, selected) => expect(await names(tests, { filter })).toEqual(selected));

  test('by id', async () => {
    const suite = await suiteOf(tests);
    const { cases, total } = await makePlan([suite], {});
    for (const one of cases) {
      expect(one.id).toMatch(/^[0-9a-f]{12}$/);
      expect((await makePlan([suite], { filter: `id:${one.id}` })).cases).toEqual([one]);
    }
    expect(total).toBe(5);
  });

  test('a broken expression is a usage error', async () => {
    await expect(names(tests, { filter: 're:(' })).rejects.toMatchObject({ code: 'bad-filter', exitCode: 2 });
  });
});

test('tags, skipped tags and `only` narrow further', async () => {
  const tests = [
    named('a', { tags: ['x'] }),
    named('b', { tags: ['x', 'slow'] }),
    named('c', { skip: true }),
  ];
  expect(await names(tests, {})).toEqual(['a', 'b', 'c']);
  expect(await names(tests, { tags: ['x'] })).toEqual(['a', 'b']);
  expect(await names(tests, { tags: ['x'], skip_tags: ['slow'] })).toEqual(['a']);
  const marked = [...tests, named('only this', { only: true })];
  expect(await names(marked, {})).toEqual(['only this']);
  expect(await names(marked, { filter: 'a' })).toEqual(['a']);
});

test('captures pull in the tests that they come from, back to the first', async () => {
  const tests = [
    named('first', { capture: { id: 'result.id' } }),
    named('unrelated', { capture: { own: 'result.own' } }),
    named('second', { args: { id: '${captured.id}' }, capture: { token: 'result.token', id: 'result.id' } }),
    named('third', { args: { nested: [{ t: 'x ${captured.token}' }] } }),
    named('expects', { expect: [{ 'result.id': { contains: '${captured.id}' } }] }),
    named('escaped', { args: { t: '$${captured.token}' } }),
    {
      name: 'steps',
      steps: [
        { tool: 't', capture: { own: 'result.own' } },
        { tool: 't', args: { t: '${captured.own}' } },
      ],
    },
  ];
  expect(await names(tests, { filter: 'third' })).toEqual(['(first)', '(second)', 'third']);
  expect(await names(tests, { filter: 'expects' })).toEqual(['(first)', '(second)', 'expects']);
  expect(await names(tests, { filter: 'second' })).toEqual(['(first)', 'second']);
  expect(await names(tests, { filter: 'escaped' })).toEqual(['escaped']);
  expect(await names(tests, { filter: 'steps' })).toEqual(['steps']);
});

test('only the nearest test that captures a name is pulled in', async () => {
  const capture = { id: 'result.id' };
  const tests = [
    named('old', { capture }),
    named('new', { capture }),
    named('reader', { args: { id: '${captured.id}' } }),
  ];
  expect(await names(tests, { filter: 'reader' })).toEqual(['(new)', 'reader']);
});

test('ids and repro lines tell suites apart; the default suite needs no path', async () => {
  const suites = [await suiteOf([named('a')]), await suiteOf([named('a')], 'sub dir/x.mcptest.yml')];
  const { cases } = await makePlan(suites, {}, { defaultSuite: 'mcptest.yaml' });
  expect(cases.map(({ repro }) => repro)).toEqual([
    'mcptest run --filter "a"',
    'mcptest run "sub dir/x.mcptest.yml" --filter "a"',
  ]);
  expect(cases[0]!.id).not.toBe(cases[1]!.id);
});

describe('the repro line', () => {
  const words = (line: string): string[] => {
    const script = `mcptest() { for word; do printf '%s\\0' "$word"; done; }\n${line}`;
    return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  };

  test.each([
    ['plain', '"plain"'],
    ["it's", '"it\'s"'],
    ['cost $5', "'cost $5'"],
    ['wow!', "'wow!'"],
    ["don't $x", "'don'\\''t $x'"],
    ['two\nlines', 'id:abc'],
    ['\u001b[31mred', 'id:abc'],
    ['right\u202eleft', 'id:abc'],
  ])('%j', (name, filter) => expect(reproLine({ name, id: 'abc' })).toBe(`mcptest run --filter ${filter}`));

  test('names the models and runs that stood in for those of the suite', async () => {
    const models = ['lexical', 'my model'];
    expect(words(reproLine({ models, runs: 3, name: 'a', id: 'abc' }))).toEqual([
      'run',
      '--models',
      'lexical,my model',
      '--runs',
      '3',
      '--filter',
      'a',
    ]);
  });

  test('says what else the command line said, since the test may pass without it', () => {
    const given = { profile: 'night shift', vars: { city: "it's" }, timeout_ms: 50, repeat: 3, live: true };
    const line = reproLine({ path: 'a.yml', given, name: 'a', id: 'abc' });
    expect(words(line)).toEqual([
      ...['run', 'a.yml', '--profile', 'night shift', '--var', "city=it's", '--timeout', '50ms'],
      ...['--repeat', '3', '--live', '--filter', 'a'],
    ]);
    const scored = { path: 'a.yml', given: { profile: 'p' }, traces: ['t.json'], name: 'a', id: 'abc' };
    expect(words(scoreLine({ ...scored, trace_format: 'otlp', from: ['s=c.json'] }))).toEqual([
      ...['score', '--config', 'a.yml', '--profile', 'p', '--trace-format', 'otlp', '--from', 's=c.json'],
      ...['--trace', 't.json', '--filter', 'a'],
    ]);
  });

  test('any name and path comes back out of a shell, on one line', () => {
    const piece = fc.constantFrom(
      '$(id)',
      '`id`',
      '"',
      "'",
      '\\',
      '!',
      '$HOME',
      ' ',
      '-',
      '*',
      '~',
      ';',
      '&',
      '|',
      '\n',
      '%s',
      'é',
      'a',
      '#',
    );
    const text = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 3 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, (nameParts, pathParts) => {
        const name = nameParts.join('').replaceAll('\0', '');
        const path = `${pathParts.join('').replaceAll('\0', '')}.yml`;
        const line = reproLine({ path, name, id: 'abc' });
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        const [run, where, option, filter] = words(line);
        expect([run, option]).toEqual(['run', '--filter']);
        expect([path, `./${path}`]).toContain(where);
        expect([name, 'id:abc']).toContain(filter);
      }),
      { numRuns: 150 },
    );
  });
});
