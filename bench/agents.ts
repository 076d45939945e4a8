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
  const times = await measure(
    [
      { name: 'unit', argv: [node, '-e', '0'] },
      { name: 'raw calls', argv: floor },
      { name: 'mcptest', argv: run(50, 'live', subjects) },
      { name: 'record', argv: [...replay, '--record', '--concurrency', String(LANES)] },
      { name: 'replay', argv: replay },
    ],
    Math.min(rounds, 3),
  );
  const unit = times.get('unit')!.exit;
  console.log(
    `\nAgents: 50 runs of a scripted agent on two servers (unit: node -e 0 = ${unit.toFixed(1)} ms)`,
  );
  console.log(
    table([
      ['what', 'ms', 'ms a run', 'to raw calls'],
      ...['raw calls', 'mcptest', 'record', 'replay'].map((name) => {
        const ms = times.get(name)!.exit;
        return [name, ms.toFixed(0), (ms / 50).toFixed(1), (ms / times.get('raw calls')!.exit).toFixed(2)];
      }),
    ]),
  );

  const rows = [['runs', 'largest memory MB']];
  for (const runs of [10, 100, 1000]) {
    const file = join(work, `memory-${runs}.txt`);
    const hook = pathToFileURL(join(root, 'bench', 'report-memory.mjs')).href;
    const mock = mockSubject(work);
    await measure(
      [
        {
          name: 'memory',
          argv: run(runs, `memory-${runs}`, [mock]),
          env: { NODE_OPTIONS: `--import ${hook}`, MEMORY_FILE: file },
        },
      ],
      0,
    );
    rows.push([String(runs), Number(readFileSync(file, 'utf8')).toFixed(0)]);
  }
  console.log('\nMemory of runs on one mock');
  console.log(table(rows));
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
