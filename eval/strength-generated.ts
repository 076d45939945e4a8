/**
 * How strong are the suites that `generate`, `generate --observe` and `init` write for real servers? Each is written in
 * an empty folder with the same small data, run, and measured as `mcptest mutate` does. Everything comes from
 * node_modules and this repository; run `npm run build` first, since mocks are served by the built command.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { safetyClass } from '../src/catalog/safety-class.js';
import type { Catalog } from '../src/types/catalog.js';
import type { CaseResult } from '../src/types/envelope.js';
import type { TestStrength } from '../src/types/strength.js';
import { observeSuite, scaffoldSuite } from '../src/verbs/generate.js';
import { init } from '../src/verbs/init.js';
import { mutate } from '../src/verbs/strength/mutate.js';

export interface Row {
  server: string;
  how: (typeof WAYS)[number];
  tests: number;
  /** Those that wait for somebody to read them, such as tests of what may change what the others were observed on. */
  skipped: number;
  /** Tests that call a tool with valid arguments, and those of them that pass and would notice something. */
  happy: number;
  proving: number;
  killed: number;
  mutants: number;
  /** The same of the tests of tools that may be observed, and of resources and prompts. */
  observable: { killed: number; mutants: number };
  failed: string[];
  /** Tests that pass on an error although their names do not say that one is expected. */
  on_error: string[];
}

interface Subject {
  name: string;
  argv(folder: string): string[];
  /** Its tools ask the network, so that nothing can be observed here. */
  offline?: boolean;
}

const WAYS = ['generate', 'generate --observe', 'init'] as const;
const root = resolve(import.meta.dirname, '..');
const inRoot = (...path: string[]): string => join(root, ...path);
const official = (name: string): string =>
  inRoot('node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');

const SUBJECTS: Subject[] = [
  { name: 'server-everything', argv: () => ['node', official('everything')] },
  { name: 'server-filesystem', argv: (folder) => ['node', official('filesystem'), join(folder, 'files')] },
  {
    name: 'server-memory',
    argv: (folder) => ['env', `MEMORY_FILE_PATH=${join(folder, 'memory.jsonl')}`, 'node', official('memory')],
  },
  {
    name: 'context7',
    argv: () => ['node', inRoot('node_modules/@upstash/context7-mcp/dist/index.js')],
    offline: true,
  },
  {
    name: 'shelf (mock)',
    argv: () => [
      'node',
      inRoot('dist/cli.js'),
      'mock',
      '--tools-from',
      inRoot('examples/real-servers/servers/shelf.yml'),
    ],
  },
  {
    name: 'thermometer',
    argv: () => [
      'node',
      inRoot('fixtures/thermometer-mcp/server.mjs'),
      inRoot('fixtures/thermometer-mcp/mended.mjs'),
    ],
  },
];

const GRAPH = [
  { type: 'entity', name: 'Ada', entityType: 'person', observations: ['wrote programs'] },
  { type: 'entity', name: 'Babbage', entityType: 'person', observations: ['built engines'] },
  { type: 'relation', from: 'Ada', to: 'Babbage', relationType: 'knows' },
];

/** Data for the servers that are about data: without any there is nothing to answer. */
function workplace(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-strength-')));
  cpSync(inRoot('examples/real-servers/files'), join(folder, 'files'), { recursive: true });
  mkdirSync(join(folder, 'files/notes'));
  writeFileSync(join(folder, 'files/notes/one.json'), '{ "title": "First", "count": 3 }\n');
  writeFileSync(join(folder, 'memory.jsonl'), GRAPH.map((line) => JSON.stringify(line)).join('\n'));
  return folder;
}

export async function generatedStrength(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const subject of SUBJECTS) for (const how of WAYS) rows.push(await measure(subject, how));
  return rows;
}

async function measure(subject: Subject, how: Row['how']): Promise<Row> {
  const cwd = workplace();
  try {
    const command = subject.argv(cwd);
    const { catalog } = await write(how, { cwd, command });
    const { strength, envelope, closing } = await mutate({ cwd, workspace: cwd, save: false });
    await closing;
    return rowOf(
      { server: subject.name, how },
      { catalog, tests: strength.tests, results: envelope.results },
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Writes `mcptest.yml` and gives the catalogue that it was made from. */
async function write(
  how: Row['how'],
  { cwd, command }: { cwd: string; command: string[] },
): Promise<{ catalog: Catalog }> {
  const plain = await scaffoldSuite({ cwd, command, all: true });
  await plain.closing;
  if (how === 'init') {
    await init({ cwd, command, home: cwd });
    return plain;
  }
  const made = how === 'generate' ? plain : await observeSuite({ cwd, command, all: true });
  await made.closing;
  writeFileSync(join(cwd, 'mcptest.yml'), made.result.suite);
  return plain;
}

function rowOf(
  of: Pick<Row, 'server' | 'how'>,
  { catalog, tests, results }: { catalog: Catalog; tests: TestStrength[]; results: CaseResult[] },
): Row {
  const changing = new Set(
    catalog.tools.filter((tool) => safetyClass(tool) !== 'read-only').map(({ name }) => name),
  );
  const happy = results.filter(
    ({ name, verdict }) => verdict !== 'skipped' && /: valid arguments$| answers$/.test(name),
  );
  const strong = new Set(tests.filter(({ hollow }) => !hollow).map(({ name }) => name));
  const sum = (list: TestStrength[]) => ({
    killed: list.reduce((total, { killed }) => total + killed, 0),
    mutants: list.reduce((total, { mutants }) => total + mutants, 0),
  });
  return {
    ...of,
    tests: results.length,
    skipped: results.filter(({ verdict }) => verdict === 'skipped').length,
    happy: happy.length,
    proving: happy.filter(({ name }) => strong.has(name)).length,
    ...sum(tests),
    observable: sum(tests.filter(({ subject }) => !changing.has(subject ?? ''))),
    failed: results.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name),
    on_error: results.filter(passesOnError).map(({ name }) => name),
  };
}

function passesOnError({ name, verdict, trace }: CaseResult): boolean {
  return verdict === 'pass' && trace?.calls[0]?.is_error === true && !/refuse/.test(name);
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.floor((part / whole) * 100)} %`;

export function generatedTable(rows: readonly Row[]): string {
  const lines = rows.map(({ server, how, tests, skipped, happy, proving, killed, mutants, observable }) =>
    [
      server.padEnd(18),
      how.padEnd(19),
      String(tests).padStart(5),
      String(skipped).padStart(7),
      `${proving} of ${happy}`.padStart(9),
      percent(killed, mutants).padStart(7),
      percent(observable.killed, observable.mutants).padStart(11),
    ].join('  '),
  );
  const head = [
    'server'.padEnd(18),
    'written by'.padEnd(19),
    'tests',
    'skipped',
    '   proves',
    ' killed',
    ' observable',
  ];
  return [head.join('  '), ...lines].join('\n');
}

const TARGET = 0.7;

/** What falls short: a suite that fails as it was written, a pass on an error, too little noticed. */
export function generatedProblems(rows: readonly Row[]): string[] {
  const offline = new Set(SUBJECTS.filter((one) => one.offline).map(({ name }) => name));
  return rows.flatMap(({ server, how, failed, on_error, observable: { killed, mutants } }) => {
    const out = on_error.map((name) => `${server}, ${how}: passes on an error: ${name}`);
    if (how === 'generate') return out;
    out.push(...failed.map((name) => `${server}, ${how}: fails as it was written: ${name}`));
    if (!offline.has(server) && killed < TARGET * mutants)
      out.push(`${server}, ${how}: ${percent(killed, mutants)} noticed where the tools may be observed`);
    return out;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await generatedStrength();
  console.log(generatedTable(rows));
  const problems = generatedProblems(rows);
  for (const problem of problems) console.log(`SHORT ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
