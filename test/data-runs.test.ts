/** Tests over tables and servers, in this process: one test on two transports, and what a run would come to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { timeLeft } from '../src/cli/output/progress.js';
import { estimateText } from '../src/cli/output/show-estimate.js';
import { createRedactor } from '../src/redact/redactor.js';
import { planHalfWidth, planRuns } from '../src/util/intervals.js';
import { estimateAgents, explainRun } from '../src/verbs/explain-run.js';
import { folder, mcptest, root } from './lib/cli.js';
import { runFiles, startMock } from './lib/in-process.js';

const TOOLS = [{ name: 'add_note', description: 'Add a note', inputSchema: { type: 'object' } }];

it('does one test over stdio and over HTTP, in rows of their own, on what is one server for coverage', async () => {
  const url = await startMock({ tools: TOOLS });
  const { envelope } = await runFiles({
    'tools.json': TOOLS,
    'mcptest.yml': {
      servers: {
        notes_stdio: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'], protocol: 'legacy' },
        notes_http: { url, protocol: 'modern' },
      },
      tools: [
        { name: 'a note is added', matrix: { server: ['notes_stdio', 'notes_http'] }, tool: 'add_note' },
      ],
    },
  });
  expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['a note is added [notes_stdio]', 'pass'],
    ['a note is added [notes_http]', 'pass'],
  ]);
  expect(envelope.provenance.servers.map(({ name, transport }) => [name, transport])).toEqual([
    ['notes_stdio', 'stdio'],
    ['notes_http', 'http'],
  ]);
  expect(new Set(envelope.provenance.servers.map(({ era }) => era)).size).toBe(2);
  const covered = envelope.coverage?.tools ?? [];
  expect(covered.reduce((sum, { total }) => sum + total, 0)).toBe(1);
});

it('says what agent tests come to before anybody is asked', async () => {
  const cwd = folder({
    'tools.json': JSON.stringify(TOOLS),
    'mcptest.yml': JSON.stringify({
      servers: { notes: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
      models: { paid: { provider: 'openai', price: { input: 2, output: 10 } } },
      agents: [
        {
          name: 'requests',
          models: ['paid', 'lexical'],
          runs: 3,
          prompt: '${case.prompt}',
          cases: [
            { name: 'one', prompt: 'Add a note', expect_tools: 'add_note' },
            { name: 'two', prompt: 'Thanks', expect_tools: 'none' },
          ],
        },
      ],
    }),
  });
  const estimate = await estimateAgents({ cwd, workspace: cwd, env: {} });
  const [test] = estimate.tests;
  const [paid, free] = test!.models;
  expect(test).toMatchObject({ cases: 2, runs: 3, unknown_tools: [], measured: false });
  // A turn for each expected tool and one for the answer: (2 + 1) turns in each of three runs.
  expect([paid!.runs, paid!.turns, paid!.output]).toEqual([6, 9, 9 * 150]);
  const tools = test!.tools_tokens!;
  const said = paid!.input - 9 * tools - 3 * 450;
  expect(tools).toBeGreaterThan(5);
  // "Add a note" is three tokens and read twice, "Thanks" one.
  expect(said).toBe(3 * (2 * 3 + 1));
  expect(paid!.cost_usd).toBeCloseTo((paid!.input * 2 + paid!.output * 10) / 1e6, 12);
  expect(free).toMatchObject({ model: 'lexical', free: 'built in' });
  const text = estimateText(estimate, createRedactor([]));
  expect(text).toContain('requests: 2 cases × 2 models × 3 runs = 12 rows');
  expect(text).toContain('±5 points need 385 (mcptest plan-runs)');
});

it('takes the time of a saved run for that model only, and counts both sides of --against', async () => {
  const cwd = folder({
    'tools.json': JSON.stringify(TOOLS),
    'mcptest.yml': JSON.stringify({
      servers: { notes: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
      models: { paid: { provider: 'openai', price: { input: 2, output: 10 } } },
      agents: [
        {
          name: 'requests',
          models: ['lexical'],
          prompt: 'Add a note',
          tool_selection: { expected_tool: 'add_note', min_selection_rate: 0 },
        },
      ],
    }),
  });
  const input = { cwd, workspace: cwd, env: {}, models: ['paid'] };
  const before = await estimateAgents(input);
  expect(before.tests).toMatchObject([{ measured: false, duration_ms: (2 * 3000) / 4 }]);
  await mcptest(['run', '--no-color'], { cwd });
  expect(await estimateAgents(input)).toEqual(before);

  const [own, base] = (await estimateAgents(input, 'tools.json')).tests;
  expect(own).toEqual(before.tests[0]);
  expect(base).toEqual({ ...own, test: 'requests (against)' });
  const [once, twice] = [await explainRun(input), await explainRun(input, 'tools.json')];
  expect(twice.models[0]!.calls).toBe(2 * once.models[0]!.calls);
});

it('is shown in the documentation as it is', async () => {
  const cwd = join(root, 'examples/did-it-help');
  const estimate = await estimateAgents({ cwd, workspace: cwd, models: ['claude-sonnet-4-5'], env: {} });
  const page = readFileSync(join(root, 'docs/testing-with-data.md'), 'utf8');
  expect(page).toContain(estimateText(estimate, createRedactor([])).trim());
});

it('plans an interval the way round that plan-runs plans runs', () => {
  for (const n of [4, 60, 385, 1000]) expect(planRuns(planHalfWidth(n))).toBe(n);
});

it('guesses the time that is left once there is something to guess from', () => {
  expect(timeLeft({ done: 4, total: 100, spent: 60_000 })).toBe('');
  expect(timeLeft({ done: 10, total: 100, spent: 10_000 })).toBe(
    ', about 90 s left'.replace('90 s', '2 min'),
  );
  expect(timeLeft({ done: 50, total: 100, spent: 30_000 })).toBe(', about 30 s left');
  expect(timeLeft({ done: 100, total: 100, spent: 60_000 })).toBe('');
});
