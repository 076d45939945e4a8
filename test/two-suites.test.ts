/** Two suites of one run whose agent tests share their name: nothing of one is taken for the other's. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { compareEnvelopes } from '../src/envelope/compare.js';
import { mergeEnvelopes } from '../src/envelope/merge.js';
import { readEnvelope } from '../src/envelope/read.js';
import type { ReporterName } from '../src/report/registry.js';
import { reporters } from '../src/report/reporters-testkit.js';
import type { Floor, Group, RunEnvelope } from '../src/types/envelope.js';
import { explainFailure } from '../src/verbs/explain-failure.js';
import { manifests, project, servers } from './lib/agents.js';
import { mcptest, type Ran } from './lib/cli.js';

const GOOD = 'a.mcptest.yml';
const BAD = 'b.mcptest.yml';

function suite(tool: string) {
  return {
    servers: servers('weather'),
    agents: [
      {
        name: 'weather',
        model: 'scripted',
        servers: ['weather'],
        prompt: 'What is the weather?',
        runs: 2,
        script: [{ call: `weather.${tool}`, args: { q: 'x' } }, { say: 'Done.' }],
        tool_selection: { expected_tool: 'get_weather', min_selection_rate: 1 },
      },
    ],
  };
}

const cwd = project({
  ...manifests({ weather: [{ name: 'get_weather' }, { name: 'search' }] }),
  [GOOD]: suite('get_weather'),
  [BAD]: suite('search'),
});

const options = { color: false, width: 100, agent_budget: 1024 };
const report = (name: ReporterName, run: RunEnvelope): string => reporters[name](run, options);
const lines = (text: string, part: string): string[] =>
  text.split('\n').filter((line) => line.includes(part));
const saved = (): RunEnvelope => JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8'));

/** As it is read when an older mcptest wrote it. */
function older(run: RunEnvelope): RunEnvelope {
  const gates = (list: (Group | Floor)[] = []) => list.map(({ file: _, test: __, ...rest }) => rest);
  const results = run.results.map(({ test: _, model: __, run: ___, ...rest }) => rest);
  const first = {
    ...run,
    version: 1,
    results,
    groups: gates(run.groups),
    tool_selection: gates(run.tool_selection),
  };
  return readEnvelope(JSON.stringify(first), 'run.json');
}

let ran: Ran;
beforeAll(async () => {
  ran = await mcptest(['run', '.', '--reporter', 'json=run.json', '--reporter', 'matrix'], { cwd });
});

it('keeps groups, floors and cells of the matrix apart', () => {
  expect(ran.code).toBe(1);
  const run = saved();
  expect(run.tool_selection?.map(({ file, passed }) => [file, passed])).toEqual([
    [GOOD, true],
    [BAD, false],
  ]);
  expect(run.groups?.map(({ file, name }) => [file, name])).toEqual([
    [GOOD, 'weather'],
    [BAD, 'weather'],
  ]);
  expect(Object.keys(run.groups![0]!).slice(0, 4)).toEqual(['file', 'name', 'test', 'model']);
  expect(run.provenance.servers.map(({ file }) => file)).toEqual([GOOD, BAD]);
  expect(lines(ran.stdout, 'selected ')).toEqual([
    '| `a.mcptest.yml: weather` | ✅ 2/2, selected 2/2 |',
    '| `b.mcptest.yml: weather` | ❌ 2/2, selected 0/2 |',
  ]);
  expect(lines(ran.stdout, 'tool_selection.selection_rate')).toEqual([
    '| `a.mcptest.yml: weather` | `tool_selection.selection_rate` | 1 |',
    '| `b.mcptest.yml: weather` | `tool_selection.selection_rate` | 0 |',
  ]);
  expect(ran.stderr).toContain(`[FAIL] weather (${BAD}):`);
});

it('names the suite of a failed floor in every report, and runs that suite again', async () => {
  const run = saved();
  expect(report('agent', run)).toContain(`repro: mcptest run ${BAD} --filter "weather"`);
  expect(report('minimal', run)).toContain(`F weather (${BAD}:`);
  expect(report('junit', run)).toContain('classname="mcptest.floor.b"');
  expect(lines(report('tap', run), 'ok 1 ')).toEqual([`ok 1 - weather \\#1 (${GOOD})`]);
  expect(report('md', run)).toContain(`\`weather #1 (${BAD})\``);
  for (const name of ['pretty', 'minimal', 'md', 'tap', 'matrix', 'sarif', 'github'] as const)
    for (const file of [GOOD, BAD]) expect(report(name, run)).toContain(`weather (${file}): stdio`);
  const again = await mcptest(['run', '.', '--last-failed', '--reporter', 'json'], { cwd });
  const { results } = JSON.parse(again.stdout) as RunEnvelope;
  expect(results.map(({ file, name }) => [file, name])).toEqual([
    [BAD, 'weather #1'],
    [BAD, 'weather #2'],
  ]);
});

it('compares each suite with itself, and an older run by its names', () => {
  const now = saved();
  const before = saved();
  before.tool_selection![1]!.passed = true;
  before.groups![1]!.figures['tool_selection.selection_rate'] = 1;
  expect(compareEnvelopes(now, now)).toMatchObject({ groups: [], floors: [] });
  const changed = compareEnvelopes(before, now);
  expect(changed.floors).toMatchObject([{ file: BAD, agent: 'weather', base: true, current: false }]);
  expect(changed.groups).toMatchObject([{ file: BAD, name: 'weather' }]);
  const alone = (run: RunEnvelope) => ({ ...run, tool_selection: run.tool_selection!.slice(1) });
  expect(compareEnvelopes(alone(older(now)), alone(now)).floors).toEqual([]);
});

it('reads and shows an older run, which does not name the suites of its gates', () => {
  const read = older(saved());
  expect(read.tool_selection?.map(({ file }) => file)).toEqual([GOOD, BAD]);
  expect(report('matrix', read)).toContain('selected 0/2');
  expect(report('agent', read)).toContain('FAIL weather');
});

it('a merged run keeps them apart too', () => {
  const run = saved();
  const part = (file: string): RunEnvelope => ({
    ...run,
    run_id: `${run.run_id} of ${file}`,
    results: run.results.filter((result) => result.file === file),
    groups: run.groups!.filter((group) => group.file === file),
    tool_selection: run.tool_selection!.filter((floor) => floor.file === file),
  });
  const merged = mergeEnvelopes(
    [BAD, GOOD].map((name) => ({ name, envelope: part(name) })),
    run.run_id,
  );
  expect(lines(report('matrix', merged), 'selected ')).toEqual([
    '| `b.mcptest.yml: weather` | ❌ 2/2, selected 0/2 |',
    '| `a.mcptest.yml: weather` | ✅ 2/2, selected 2/2 |',
  ]);
});

it('explains one of two tests of a name by its id, never the first that it finds', () => {
  const run = saved();
  const bad = run.results.find(({ file }) => file === BAD)!;
  expect(() => explainFailure(run, 'weather #1')).toThrow(/2 tests of this name/);
  expect(explainFailure(run, bad.id).file).toBe(BAD);
});

it('lists the snapshots of two suites apart', async () => {
  const one = {
    servers: servers('weather'),
    tools: [
      {
        name: 'asks',
        tool: 'search',
        args: { q: 'x' },
        expect: [{ 'result.content[0].text': { snapshot: true } }],
      },
    ],
  };
  const dir = project({
    ...manifests({ weather: [{ name: 'search' }] }),
    [GOOD]: one,
    [BAD]: one,
    'mcptest.yml': one,
  });
  const { stdout } = await mcptest(['run', '.', '--reporter', 'json'], { cwd: dir });
  const label = 'asks › result.content[0].text';
  expect((JSON.parse(stdout) as RunEnvelope).snapshots?.written).toEqual([
    `${GOOD}: ${label}`,
    `${BAD}: ${label}`,
    label,
  ]);
});
