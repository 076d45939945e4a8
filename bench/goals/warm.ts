/** Paths with a program at the other end, by the clock: many tests on one mock, and a verb of a front door that is up. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, median } from '../measure.js';
import { type Subject, writeSuite } from '../suites.js';
import type { Measured } from './measured.js';
import type { GoalPaths } from './run.js';

export const WARM_ROWS: Record<
  string,
  (subjects: Subject[], paths: GoalPaths, rounds: number) => Promise<Measured>
> = { 'tests-on-mock': testsOnMock, 'front-door': frontDoor };

const SIZES = [10, 100, 1000];

async function testsOnMock(_: Subject[], { cli, root, work }: GoalPaths, rounds: number): Promise<Measured> {
  const node = process.execPath;
  const tools = join(work, 'one-tool.json');
  const tool = {
    name: 'row',
    description: 'Returns a row of the table as text.',
    input_schema: { type: 'object', properties: { id: { type: 'string' } } },
    response: { content: [{ type: 'text', text: 'row 0' }] },
  };
  writeFileSync(tools, JSON.stringify({ mock_server: { name: 'one', tools: [tool] } }));
  const mock: Subject = {
    name: 'mock',
    argv: [node, cli, 'mock', '--tools-from', tools],
    tool: tool.name,
    args: { id: 'x' },
    expected: { target: 'result.content[0].text', contains: 'row 0' },
  };
  const raw = join(root, 'bench', 'raw-client.mjs');
  const commands = SIZES.flatMap((tests) => [
    {
      name: `floor ${tests}`,
      argv: [node, raw, `${tests}`, mock.tool, JSON.stringify(mock.args), '--', ...mock.argv],
    },
    { name: `ours ${tests}`, argv: [node, cli, 'run', writeSuite(work, mock, tests), '--workspace', work] },
  ]);
  const times = await measure(commands, Math.min(rounds, 5));
  const [first, last] = [SIZES[0]!, SIZES.at(-1)!];
  const ours = (tests: number): number => times.get(`ours ${tests}`)!.exit;
  return {
    id: 'tests-on-mock',
    path: 'run: tests on one mock',
    floor: 'raw client, the same calls',
    goal: 1.5,
    ratio: ours(last) / times.get(`floor ${last}`)!.exit,
    size: last,
    exponent: Math.log(ours(last) / ours(first)) / Math.log(last / first),
  };
}

/** `list_tools` starts the server that it is asked about, and ends it: so does the floor. */
async function frontDoor(subjects: Subject[], { cli, work }: GoalPaths, rounds: number): Promise<Measured> {
  const { argv } = subjects[0]!;
  const door = await open([process.execPath, cli, 'mcp-server', '--enable-writes', '--workspace', work]);
  const samples: { floor: number; ours: number }[] = [];
  try {
    // The first round warms both sides up.
    for (let round = -1; round < rounds; round += 1) {
      const floor = await timed(async () => {
        const raw = await open(argv);
        await raw.ask('tools/list', {});
        raw.kill();
      });
      const ours = await timed(() =>
        door.ask('tools/call', { name: 'list_tools', arguments: { command: argv } }),
      );
      if (round >= 0) samples.push({ floor, ours });
    }
  } finally {
    door.kill();
  }
  return {
    id: 'front-door',
    path: 'front door, warm: `list_tools` of server-memory',
    floor: 'raw client that starts the same server and lists',
    goal: 1.3,
    ratio: median(samples.map(({ ours }) => ours)) / median(samples.map(({ floor }) => floor)),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A server over stdio after the handshake. An error, also one that a tool reports, ends the measurement. */
async function open(argv: string[]) {
  const child = spawn(argv[0]!, argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  let [buffer, last] = ['', 0];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (buffer + chunk).split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as Record<string, unknown>;
      waiting.get(message.id as number)?.(message);
    }
  });
  const send = (message: object): unknown =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method: string, params: object): Promise<void> => {
    last += 1;
    const id = last;
    const answer = await new Promise<Record<string, unknown>>((done) => {
      waiting.set(id, done);
      send({ id, method, params });
    });
    const result = answer.result as { isError?: boolean } | undefined;
    if (result === undefined || result.isError) throw new Error(`${method}: ${JSON.stringify(answer)}`);
  };
  const clientInfo = { name: 'bench', version: '0' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return { ask, kill: () => child.kill('SIGKILL') };
}
