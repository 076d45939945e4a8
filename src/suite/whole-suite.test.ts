/** What a suite comes to beside its tests: the files it is made of, its agents' rows, its blocks of one test a server. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSuite } from './parse-suite.js';
import { makePlan } from './plan.js';
import { declaredRuns, overrideRuns } from './plan-agents.js';
import { readText } from './read-file.js';

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'whole-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const read = (suite: object) =>
  parseSuite(JSON.stringify({ servers: { m: { command: ['x'] } }, ...suite }), {
    cwd,
    workspace: cwd,
    env: {},
    file: 'mcptest.yml',
  });

async function suiteOf(suite: object) {
  const { suites, problems } = await read(suite);
  expect(problems).toEqual([]);
  return suites[0]!;
}

async function problemsOf(suite: object) {
  const { problems } = await read(suite);
  return problems.map(({ path, message, hint }) => ({ path, message, hint }));
}

/** Where a descriptor leads, unless it was closed meanwhile. */
function target(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

const tools = [{ name: 'a', tool: 't' }];

describe('the files that a suite is made of', () => {
  it('are none but itself, unless it says so', async () => {
    const suite = await suiteOf({ tools });
    for (const key of ['case_files', 'same_servers', 'shared_servers', 'config_file', 'tmp'])
      expect(suite).not.toHaveProperty(key);
  });

  it('are its cases and the settings beside it, with the servers that it takes from them', async () => {
    writeFileSync(join(cwd, 'rows.jsonl'), '{"x":1}\n');
    writeFileSync(join(cwd, 'mcptest.config.yaml'), 'servers: { shared: { command: [y] } }\n');
    const suite = await suiteOf({
      tools: [{ ...tools[0], server: 'shared', cases: { from: 'rows.jsonl' } }],
    });
    expect(suite).toMatchObject({
      case_files: [join(cwd, 'rows.jsonl')],
      config_file: join(cwd, 'mcptest.config.yaml'),
      shared_servers: ['shared'],
    });
  });

  it('have a folder of their own where they read `${tmp}`', async () => {
    const suite = await suiteOf({ tools: [{ ...tools[0], args: { at: '${tmp}/x' } }] });
    const [one] = (await makePlan([suite], {})).cases;
    expect(one?.tmp?.startsWith(suite.tmp!)).toBe(true);
    expect(one?.test.steps[0]?.call).toMatchObject({ args: { at: `${one?.tmp}/x` } });
  });
});

describe('the text of a suite', () => {
  it('has at most 1 MB, is UTF-8, and stands in a file', async () => {
    const textOf = (name: string, bytes: string | Uint8Array) => {
      writeFileSync(join(cwd, name), bytes);
      return readText(join(cwd, name));
    };
    expect(await textOf('fits', 'x'.repeat(1_000_000))).toEqual({ text: 'x'.repeat(1_000_000) });
    expect(await textOf('large', 'x'.repeat(1_000_001))).toEqual({ problem: 'the file is larger than 1 MB' });
    expect(await textOf('bytes', Uint8Array.of(0xff))).toEqual({ problem: 'the file is not UTF-8 text' });
    expect(await readText(cwd)).toEqual({ problem: 'this is not a file' });
    expect(await readText(join(cwd, 'gone'))).toEqual({ problem: 'there is no such file' });
  });

  it.skipIf(process.platform !== 'linux')('is not held open', async () => {
    const open = () => readdirSync('/proc/self/fd').filter((fd) => target(fd).startsWith(cwd));
    writeFileSync(join(cwd, 'bytes'), Uint8Array.of(0xff));
    for (const name of ['bytes', '.']) await readText(join(cwd, name));
    expect(open()).toEqual([]);
  });
});

describe('rows of an agent test', () => {
  const agent = { name: 'asks', prompt: 'p', expect: [{ final_response: 'x' }] };

  it('are one for each model and run, and a model that is named twice runs once', async () => {
    const suite = await suiteOf({
      agents: [{ ...agent, models: ['lexical', 'scripted', 'lexical'], runs: 2, scripts: [[{ say: 'x' }]] }],
    });
    const { groups } = await makePlan([suite], {});
    expect(groups.flatMap(({ runs }) => runs.map(({ name, repro }) => [name, repro]))).toEqual(
      ['asks [lexical] #1', 'asks [lexical] #2', 'asks [scripted] #1', 'asks [scripted] #2'].map((name) => [
        name,
        `mcptest run mcptest.yml --filter "${name}"`,
      ]),
    );
  });

  it('are as many as another number of runs or other models ask for, at every count of distractors', async () => {
    const suite = await suiteOf({
      agents: [
        {
          ...agent,
          model: 'lexical',
          runs: 2,
          expect_tools: 't',
          distractors: { source: { from: 'catalog' }, correct: ['t'], counts: [0, 5] },
        },
        { ...agent, name: 'b', model: 'lexical' },
      ],
    });
    const shown = (models?: string[], runs?: number) =>
      overrideRuns(suite, models, runs).agents.map((one) => declaredRuns(one));
    const both = (model: string, runs: number[]) => runs.map((count) => [{ model, runs: count }]);
    expect(shown()).toEqual(both('lexical', [4, 1]));
    expect(shown(['m'])).toEqual(both('m', [4, 1]));
    expect(shown(undefined, 3)).toEqual(both('lexical', [6, 3]));
    expect(shown(undefined, 0)).toEqual(both('lexical', [2, 1]));
    expect(shown(['m'], 3)).toEqual(both('m', [6, 3]));
    expect(overrideRuns(suite, ['m'], 3).servers).toEqual(suite.servers);
  });
});

describe('a block that is one test for each server', () => {
  const servers = { a: { command: ['x'] }, b: { command: ['y'] } };

  it.each(['security', 'compat'])('%s asks all servers, or those that it names', async (kind) => {
    const asked = async (block: object) =>
      (await suiteOf({ servers, [kind]: block })).tests.map(({ name, server, kind: own }) => [
        own,
        name,
        server,
      ]);
    const both = ['a', 'b'].map((server) => [kind, `${kind} of ${server}`, server]);
    expect(await asked({})).toEqual(both);
    expect(await asked({ servers: ['b'] })).toEqual([both[1]]);
  });

  it.each(['security', 'compat'])('%s says where it names a server that is not there', async (kind) => {
    const [problem] = await problemsOf({ servers, [kind]: { servers: ['a', 'c'] } });
    expect(problem?.path).toBe(`/${kind}/servers/1`);
    expect(await problemsOf({ servers, [kind]: { servers: [1] } })).toHaveLength(1);
  });
});

describe('a calibration', () => {
  const calibration = (more: object) => ({
    evals: [{ name: 'tone', rubric: 'Is it kind?', threshold: 0.9, tests: ['a'] }],
    tools,
    calibration: [{ name: 'held', labels: 'labels.jsonl', ...more }],
  });
  const callOf = async (more: object) => (await suiteOf(calibration(more))).tests.at(-1)?.steps[0]?.call;

  it('has the threshold that it says, else that of its eval, else 0.7', async () => {
    expect(await callOf({ eval: 'tone' })).toEqual({
      kind: 'calibration',
      server: '',
      judge: 'judge',
      rubric: 'Is it kind?',
      threshold: 0.9,
      labels: join(cwd, 'labels.jsonl'),
    });
    expect(await callOf({ eval: 'tone', threshold: 0 })).toMatchObject({ threshold: 0 });
    expect(await callOf({ rubric: 'Is it right?' })).toMatchObject({
      rubric: 'Is it right?',
      threshold: 0.7,
    });
  });
});

describe('gates that nobody wrote', () => {
  it('are those of the metric, but none where each case says what it needs', async () => {
    const agent = {
      name: 'asks',
      prompt: 'p',
      model: 'lexical',
      equal_function_sets: { classes: [{ name: 'find', members: ['find'] }] },
    };
    const gatesOf = async (more: object) =>
      (await suiteOf({ agents: [{ ...agent, ...more }] })).agents[0]?.metrics.map(
        ({ gates }) => gates.length > 0,
      );
    expect(await gatesOf({})).toEqual([true]);
    expect(await gatesOf({ expect_tools: 'find', expect: [{ final_response: 'x' }] })).toEqual([false]);
  });
});

describe('a call of `before_each`', () => {
  it('is checked as those of tests are, and told where it stands', async () => {
    const call = { tool: 't', server: 'gone' };
    expect(await problemsOf({ tools, before_each: [{ call }] })).toMatchObject([
      { path: '/before_each/0/call/server' },
    ]);
  });
});

describe('arguments', () => {
  const withArgs = (args: string) =>
    problemsOf({
      tools: [
        { name: 'first', tool: 't', capture: { 'an-id_2': 'result.a' } },
        { name: 'a', tool: 't', args },
      ],
    });

  it('may be a whole capture, and no other text', async () => {
    expect(await withArgs('${captured.an-id_2}')).toEqual([]);
    for (const text of ['x ${captured.an-id_2}', '${captured.an-id_2} x'])
      expect(await withArgs(text)).toContainEqual(
        expect.objectContaining({ path: '/tools/1/args', message: 'expected a map of arguments' }),
      );
  });
});

describe('a share of trials', () => {
  it('is in percent, with or without its sign', async () => {
    const of = async (inconclusive: object) =>
      (await suiteOf({ tools, run_options: { inconclusive } })).run_options.inconclusive;
    expect(await of({ min_trials: 5, confidence_pct: '95%' })).toEqual({ min_trials: 5, confidence_pct: 95 });
    expect(await of({ confidence_pct: 95.5 })).toEqual({ confidence_pct: 95.5 });
    expect(await of({ min_trials: 5 })).toEqual({ min_trials: 5 });
  });
});
