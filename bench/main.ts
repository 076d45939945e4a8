/**
 * `npm run bench`: what mcptest costs beside the least that any program could cost, every path that has a goal in one
 * table. Ratios, not seconds: `node -e 0` is the unit, a raw client that makes the same calls is the floor.
 * `--full` takes the largest sizes, `--row ID` some rows, `--check` fails where a ratio is a fifth worse than at the last
 * release, `--release` adds a line to `bench/history.jsonl`. `--peers` sets other tools beside it. `--only PART` runs one
 * part in detail.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadedModules, WATCHED_COMMANDS } from '../scripts/lib/loaded-modules.js';
import { type Command, measure, table } from './measure.js';
import { benchPage } from './page.js';
import { benchScore } from './score.js';
import { type Subject, writeSuite } from './suites.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist', 'cli.js');
const raw = join(root, 'bench', 'raw-client.mjs');
const node = process.execPath;
const work = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
const require = createRequire(import.meta.url);
const server = (name: string, file = 'dist/index.js') =>
  join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), file);

export const subjects: Subject[] = [
  {
    name: 'memory',
    argv: [node, server('server-memory')],
    tool: 'search_nodes',
    args: { query: 'nothing' },
    expected: { target: 'result.content[0].text', contains: 'entities' },
  },
  {
    name: 'everything',
    argv: [node, server('server-everything'), 'stdio'],
    tool: 'echo',
    args: { message: 'hello' },
    expected: { target: 'result.content[0].text', contains: 'hello' },
  },
];

const has = (flag: string): boolean => process.argv.includes(flag);
const after = (flag: string): string | undefined =>
  has(flag) ? process.argv[process.argv.indexOf(flag) + 1] : undefined;
const only = after('--only');
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const parts: Record<string, () => Promise<void>> = {
  start,
  suites,
  scale,
  score: () => benchScore(work),
  page: () => benchPage(work),
  tdqs: async () => (await import('./tdqs.js')).tdqs(),
  lint: async () => (await import('./lint.js')).benchLint({ cli, root, work }, rounds),
  strength: async () => (await import('./strength.js')).benchStrength(work),
  selector: async () => (await import('./selector.js')).benchSelector(),
  hashes: async () => (await import('./hashes.js')).benchHashes(work),
  redact: async () => (await import('./redact.js')).benchRedact(rounds),
  proxy: async () => (await import('./proxy.js')).benchProxy({ cli, root, work }),
  load: async () => (await import('./load.js')).benchLoad(subjects, { cli, root }),
  agents: async () => (await import('./agents.js')).agents(subjects, { cli, root, work, rounds }),
};
if (has('--help') || (only !== undefined && parts[only] === undefined)) {
  console.log(`npm run bench -- [--full] [--row ID] [--check] [--release] [--peers] [--only PART]
PART is one of ${Object.keys(parts).join(', ')}; ID is the beginning of an id in bench/history.jsonl.`);
  process.exit(has('--help') ? 0 : 2);
} else if (only !== undefined) await parts[only]?.();
else {
  const { benchGoals } = await import('./goals/run.js');
  const wishes = {
    rounds,
    full: has('--full'),
    check: has('--check'),
    release: has('--release'),
    peers: has('--peers'),
  };
  await benchGoals(subjects, { cli, root, work }, { ...wishes, row: after('--row') });
}

async function start(): Promise<void> {
  const times = await measure(
    [
      { name: 'node -e 0', argv: [node, '-e', '0'] },
      { name: 'mcptest --version', argv: [node, cli, '--version'] },
      { name: 'mcptest --help', argv: [node, cli, '--help'] },
    ],
    rounds * 2,
  );
  const unit = times.get('node -e 0')!.exit;
  console.log('\nStart (unit: node -e 0)');
  console.log(
    table([
      ['command', 'ms', 'ratio'],
      ...[...times.values()].map((t) => [t.name, t.exit.toFixed(1), (t.exit / unit).toFixed(2)]),
    ]),
  );
  const rows = [['command', 'modules of ours']];
  for (const [name, argv] of Object.entries(WATCHED_COMMANDS)) {
    rows.push([name, `${(await loadedModules(argv, work)).length}`]);
  }
  console.log(`\nInitialised\n${table(rows)}`);
}

async function suites(): Promise<void> {
  const commands: Command[] = [{ name: 'unit', argv: [node, '-e', '0'] }];
  for (const subject of subjects) {
    for (const tests of [1, 50]) {
      const key = `${subject.name} ${tests}`;
      const args = JSON.stringify(subject.args);
      commands.push({
        name: `floor ${key}`,
        argv: [node, raw, String(tests), subject.tool, args, '--', ...subject.argv],
      });
      const argv = [node, cli, 'run', writeSuite(work, subject, tests), '--workspace', work];
      commands.push({ name: `mcptest ${key}`, argv });
      commands.push({ name: `first ${key}`, argv, env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    }
  }
  const times = await measure(commands, rounds);
  const unit = times.get('unit')!.exit;
  const rows = [
    ['server, tests', 'floor ms', 'verdict ms', 'exit ms', 'beyond floor (units)', 'limit', 'first start'],
  ];
  for (const subject of subjects) {
    for (const tests of [1, 50]) {
      const key = `${subject.name} ${tests}`;
      const floor = times.get(`floor ${key}`)!;
      const ours = times.get(`mcptest ${key}`)!;
      const beyond = (exit: number): string => ((exit - floor.exit) / unit).toFixed(2);
      const limit = subject.name === 'memory' ? 2.5 : 4;
      rows.push([
        key,
        ...[floor.exit, ours.verdict, ours.exit].map((ms) => ms.toFixed(0)),
        beyond(ours.exit),
        `${limit}`,
        beyond(times.get(`first ${key}`)!.exit),
      ]);
    }
  }
  console.log(`\nSuites (unit: node -e 0 = ${unit.toFixed(1)} ms)`);
  console.log(table(rows));
}

async function scale(): Promise<void> {
  const manifest = (tools: number): string => {
    const file = join(work, `catalogue-${tools}.json`);
    const list = Array.from({ length: tools }, (_, n) => ({
      name: `tool_${n}`,
      description: `Returns row ${n} of the table as text.`,
      input_schema: { type: 'object', properties: { id: { type: 'string' } } },
      response: { content: [{ type: 'text', text: `row ${n}` }] },
    }));
    writeFileSync(file, JSON.stringify({ mock_server: { name: 'scale', tools: list } }));
    return file;
  };
  const mock = (tools: number, name: string): Subject => ({
    name,
    argv: ['mcptest', 'mock', '--tools-from', manifest(tools)],
    tool: 'tool_0',
    args: { id: 'x' },
    expected: { target: 'result.content[0].text', contains: 'row 0' },
  });
  const runs: [string, Subject, number][] = [
    ['10 tests, 1 tool', mock(1, 'tests'), 10],
    ['100 tests, 1 tool', mock(1, 'tests'), 100],
    ['1000 tests, 1 tool', mock(1, 'tests'), 1000],
    ['1 test, 100 tools', mock(100, 'tools100'), 1],
    ['1 test, 1000 tools', mock(1000, 'tools1000'), 1],
    ['1 test, 10000 tools', mock(10_000, 'tools10000'), 1],
  ];
  const times = await measure(
    runs.map(([name, subject, tests]) => ({
      name,
      argv: [
        node,
        cli,
        'run',
        writeSuite(work, subject, tests),
        '--workspace',
        work,
        '--reporter',
        'minimal',
      ],
    })),
    Math.min(rounds, 3),
  );
  console.log('\nScale, on one mock');
  console.log(
    table([
      ['run', 'verdict ms', 'exit ms'],
      ...[...times.values()].map((t) => [t.name, t.verdict.toFixed(0), t.exit.toFixed(0)]),
    ]),
  );
}
