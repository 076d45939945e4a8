/** A run of agent tests that is stopped or killed, and goes on with `--resume`: nobody is asked twice. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { LOOPBACK_KEY, type LoopbackProvider, startProvider } from '../fixtures/provider/loopback.js';
import { parseManifest } from '../src/mock/load-manifest.js';
import { serveHttp } from '../src/mock/serve-http.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { runAgainst } from '../src/verbs/comparing/run-against.js';
import { type RunInput, run } from '../src/verbs/run.js';
import { mcptest } from './lib/cli.js';

const CASES = 12;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Answers so many requests, and leaves the rest without an answer until `go` is called. */
async function modelThatStalls(after: number): Promise<LoopbackProvider & { go(): void }> {
  let stalls = true;
  const provider = await startProvider('anthropic', (_, index) =>
    stalls && index >= after ? { hang: true } : { text: 'No tool is needed.' },
  );
  closing.push(() => provider.close());
  return Object.assign(provider, {
    go: () => {
      stalls = false;
    },
  });
}

async function server(description: string, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const manifest = { tools: [{ name: 'add_note', description, inputSchema: { type: 'object' } }] };
  const mock = await serveHttp(await parseManifest(JSON.stringify({ mock_server: manifest }), 'm'), {
    port,
    log: () => {},
  });
  closing.push(() => mock.close());
  return mock;
}

function suiteIn(provider: string, url: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'resume-'));
  const cases = Array.from({ length: CASES }, (_, at) => ({
    name: `c${at}`,
    prompt: `Thank you ${at}`,
    expect_tools: 'none',
  }));
  const suite = {
    servers: { notes: { url } },
    models: { 'claude-sonnet-4-5': { base_url: provider } },
    run_options: { concurrency: 1 },
    agents: [
      {
        name: 'thanks',
        model: 'claude-sonnet-4-5',
        prompt: '${case.prompt}',
        cases,
        dataset: { expect: [{ 'dataset.accuracy': 100 }] },
      },
    ],
  };
  writeFileSync(join(cwd, 'mcptest.yml'), JSON.stringify(suite));
  return cwd;
}

const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: LOOPBACK_KEY };
const runIn = (cwd: string, more: RunInput = {}) => run({ cwd, workspace: cwd, env, ...more });
const kept = (cwd: string): string[] => readdirSync(join(cwd, '.mcptest', 'unfinished'));

/** Stopped in the midst, with `answered` rows done. */
async function stopped(cwd: string, provider: LoopbackProvider, answered: number) {
  const stop = new AbortController();
  const running = runIn(cwd, { signal: stop.signal });
  await provider.arrived(answered + 1);
  stop.abort('SIGINT');
  return running;
}

it('keeps what is done when it is stopped, and asks only for the rest', async () => {
  const provider = await modelThatStalls(7);
  const cwd = suiteIn(provider.url, (await server('Add a note')).url);
  const { envelope, warnings } = await stopped(cwd, provider, 7);
  expect(envelope.exit_code).toBe(130);
  expect(warnings).toContain(
    '7 finished runs of agent tests are kept; the same command with --resume makes the others',
  );
  provider.go();
  const before = provider.requests.length;
  const again = await runIn(cwd, { resume: true });
  expect(provider.requests.length - before).toBe(CASES - 7);
  expect(again.envelope.exit_code).toBe(0);
  expect(again.envelope.datasets?.[0]).toMatchObject({
    n: CASES,
    cases: CASES,
    accuracy: 100,
    verdict: 'pass',
  });
  const noted = again.envelope.results.filter(({ notes }) => notes?.join().includes('which was stopped'));
  expect(noted.map((row) => row.case?.name)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
  // A row that was taken over is the row that a run in one go has.
  const { trace } = noted[0]!;
  expect(trace).toMatchObject({ prompt: 'Thank you 0', final_response: 'No tool is needed.' });
  expect(trace?.catalog?.notes?.[0]?.name).toBe('add_note');
  expect(kept(cwd)).toEqual([]);
  await expect(runIn(cwd, { resume: true })).rejects.toMatchObject({ code: 'nothing-to-resume' });
  const text = JSON.stringify(again.envelope);
  expect(text).not.toContain(LOOPBACK_KEY);
});

it('asks anew where the test says something else, and says so where the tools changed', async () => {
  const provider = await modelThatStalls(7);
  const first = await server('Add a note');
  const cwd = suiteIn(provider.url, first.url);
  await stopped(cwd, provider, 7);
  provider.go();
  const file = join(cwd, 'mcptest.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Thank you 3', 'Thank you three'));
  await first.close();
  await server('Write something down', Number(new URL(first.url).port));
  const before = provider.requests.length;
  const { envelope } = await runIn(cwd, { resume: true });
  expect(provider.requests.length - before).toBe(CASES - 6);
  expect(envelope.exit_code).toBe(3);
  expect(envelope.errors?.map(({ message }) => message).join()).toContain(
    'the tools of notes changed since 6 runs',
  );
});

it('goes on after it was killed', async () => {
  const provider = await modelThatStalls(7);
  const cwd = suiteIn(provider.url, (await server('Add a note')).url);
  const killed = await mcptest(['run'], {
    cwd,
    env,
    during: (child) =>
      void expect
        .poll(
          () =>
            kept(cwd).flatMap(
              (name) => readFileSync(join(cwd, '.mcptest/unfinished', name), 'utf8').match(/"id":/g) ?? [],
            ).length,
          { timeout: 30_000 },
        )
        .toBe(7)
        .finally(() => child.kill('SIGKILL')),
  });
  expect(killed.code).toBeNull();
  provider.go();
  const before = provider.requests.length;
  const { code, stdout } = await mcptest(['run', '--resume', '--reporter', 'json'], { cwd, env });
  expect(code).toBe(0);
  expect(provider.requests.length - before).toBe(CASES - 7);
  expect((JSON.parse(stdout) as RunEnvelope).results.map(({ verdict }) => verdict)).toEqual(
    Array(CASES).fill('pass'),
  );
});

it('with --record: the cassettes of finished cases are played, and only the rest is recorded', async () => {
  const provider = await modelThatStalls(7);
  const cwd = suiteIn(provider.url, (await server('Add a note')).url);
  const stop = new AbortController();
  const running = runIn(cwd, { record: true, signal: stop.signal });
  await provider.arrived(8);
  stop.abort('SIGINT');
  expect((await running).envelope.exit_code).toBe(130);
  const first = readdirSync(join(cwd, 'cassettes'));
  expect(first).toHaveLength(7);
  provider.go();
  const before = provider.requests.length;
  const again = await runIn(cwd, { record: true, resume: true });
  expect(again.envelope.exit_code).toBe(0);
  expect(provider.requests.length - before).toBe(CASES - 7);
  expect(readdirSync(join(cwd, 'cassettes'))).toHaveLength(CASES);
  expect(again.envelope.summary.cached).toBe(7);
});

it('with --against: both sides go on with what they have', async () => {
  const provider = await modelThatStalls(8);
  const cwd = suiteIn(provider.url, (await server('Add a note')).url);
  writeFileSync(
    join(cwd, 'before.json'),
    JSON.stringify([{ name: 'add_note', description: 'Note', inputSchema: { type: 'object' } }]),
  );
  const both = (more: RunInput) => runAgainst({ cwd, workspace: cwd, env, ...more }, 'before.json');
  const stop = new AbortController();
  const running = both({ signal: stop.signal });
  await provider.arrived(9);
  stop.abort('SIGINT');
  const half = await running;
  expect([half.current.envelope.exit_code, half.base.envelope.exit_code]).toEqual([130, 130]);
  const done = [half.current, half.base].map(
    ({ envelope }) => envelope.results.filter(({ verdict }) => verdict === 'pass').length,
  );
  expect(done[0]! + done[1]!).toBe(8);
  provider.go();
  const before = provider.requests.length;
  const { current, base, comparison } = await both({ resume: true });
  expect(provider.requests.length - before).toBe(2 * CASES - 8);
  for (const { envelope } of [current, base])
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(Array(CASES).fill('pass'));
  // Each side has taken over its own: what the model was shown differs.
  const shownTo = ({ envelope }: typeof base) =>
    new Set(envelope.results.map(({ trace }) => trace?.catalog?.notes?.[0]?.description));
  expect([shownTo(current), shownTo(base)]).toEqual([new Set(['Add a note']), new Set(['Note'])]);
  expect(comparison.paired.length).toBeGreaterThan(0);
});

it('keeps the other rows when only some are resumed', async () => {
  const provider = await modelThatStalls(7);
  const cwd = suiteIn(provider.url, (await server('Add a note')).url);
  await stopped(cwd, provider, 7);
  provider.go();
  const before = provider.requests.length;
  for (const filter of ['thanks [c0]', 'thanks [c1]']) await runIn(cwd, { resume: true, filter });
  expect(provider.requests.length - before).toBe(0);
  const { envelope } = await runIn(cwd, { resume: true });
  expect(envelope.summary.passed).toBe(CASES);
  expect(provider.requests.length - before).toBe(CASES - 7);
  expect(kept(cwd)).toEqual([]);
});

it('keeps all rows of a run that could not be saved', async () => {
  const provider = await modelThatStalls(CASES);
  const cwd = suiteIn(provider.url, (await server('Add a note')).url);
  // A file where the folder of saved runs would be.
  mkdirSync(join(cwd, '.mcptest'));
  writeFileSync(join(cwd, '.mcptest', 'runs'), '');
  const { envelope, warnings } = await runIn(cwd);
  expect(envelope.summary.passed).toBe(CASES);
  expect(warnings.join('\n')).toContain(`the run was not saved in ${cwd}`);
  expect(warnings.join('\n')).toContain(`${CASES} finished runs of agent tests are kept`);
  rmSync(join(cwd, '.mcptest', 'runs'));
  const asked = provider.requests.length;
  expect((await runIn(cwd, { resume: true })).envelope.summary.passed).toBe(CASES);
  expect(provider.requests.length).toBe(asked);
});
