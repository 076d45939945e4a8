/**
 * What the loop of an agent costs beside the raw calls that it makes, and that memory does not grow with
 * the number of runs. Every run has processes of its own, so processes are most of both.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measure, table } from './measure.js';
import type { Subject } from './suites.js';

const LANES = 4;

interface Tools {
  cli: string;
  root: string;
  work: string;
  rounds: number;
}

export async function agents(subjects: Subject[], { cli, root, work, rounds }: Tools): Promise<void> {
  const node = process.execPath;
  const run = (runs: number, name: string, list: Subject[]) => [
    node,
    cli,
    'run',
    agentSuite(work, name, list, runs),
    '--concurrency',
    String(LANES),
    '--no-save',
    '--reporter',
    'minimal',
  ];
  const plan = subjects.map(({ argv, tool, args }) => ({ argv, tool, args }));
  const floor = [node, join(root, 'bench', 'raw-agents.mjs'), '50', String(LANES), JSON.stringify(plan)];
  const recorded = agentSuite(work, 'replayed', subjects, 50);
  const replay = [node, cli, 'run', recorded, '--no-save', '--reporter', 'minimal'];
  const commands = {
    'raw calls': floor,
    mcptest: run(50, 'live', subjects),
    record: [...replay, '--record', '--concurrency', String(LANES)],
    replay,
  };
  const times = await measure(
    [
      { name: 'unit', argv: [node, '-e', '0'] },
      ...Object.entries(commands).map(([name, argv]) => ({ name, argv })),
    ],
    Math.min(rounds, 3),
  );
  const own = async (name: string, argv: string[], held = {}): Promise<Own> => {
    const file = join(work, `own-${name}.json`);
    const hook = pathToFileURL(join(root, 'bench', 'report-memory.mjs')).href;
    const env = { NODE_OPTIONS: `--import ${hook}`, MEMORY_FILE: file, ...held };
    await measure([{ name, argv, env }], 0);
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  const unit = times.get('unit')!.exit;
  const rows = [['what', 'ms', 'ms a run', 'to raw calls', 'own CPU ms a run']];
  for (const [name, argv] of Object.entries(commands)) {
    const { exit } = times.get(name)!;
    const { cpu } = await own(name.replace(' ', '-'), argv);
    const ratio = exit / times.get('raw calls')!.exit;
    rows.push([name, exit.toFixed(0), (exit / 50).toFixed(1), ratio.toFixed(2), (cpu / 50).toFixed(1)]);
  }
  console.log(
    `\nAgents: 50 runs of a scripted agent on two servers (unit: node -e 0 = ${unit.toFixed(1)} ms)`,
  );
  console.log(table(rows));

  const memory = [['runs', 'process, largest', 'held at 1/4', 'at 1/2', 'at 3/4', 'at the end']];
  for (const runs of [10, 100, 1000]) {
    const argv = run(runs, `memory-${runs}`, [mockSubject(work)]);
    const { largest } = await own(`memory-${runs}`, argv);
    const { course } = await own(`held-${runs}`, argv, { MEMORY_HELD: '1' });
    const at = (part: number) => course[Math.ceil(course.length * part) - 1]?.toFixed(1) ?? '';
    memory.push([String(runs), largest.toFixed(0), ...[0.25, 0.5, 0.75, 1].map(at)]);
  }
  console.log('\nMemory of runs on one mock, in MB (held: after a collection of garbage)');
  console.log(table(memory));
}

/** What the process itself took, without its servers. */
interface Own {
  largest: number;
  /** Megabytes held, evenly over the run. */
  course: number[];
  cpu: number;
}

function mockSubject(work: string): Subject {
  const file = join(work, 'agent-mock.json');
  const tools = Array.from({ length: 10 }, (_, n) => ({
    name: `tool_${n}`,
    description: `Returns row ${n} of the table as text.`,
    input_schema: { type: 'object', properties: { id: { type: 'string' } } },
    response: { content: [{ type: 'text', text: `row ${n} `.repeat(200) }] },
  }));
  writeFileSync(file, JSON.stringify({ mock_server: { name: 'mock', tools } }));
  const argv = ['mcptest', 'mock', '--tools-from', file];
  return { name: 'mock', argv, tool: 'tool_0', args: { id: 'x' }, expected: { target: '', contains: '' } };
}

/** An agent that calls one tool of each server and answers. */
function agentSuite(dir: string, name: string, subjects: Subject[], runs: number): string {
  const file = join(dir, `agents-${name}-${runs}.yml`);
  const suite = {
    servers: Object.fromEntries(subjects.map(({ name: server, argv }) => [server, { command: argv }])),
    agents: [
      {
        name: `agent ${name}`,
        model: 'scripted',
        prompt: 'Ask every server once.',
        runs,
        script: [
          ...subjects.map(({ name: server, tool, args }) => ({ call: `${server}.${tool}`, args })),
          { say: 'Done.' },
        ],
        tool_selection: { expected_tool: subjects[0]!.tool, min_selection_rate: 1 },
        stability: {},
      },
    ],
  };
  writeFileSync(file, JSON.stringify(suite));
  return file;
}
