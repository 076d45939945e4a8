/** Shards, merged, are the run of the whole: for suites of every shape and any number of parts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mergeEnvelopes } from '../src/envelope/merge.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, folder, mcptest, suite } from './lib/cli.js';
import { runFiles, startMock } from './lib/in-process.js';
import fc from './lib/properties.js';

const TOOLS = ['get_a', 'get_b', 'get_c', 'put_d'];
const answer = { content: [{ type: 'text', text: 'yes' }] };

let url: string;
beforeAll(async () => {
  url = await startMock({ name: 'mock', tools: TOOLS.map((name) => ({ name, response: answer })) });
});

interface Shape {
  isolate: string[];
  threshold?: number;
  tests: { server: string; tool: string; fails: boolean; captures: boolean }[];
  agents: number;
}

/** Scripted, so that it needs no model. */
const agent = (name: string) => ({
  name,
  model: 'scripted',
  runs: 2,
  prompt: 'Go.',
  script: [{ call: 'x.get_b', args: {} }, { say: 'Done.' }],
  tool_selection: { expected_tool: 'get_b', min_selection_rate: 1 },
});

function suiteOf({ isolate, threshold, tests, agents }: Shape) {
  const server = (name: string) => ({ url, ...(isolate.includes(name) && { isolate: 'test' }) });
  return {
    servers: { y: server('y'), x: server('x') },
    ...(threshold !== undefined && { coverage: { tools: threshold } }),
    tools: tests.map(({ server: name, tool, fails, captures }, at) => ({
      name: `test ${at}`,
      server: name,
      tool,
      expect: [{ 'result.content[0].text': fails ? 'no' : 'yes' }],
      ...(captures && { capture: { said: 'result.content[0].text' } }),
    })),
    agents: Array.from({ length: agents }, (_, at) => agent(`agent ${at}`)),
  };
}

const shape: fc.Arbitrary<Shape> = fc.record({
  isolate: fc.subarray(['x', 'y']),
  threshold: fc.option(fc.constantFrom(25, 50, 75, 100), { nil: undefined }),
  tests: fc.array(
    fc.record({
      server: fc.constantFrom('x', 'y'),
      tool: fc.constantFrom(...TOOLS),
      fails: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      captures: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  agents: fc.nat(2),
});

/** All but what differs between any two runs: times, and repro lines, which are found by trying for a limited time. */
function judged(envelope: RunEnvelope) {
  const steady = JSON.parse(JSON.stringify(envelope), (key, value) =>
    key === 'duration_ms' || key === 'repro' ? 0 : value,
  );
  return { ...steady, run_id: '', started_at: '', findings: undefined };
}

describe('merged shards', () => {
  it('are the whole run in verdict, rows, counts, coverage, gates and servers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(shape, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 2, max: 4 }),
        async (shapes, total) => {
          const files = Object.fromEntries(shapes.map((one, at) => [`${at}.mcptest.yml`, suiteOf(one)]));
          const { envelope: whole } = await runFiles(files, { paths: ['.'] });
          const parts: RunEnvelope[] = [];
          for (let index = 1; index <= total; index++)
            parts.push((await runFiles(files, { paths: ['.'], shard: { index, total } })).envelope);
          const merged = mergeEnvelopes(
            parts.map((envelope, at) => ({ name: `${at}`, envelope })).reverse(),
            'ID',
          );
          expect(judged(merged)).toEqual(judged(whole));
          // No shard is red for what only the whole can show.
          if (whole.exit_code === 0)
            expect(parts.map(({ exit_code }) => exit_code)).toEqual(parts.map(() => 0));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('hold a split suite to its threshold, which no shard does', async () => {
    const tests = TOOLS.slice(0, 3).map((tool) => ({ server: 'x', tool, fails: false, captures: false }));
    const files = (threshold: number) => ({
      'mcptest.yml': suiteOf({ isolate: [], threshold, tests, agents: 0 }),
    });
    for (const [threshold, code] of [
      [75, 0],
      [76, 6],
    ] as const) {
      const reports = await Promise.all(
        [1, 2, 3].map((index) => runFiles(files(threshold), { shard: { index, total: 3 } })),
      );
      expect(reports.map(({ envelope }) => envelope.exit_code)).toEqual([0, 0, 0]);
      for (const { warnings } of reports)
        expect(warnings.join()).toContain('judged by `mcptest report --merge`');
      const merged = mergeEnvelopes(
        reports.map(({ envelope }, at) => ({ name: `${at}`, envelope })),
        'ID',
      );
      expect(merged.exit_code).toBe(code);
      expect(merged.coverage).toMatchObject({ total: 4, covered: 3, percent: 75 });
    }
  });

  it('hold a split suite to its strength, which no shard does', async () => {
    const tests = TOOLS.slice(0, 3).map((tool) => ({ server: 'x', tool, fails: false, captures: false }));
    const weak = { ...suiteOf({ isolate: [], tests, agents: 0 }), strength: { min: 99 } };
    const files = { 'mcptest.yml': weak };
    const shards = await Promise.all(
      [1, 2].map((index) => runFiles(files, { shard: { index, total: 2 }, strength: { fail_under: 1 } })),
    );
    expect(shards.map(({ envelope }) => envelope.exit_code)).toEqual([0, 0]);
    expect(shards[0]!.warnings.join()).toContain('its strength is judged by `mcptest report --merge`');
    const merged = mergeEnvelopes(
      shards.map(({ envelope }, at) => ({ name: `${at}`, envelope })),
      'ID',
    );
    expect(merged.strength?.tests).toHaveLength(3);
    expect(merged.strength?.gates).toMatchObject([
      { file: 'mcptest.yml', min: 99, passed: false },
      { min: 1, passed: true },
    ]);
    expect(merged).toMatchObject({ exit_code: 1, summary: { gates_failed: 1 } });
  });

  it('are refused when they come from different plans, or hold a test twice or not at all', async () => {
    const tests = TOOLS.slice(0, 3).map((tool) => ({ server: 'x', tool, fails: false, captures: false }));
    const part = async (index: number, filter?: string) => {
      const files = { 'mcptest.yml': suiteOf({ isolate: [], tests, agents: 0 }) };
      return (await runFiles(files, { filter, shard: { index, total: 2 } })).envelope;
    };
    const [one, two, other] = [await part(1), await part(2), await part(2, 're:[12]')];
    const merge = (...envelopes: RunEnvelope[]) =>
      mergeEnvelopes(
        envelopes.map((envelope, at) => ({ name: `${at}.json`, envelope })),
        'ID',
      );
    expect(merge(one, two).results).toHaveLength(3);
    expect(() => merge(one, other)).toThrow('0.json and 1.json are not shards of the same run');
    expect(() => merge(one, { ...two, results: [] })).toThrow('hold 2 tests and the whole run has 3');
    expect(() => merge(one, { ...two, results: [...two.results, ...two.results] })).toThrow(
      'one is missing, or there twice',
    );
  });
});

it('an empty shard says that tests which need each other stay together', async () => {
  const tools = ['a', 'b'].map((name) => ({ name, tool: 'delete_note' }));
  const cwd = folder({ 'mcptest.yml': suite({ servers: { chaos: { command: chaos('none') } }, tools }) });
  const { stderr } = await mcptest(['run', '--list', '--shard', '2/2'], { cwd });
  expect(stderr).toContain('no test falls to shard 2/2: tests that need each other stay in one shard');
});

it('the command splits a file, lists an empty shard as green, and judges the merged run', async () => {
  const echo = (name: string) => ({ name, tool: 'echo', args: { text: name } });
  const cwd = folder({
    'mcptest.yml': suite({
      servers: { chaos: { command: chaos('none') } },
      tools: [echo('a'), echo('b')],
      coverage: { tools: 100 },
    }),
  });
  const lists = await Promise.all(
    [1, 2, 3].map((index) => mcptest(['run', '--list', '--shard', `${index}/3`], { cwd })),
  );
  expect(lists.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(lists.map(({ stdout }) => stdout.trim().split(/\s+/).at(-1))).toEqual(['a', 'b', '']);
  expect(lists[2]!.stderr).toContain('no test falls to shard 3/3: there are fewer tests than shards');
  for (const index of [1, 2]) {
    const ran = await mcptest(['run', '--shard', `${index}/2`, '--reporter', `json=${index}.json`], { cwd });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('its coverage threshold is judged by `mcptest report --merge`');
  }
  const merge = ['report', '--merge', '1.json', '2.json', '--format', 'minimal'];
  expect((await mcptest(merge, { cwd })).code).toBe(0);
  expect((await mcptest([...merge, '--exit-code'], { cwd })).code).toBe(6);
});

describe('--timings', () => {
  const NAMES = ['a', 'b', 'c', 'd'];
  const files = () => ({
    'mcptest.yml': suite({
      servers: { chaos: { command: chaos('none') } },
      tools: NAMES.map((name) => ({ name, tool: 'echo', args: { text: name } })),
    }),
  });
  const listed = async (cwd: string, part: string) => {
    const { stdout } = await mcptest(['run', '--list', '--shard', part, '--timings', 't.json'], { cwd });
    return stdout.match(/\b[abcd]$/gm);
  };

  it('splits by the file that report wrote, and refuses to merge shards of two files', async () => {
    const cwd = folder(files());
    expect((await mcptest(['run', '--reporter', 'json=run.json'], { cwd })).code).toBe(0);
    const wrote = await mcptest(['report', 'run.json', '--timings', 't.json', '--format', 'minimal'], {
      cwd,
    });
    expect(wrote).toMatchObject({ code: 0, stderr: expect.stringContaining('how long 4 tests took') });
    const path = join(cwd, 't.json');
    const timings = JSON.parse(readFileSync(path, 'utf8'));
    const ids = Object.keys(timings.durations_ms);
    expect(ids).toHaveLength(4);
    const write = (durations: number[]) => {
      const durations_ms = Object.fromEntries(NAMES.map((name, at) => [idOf(name), durations[at]]));
      writeFileSync(path, JSON.stringify({ version: 1, durations_ms }));
    };
    const { results } = JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')) as RunEnvelope;
    const idOf = (name: string) => results.find((row) => row.name === name)!.id;
    write([900, 10, 10, 10]);
    expect([await listed(cwd, '1/2'), await listed(cwd, '2/2')]).toEqual([['a'], ['b', 'c', 'd']]);

    const run = (index: number) =>
      mcptest(['run', '--shard', `${index}/2`, '--timings', 't.json', '--reporter', `json=${index}.json`], {
        cwd,
      });
    const merge = () => mcptest(['report', '--merge', '1.json', '2.json', '--format', 'minimal'], { cwd });
    expect((await run(1)).code).toBe(0);
    expect((await run(2)).code).toBe(0);
    expect(await merge()).toMatchObject({ code: 0, stdout: expect.stringContaining('4') });
    // Written otherwise it says the same; with another duration, which here changes nothing of the split, it does not.
    const same = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, `${JSON.stringify(same, undefined, 4)}\r\n`);
    expect((await run(2)).code).toBe(0);
    expect((await merge()).code).toBe(0);
    write([901, 10, 10, 10]);
    expect((await run(2)).code).toBe(0);
    expect(await merge()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('1.json and 2.json were split by different durations'),
    });
  });

  it.each([
    ['t.json', undefined, 'there is no file t.json'],
    ['t.json', '{"version":2,"durations_ms":{}}', 't.json is not a file of durations'],
    ['t.json', '{"version":1,"durations_ms":{"a":-1}}', 't.json is not a file of durations'],
    ['t.json', '[', 't.json is not a file of durations'],
  ])('says what is wrong with %s %j', async (file, text, message) => {
    const cwd = folder({ ...files(), ...(text !== undefined && { [file]: text }) });
    const ran = await mcptest(['run', '--list', '--shard', '1/2', '--timings', file], { cwd });
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(ran.stderr).toContain('mcptest report RUN --timings FILE');
  });

  it('is for shards, and overwrites nothing that is read', async () => {
    const cwd = folder({ ...files(), 't.json': '{"version":1,"durations_ms":{}}' });
    const whole = await mcptest(['run', '--list', '--timings', 't.json'], { cwd });
    expect(whole).toMatchObject({ code: 2, stderr: expect.stringContaining('--timings is for --shard') });
    const over = await mcptest(['report', 't.json', '--timings', 't.json'], { cwd });
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining('would overwrite t.json') });
  });
});
