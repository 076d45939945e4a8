/**
 * Real agents with the scripted model, through the recorder, against server-everything, a mock and a server that breaks:
 * the trace is what the servers saw; F1, floors, distractors, faults, cassette and replay; nothing is left behind. The
 * programs are installed into a folder of their own. Each row of the
 * table in docs/real-agents.md is written here. `npm run check:agents -- [--only codex,goose] [--cache DIR]`
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installLine, KNOWN_AGENTS, pathVariable } from '../src/agents/known-agents.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { AGENT_CLIS, type AgentCli } from '../src/util/agent-names.js';
import { canonicalJson } from '../src/util/canonical-json.js';
import { agentVersion, chosenAgents, installAgent } from './lib/agent-programs.js';

const { values } = parseArgs({ options: { only: { type: 'string' }, cache: { type: 'string' } } });
const cache = resolve(values.cache ?? join(homedir(), '.cache', 'mcptest-agents'));
const root = resolve(import.meta.dirname, '..');
const PAGE = join(root, 'docs', 'real-agents.md');
/** Four tests have 240 s each; whatever an agent does, a run ends some seconds after its deadlines. */
const RUN_MS = 20 * 60_000;

/** What is looked at, in the order of the table. */
const CHECKS = {
  wire: 'the trace is what the servers saw',
  f1: 'F1 of the calls',
  floor: 'floor of selection',
  distractors: 'distractors shown',
  fault: 'fault met',
  dead: 'a server that ends',
  alone: '`lexical`, without a network',
  replay: 'cassette, replayed',
  clean: 'nothing left',
} as const;
type Check = keyof typeof CHECKS;
type Problems = Partial<Record<Check, string[]>>;

interface Row {
  name: AgentCli;
  version: string;
  seconds: string;
  problems: Problems;
}

const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const SHOP = {
  mock_server: {
    name: 'shop',
    tools: [
      {
        name: 'search',
        description: 'Search the shop for goods.',
        input_schema: { type: 'object', properties: { q: { type: 'string' } } },
        response: { content: [{ type: 'text', text: 'two kinds of tea' }] },
      },
    ],
  },
};
const script = [
  { call: 'every.echo', args: { message: 'hello' } },
  { call: 'shop.search', args: { q: 'tea' } },
  { call: 'ledger.keep', args: { note: 'one' } },
  { call: 'ledger.keep', args: { note: 'two' } },
  { say: 'All is done.' },
];

function suiteOf(name: AgentCli, witnessed: string): object {
  const seen = (server: string, ...argv: string[]) => [
    ...['node', join(root, 'fixtures/cli-agent/witness.mjs'), witnessed, server],
    ...argv,
  ];
  const base = {
    agent: { cli: name },
    timeout: '240s',
    expect: [{ final_response: { contains: 'All is done.' } }],
  };
  return {
    servers: {
      every: { command: seen('every', 'node', everything, 'stdio') },
      shop: {
        command: seen('shop', 'node', join(root, 'dist/cli.js'), 'mock', '--tools-from', 'shop.json'),
      },
      ledger: {
        command: seen('ledger', 'node', join(root, 'fixtures/cli-agent/ledger.mjs')),
        env: { LEDGER: '/dev/null' },
      },
    },
    agents: [
      {
        ...base,
        name: 'plain',
        prompt: 'Say hello, search for tea, keep two notes.',
        script,
        tool_selection: { expected_tool: 'every.echo', min_selection_rate: 1 },
        golden_path: { calls: ['every.echo', 'shop.search', 'ledger.keep', 'ledger.keep'] },
        equal_function_sets: {
          classes: [
            { name: 'say', members: ['every.echo'] },
            { name: 'search', members: ['shop.search'] },
            { name: 'keep', members: ['ledger.keep'] },
          ],
        },
      },
      {
        ...base,
        name: 'disturbed',
        servers: ['shop', 'ledger'],
        prompt: 'Search for tea, then keep a note.',
        script: [script[1], script[2], script[4]],
        faults: [{ server: 'shop', tool: 'search', kind: 'error' }],
        distractors: { count: 4, source: { from: 'catalog' }, correct: ['shop.search', 'ledger.keep'] },
      },
      {
        ...base,
        name: 'broken',
        servers: ['ledger'],
        prompt: 'End the server, then say so.',
        script: [{ call: 'ledger.leave', args: { note: 'bye' } }, script[4]],
      },
      {
        name: 'alone',
        agent: { cli: name, network: 'loopback' },
        timeout: '240s',
        model: 'lexical',
        servers: ['ledger'],
        prompt: 'Keep a note in the ledger.',
        tool_selection: { expected_tool: 'ledger.keep', min_selection_rate: 1 },
        expect: [{ tool_names: { exact: ['keep'] } }],
      },
    ],
  };
}

function run(folder: string, env: NodeJS.ProcessEnv, ...more: string[]): RunEnvelope {
  const argv = [join(root, 'dist/cli.js'), 'run', 'mcptest.yml', '--reporter', 'json', ...more];
  const limits = { timeout: RUN_MS, maxBuffer: 1e9 };
  const done = spawnSync(process.execPath, argv, { cwd: folder, env, encoding: 'utf8', ...limits });
  if (done.error) throw done.error;
  const told = JSON.parse(done.stdout) as RunEnvelope & { error?: { message: string } };
  if (told.error) throw new Error(told.error.message);
  return told;
}

function check(name: AgentCli, program: string): Row {
  const version = agentVersion(cache, name);
  const folder = mkdtempSync(join(tmpdir(), 'check-agents-'));
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  for (const one of [home, temporary]) mkdirSync(one);
  const witnessed = join(folder, 'witnessed.jsonl');
  writeFileSync(witnessed, '');
  writeFileSync(join(folder, 'shop.json'), JSON.stringify(SHOP));
  writeFileSync(join(folder, 'mcptest.yml'), JSON.stringify(suiteOf(name, witnessed)));
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, [pathVariable(name)]: program };
  const before = processes();
  const mine = ownFolders();
  const live = run(folder, env, '--record');
  const problems = judged(live, witnessed);
  const again = run(folder, { PATH: process.env.PATH, HOME: home });
  add(problems, 'replay', replayed(again, live));
  // Our own launcher keeps compiled code there.
  rmSync(join(home, '.cache', 'mcptest'), { recursive: true, force: true });
  const files = [home, temporary]
    .flatMap((one) => readdirSync(one, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name: file }) => `the file ${file} is left`);
  const strays = processes()
    .filter((line) => !before.includes(line) && line.includes(program))
    .map((line) => `the process ${line} is left`);
  const added = ownFolders().filter((path) => !mine.includes(path));
  add(problems, 'clean', [...files, ...strays, ...added.map((path) => `${path} is new`)]);
  rmSync(folder, { recursive: true, force: true });
  const plain = live.results.find(({ test }) => test === 'plain');
  return { name, version, seconds: ((plain?.duration_ms ?? 0) / 1000).toFixed(1), problems };
}

function add(problems: Problems, about: Check, found: string[]): void {
  if (found.length > 0) problems[about] = [...(problems[about] ?? []), ...found];
}

function judged({ results, tool_selection = [] }: RunEnvelope, witnessed: string): Problems {
  const problems: Problems = {};
  const row = (name: string) => results.find(({ test }) => test === name);
  const seen = readFileSync(witnessed, 'utf8').split('\n').filter(Boolean).sort();
  const told = results
    .flatMap(({ trace }) => (trace?.calls ?? []).filter((_, at) => !isFaulted(trace, at)))
    .map(({ server, tool, args }) => JSON.stringify({ server, tool, args }))
    .sort();
  if (canonicalJson(seen) !== canonicalJson(told))
    add(problems, 'wire', [`the servers saw ${seen}, the trace has ${told}`]);
  for (const { name, test, verdict, checks, trace } of results) {
    // What an agent makes of a server that ends is its own; it may wait for ever.
    if (test !== 'broken' && verdict !== 'pass')
      add(problems, test === 'alone' ? 'alone' : 'wire', [
        `${name}: ${checks.map(({ message }) => message).join('; ')}`,
      ]);
    if (!trace?.view?.tools?.length) add(problems, 'wire', [`${name}: no view of the tools`]);
  }
  const f1 = row('plain')?.figures['tool_selection.f1'];
  if (f1 !== 100) add(problems, 'f1', [`F1 is ${f1}`]);
  if (tool_selection.length === 0 || tool_selection.some(({ passed }) => !passed))
    add(problems, 'floor', ['the floor was not reached']);
  const disturbed = row('disturbed')?.trace;
  if (disturbed?.faults?.length !== 1) add(problems, 'fault', ['the fault was not met']);
  if (disturbed?.distractors?.length !== 4 || shown(disturbed) < 4)
    add(problems, 'distractors', ['the distractors were not shown to the model']);
  if (!row('broken')?.trace?.calls.some(({ tool }) => tool === 'leave'))
    add(problems, 'dead', ['the call that ends the server is not in the trace']);
  return problems;
}

type Trace = RunEnvelope['results'][number]['trace'];

/** A call that met a fault never reached its server. */
function isFaulted(trace: Trace, at: number): boolean {
  return (trace?.faults ?? []).some(({ call }) => call === at);
}

/** How many distractors the agent showed to its model. */
function shown({ distractors = [], view }: NonNullable<Trace>): number {
  const ids = new Set(view?.tools?.map(({ tool }) => tool));
  return distractors.filter((id) => ids.has(id)).length;
}

function replayed(again: RunEnvelope, live: RunEnvelope): string[] {
  const figures = ({ results }: RunEnvelope) =>
    canonicalJson(
      results.map(({ name, verdict, figures: own, trace }) => ({ name, verdict, own, view: trace?.view })),
    );
  const problems = again.provenance.mode === 'replay' ? [] : [`replay was ${again.provenance.mode}`];
  return figures(again) === figures(live) ? problems : [...problems, 'replay came to another end'];
}

/** What the user has: an agent that asks the system, and not HOME, would leave something there. */
function ownFolders(): string[] {
  return ['', '.cache', '.config', '.local/share', '.local/state']
    .map((name) => join(homedir(), name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}

function processes(): string[] {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
}

const rows: Row[] = [];
const absent: AgentCli[] = [];
for (const name of chosenAgents(values.only)) {
  let program: string;
  try {
    program = installAgent(cache, name);
  } catch (error) {
    absent.push(name);
    console.log(`? ${name} is not there (${(error as Error).message}): ${installLine(name)}`);
    continue;
  }
  const row = check(name, program);
  rows.push(row);
  writeRow(row);
  const problems = Object.entries(row.problems);
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name} ${row.version} ${row.seconds}s`);
  for (const [about, found] of problems) for (const one of found) console.log(`    ${about}: ${one}`);
}

const isBroken = rows.some(({ problems }) => Object.keys(problems).length > 0);
if (isBroken) process.exitCode = 1;
else process.exitCode = absent.length > 0 ? 3 : 0;

/** The row of an agent takes the place of its last one, so that a run of some, or one that was cut short, loses nothing. */
function writeRow({ name, version, seconds, problems }: Row): void {
  const names = Object.keys(CHECKS) as Check[];
  const head = [
    `| agent | \`cli\` | version | a run with three servers and four calls | ${names.map((one) => CHECKS[one]).join(' | ')} |`,
    `|---|---|---|---:|${'---|'.repeat(names.length)}`,
  ];
  const cells = names.map((one) => (problems[one] === undefined ? 'yes' : '**no**'));
  const own = `| ${KNOWN_AGENTS[name].title} | \`${name}\` | ${version} | ${seconds} s | ${cells.join(' | ')} |`;
  const page = readFileSync(PAGE, 'utf8');
  const [, start = '', table = '', end = ''] =
    /^([\s\S]*<!-- checked -->\n)([\s\S]*?)(\n<!-- end -->[\s\S]*)$/.exec(page) ?? [];
  const before = table.split('\n');
  const lines = AGENT_CLIS.flatMap((one) =>
    one === name ? own : (before.find((line) => line.includes(`| \`${one}\` |`)) ?? []),
  );
  writeFileSync(PAGE, `${start}${[...head, ...lines].join('\n')}${end}`);
}
