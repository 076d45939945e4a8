// biome-ignore-all lint/suspicious/noTemplateCurlyInString: `${tmp}` is the subject.
/** `${tmp}`: a folder of the suite and one of each test, against the official filesystem server. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, folder, mcptest, root, suite } from './lib/cli.js';

const SERVER = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const files = { command: ['node', SERVER, '${tmp}'] };
const write = (text = 'x') => ({ tool: 'write_file', args: { path: '${tmp}/a.txt', content: text } });

interface Done {
  code: number | null;
  envelope: RunEnvelope;
  stderr: string;
  /** What is left in the system's temporary folder. */
  left: string[];
  text: string;
}

async function run(data: Record<string, unknown>, args: string[] = [], cwd?: string): Promise<Done> {
  const place = cwd ?? folder({ 'mcptest.yml': suite(data) });
  const own = folder();
  const ran = await mcptest(['run', '--reporter', 'json=run.json', '--no-save', ...args], {
    cwd: place,
    env: { TMPDIR: own, TEMP: own, TMP: own },
  });
  const text = readFileSync(join(place, 'run.json'), 'utf8');
  return { code: ran.code, envelope: JSON.parse(text), stderr: ran.stderr, left: readdirSync(own), text };
}

const verdicts = ({ envelope }: Done) => envelope.results.map(({ name, verdict }) => [name, verdict]);

it('is a folder of its own for each test, each case and each repetition, in that of the suite', async () => {
  const done = await run(
    {
      servers: { files },
      setup: [
        { call: { server: 'files', tool: 'write_file', args: { path: '${tmp}/seed.txt', content: 'seed' } } },
      ],
      tools: [
        {
          name: 'writes',
          steps: [
            { tool: 'list_directory', args: { path: '${tmp}' }, expect: [{ 'result.content[0].text': '' }] },
            { ...write(), expect: [{ 'result.content[0].text': 'Successfully wrote to ${tmp}/a.txt' }] },
            {
              tool: 'list_directory',
              args: { path: '${tmp}' },
              expect: [{ 'result.content[0].text': '[FILE] a.txt' }],
            },
          ],
        },
        {
          name: 'case ${case.n}',
          cases: [{ n: 1 }, { n: 2 }],
          steps: [
            { tool: 'list_directory', args: { path: '${tmp}' }, expect: [{ 'result.content[0].text': '' }] },
            {
              ...write(),
              expect: [{ 'result.content[0].text': { regex: '^Successfully wrote to ${tmp}/a\\.txt$' } }],
            },
          ],
        },
      ],
    },
    ['--repeat', '2'],
  );
  expect([done.code, verdicts(done)]).toEqual([
    0,
    [
      ['writes', 'pass'],
      ['case 1', 'pass'],
      ['case 2', 'pass'],
    ],
  ]);
  // Nobody's folder is told, and none is left.
  expect(done.left).toEqual([]);
  expect(done.text).not.toContain('mcptest-tmp-');
  expect(done.text).toContain('Successfully wrote to ${tmp}/');
});

it('tells the folder of another test from its own', async () => {
  const done = await run({
    servers: { files },
    tools: [
      { name: 'first', ...write(), capture: { said: 'result.content[0].text' } },
      {
        name: 'second',
        ...write(),
        expect: [{ 'result.content[0].text': '${captured.said}' }],
      },
    ],
  });
  expect(verdicts(done)).toEqual([
    ['first', 'pass'],
    ['second', 'fail'],
  ]);
  expect(done.left).toEqual([]);
});

it('is new for each attempt, and the same in the reports and snapshots of every run', async () => {
  const data = {
    servers: { files },
    tools: [
      {
        name: 'fails',
        retries: 1,
        steps: [
          { tool: 'list_directory', args: { path: '${tmp}' }, expect: [{ 'result.content[0].text': '' }] },
          { ...write(), expect: [{ 'result.content[0].text': 'no' }] },
        ],
      },
      { name: 'snapshot', ...write(), expect: [{ result: { snapshot: true } }] },
    ],
  };
  const cwd = folder({ 'mcptest.yml': suite(data) });
  const first = await run(data, [], cwd);
  const [failed] = first.envelope.results;
  // The folder was empty again: it is the second step that failed, both times.
  const steps = [...(failed?.earlier_attempts ?? []), failed].map((one) => one?.checks.at(-1)?.message);
  expect(steps).toHaveLength(2);
  for (const message of steps) expect(message).toMatch(/^step 2/);
  const again = await run(data, [], cwd);
  expect(verdicts(again)).toEqual([
    ['fails', 'fail'],
    ['snapshot', 'pass'],
  ]);
  expect(again.envelope.snapshots?.written ?? []).toEqual([]);
  const told = ({ envelope }: Done) => envelope.results.map(({ checks }) => checks);
  const third = await run(data, [], cwd);
  expect(told(third)).toEqual(told(again));
  expect([...first.left, ...again.left, ...third.left]).toEqual([]);
});

it('cannot be read where it would give a test another name in every run', async () => {
  for (const [data, line] of [
    [{ tools: [{ name: '${tmp}', ...write() }] }, 'names, variables and cases'],
    [{ variables: { d: '${tmp}/d' }, tools: [{ name: '${d}', ...write() }] }, 'names, variables and cases'],
    [{ tools: [{ name: 'x', cases: [{ at: '${tmp}' }], ...write() }] }, 'names, variables and cases'],
  ] as const) {
    const ran = await mcptest(['validate'], {
      cwd: folder({ 'mcptest.yml': suite({ servers: { files }, ...data }) }),
    });
    expect(ran.code).toBe(2);
    expect(ran.stdout + ran.stderr).toContain(line);
  }
});

it('is a variable where the suite declares one', async () => {
  const done = await run({
    variables: { tmp: 'mine' },
    servers: { files: { command: ['node', SERVER, '.'] } },
    tools: [
      {
        name: 'x',
        tool: 'list_allowed_directories',
        args: {},
        expect: [{ 'result.isError': { not: true } }],
      },
      { name: 'y', tool: 'list_directory', args: { path: '${tmp}' }, expect: [{ 'result.isError': true }] },
    ],
  });
  expect(done.code).toBe(0);
});

it('is taken away after Ctrl-C', async () => {
  const own = folder();
  const cwd = folder();
  const hung = join(cwd, 'hung');
  const server = { command: chaos('hang-call'), env: { CHAOS_PID_FILE: hung, WHERE: '${tmp}' } };
  const test = { name: 'hangs', tool: 'echo', args: { text: '${tmp}' } };
  writeFileSync(join(cwd, 'mcptest.yml'), suite({ servers: { chaos: server }, tools: [test] }));
  let during: string[] = [];
  const { code } = await mcptest(['run', '--no-save'], {
    cwd,
    env: { TMPDIR: own, TEMP: own, TMP: own },
    during: (child) => {
      const seen = setInterval(() => {
        if (!existsSync(hung)) return;
        clearInterval(seen);
        during = readdirSync(own);
        child.kill('SIGINT');
      }, 20);
    },
  });
  expect(code).toBe(130);
  expect(during).toEqual([expect.stringMatching(/^mcptest-tmp-/)]);
  expect(readdirSync(own)).toEqual([]);
});
