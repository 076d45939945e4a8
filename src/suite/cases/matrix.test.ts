// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
/** `matrix:` — one test on several servers, each a row of its own. */
import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse-suite.js';
import { makePlan } from '../plan.js';

const servers = { a: { command: ['x'] }, b: { url: 'http://127.0.0.1:1' }, c: { command: ['y'] } };
const test = { name: 'adds', tool: 'add', matrix: { server: ['a', 'b'] } };

async function read(...tools: object[]) {
  const text = JSON.stringify({ servers, tools }, null, 1);
  return parseSuite(text, { cwd: '/x', workspace: '/x', env: {}, file: 'mcptest.yml' });
}

describe('matrix', () => {
  it('makes a row for each server, with a name, an id and a repro line of its own', async () => {
    const { suites, problems } = await read(test, { name: 'alone', tool: 'add', server: 'c' });
    expect(problems).toEqual([]);
    const { cases } = await makePlan(suites, {});
    expect(cases.map(({ name, test: { server } }) => [name, server])).toEqual([
      ['adds [a]', 'a'],
      ['adds [b]', 'b'],
      ['alone', 'c'],
    ]);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(3);
    expect(cases[1]?.repro).toContain('"adds [b]"');
    expect(suites[0]?.same_servers).toEqual([['a', 'b']]);
    const chosen = await makePlan(suites, { filter: 'adds' });
    expect(chosen.cases.map(({ name }) => name)).toEqual(['adds [a]', 'adds [b]']);
  });

  it('goes with cases, and with names that read one', async () => {
    const cases = [{ name: 'one', x: 1 }, { x: 2 }];
    const { suites } = await read(
      { ...test, cases },
      { ...test, name: 'reads ${case.x}', cases: [{ x: 7 }] },
    );
    expect(suites[0]?.tests.map(({ name }) => name)).toEqual([
      'adds [a, one]',
      'adds [a, 2]',
      'adds [b, one]',
      'adds [b, 2]',
      'reads 7 [a]',
      'reads 7 [b]',
    ]);
  });

  it('joins servers that several matrices call one', async () => {
    const { suites } = await read(test, { ...test, name: 'other', matrix: { server: ['c', 'b'] } });
    expect(suites[0]?.same_servers?.map((names) => names.sort())).toEqual([['a', 'b', 'c']]);
  });

  it.each([
    [{ matrix: { server: ['a', 'd'] } }, 'no server is called `d`'],
    [{ matrix: { server: ['a', 'a'] } }, '`a` is there twice'],
    [{ server: 'a' }, '`server` and `matrix` cannot both be given'],
    [{ matrix: { server: [] } }, 'a list that is not empty'],
    [{ matrix: { transport: ['a'] } }, '`server` is required'],
    [{ matrix: ['a'] }, 'expected'],
  ])('refuses %j', async (more, message) => {
    const { suites, problems } = await read({ ...test, ...more });
    expect(suites).toEqual([]);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.line).toBeGreaterThan(1);
  });

  it('names the keys that there are, where another is given', async () => {
    const { problems } = await read({ ...test, matrix: { server: ['a'], era: ['modern'] } });
    expect(problems).toMatchObject([{ hint: 'the only key here is `server`' }]);
  });

  it('is no key of agent tests', async () => {
    const text = JSON.stringify({ servers, agents: [{ name: 'x', prompt: 'y', matrix: { server: ['a'] } }] });
    const { problems } = await parseSuite(text, { cwd: '/x', workspace: '/x', env: {}, file: 'mcptest.yml' });
    expect(problems[0]?.message).toContain('matrix');
  });
});
