/**
 * `npm run eval:sizes -- [SHARE] [--only NAME]`: large things, and how memory, handles and time grow with them: each is
 * tried at a quarter and in full. SHARE of the full size (1 unless told): 10,000 tools, a result of 100 MB, a million
 * notifications, 10,000 saved runs, 1,000 suites, 200 servers at once. Then one cassette played 100 times in shuffled
 * order, in two time zones and two languages: the same bytes outside the fields that are declared volatile.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command, type Ended, root, workspace } from './lib/campaign/command.js';
import { keepFigures } from './lib/campaign/figures.js';
import { repeatability } from './lib/campaign/repeatability.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const share = Number(positionals[0] ?? 1);
const LIMIT_MS = 600_000;
/** From a quarter to the whole: memory for what is kept, and some air. */
const MOST_MB = 700;
/** What is passed over takes no memory, however much there is of it. */
const FLAT_MB = 60;
const server = join(root, 'fixtures/chaos-mcp/server.mjs');
const chaos = (fault: string, env: Record<string, string> = {}): object => ({
  chaos: {
    command: [process.execPath, server, '--fault', fault],
    env,
    request_timeout: '300s',
    startup_timeout: '60s',
  },
});
const echo = (expect: object[] = []): object => ({
  tools: [{ name: 'case', tool: 'echo', args: { text: 'hi' }, expect }],
});

interface Size {
  name: string;
  full: number;
  /** The exit code that is right, and how it is come to. */
  code: number;
  files(count: number): Record<string, unknown>;
  args: string[];
  prepare?(cwd: string, count: number): void;
  /** Nothing of it is kept. */
  flat?: boolean;
}

const SIZES: Size[] = [
  {
    name: 'tools',
    full: 10_000,
    code: 0,
    files: (count) => ({
      'mcptest.yml': { servers: chaos('many-tools', { CHAOS_COUNT: String(Math.ceil(count / 10)) }) },
    }),
    args: ['tools', 'chaos', '--format', 'json'],
  },
  {
    // Beyond 64 MB a message is refused: then the test fails, and memory stays where it was.
    name: 'megabytes of a result',
    full: 100,
    code: share > 0.64 ? 1 : 0,
    files: (count) => ({
      'mcptest.yml': { servers: chaos('big', { CHAOS_COUNT: String(count) }), ...echo() },
    }),
    args: ['run', '--reporter', 'json'],
  },
  {
    name: 'notifications',
    flat: true,
    full: 1_000_000,
    code: 0,
    files: (count) => ({
      'mcptest.yml': { servers: chaos('notification-flood', { CHAOS_COUNT: String(count) }), ...echo() },
    }),
    args: ['run', '--reporter', 'json'],
  },
  {
    name: 'saved runs',
    flat: true,
    full: 10_000,
    code: 0,
    files: () => ({ 'mcptest.yml': { servers: chaos('none'), ...echo() } }),
    args: ['run', '--reporter', 'json'],
    prepare: (cwd, count) => {
      for (let n = 0; n < count; n += 1) {
        const folder = join(cwd, '.mcptest/runs', `01J${String(n).padStart(23, '0')}`);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'envelope.json'), '{}');
      }
    },
  },
  {
    name: 'suites',
    full: 1000,
    code: 0,
    files: (count) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`s${n}.mcptest.yml`, { servers: chaos('none'), ...echo() }]),
      ),
    args: ['validate', '.', '--format', 'json'],
  },
];

let bad = 0;
const told: string[] = [];
for (const size of SIZES.filter(({ name }) => name.includes(values.only ?? ''))) {
  const count = Math.max(4, Math.round(size.full * share));
  const quarter = await tried(size, Math.ceil(count / 4));
  const whole = await tried(size, count);
  report(`${count} ${size.name}`, quarter, whole, size);
}
if ('servers at once'.includes(values.only ?? '')) await manyServers(Math.max(4, Math.round(200 * share)));
if ('repeatability'.includes(values.only ?? '')) {
  const { runs, different } = await repeatability(Math.max(4, Math.round(100 * share)));
  if (different.length > 0) bad += 1;
  tell(
    `repeatability: ${runs} plays of one cassette, ${different.length} differ ${different.slice(0, 3).join(' ')}`,
  );
}
keepFigures('sizes', told.join('; '));
process.exitCode = bad === 0 ? 0 : 1;

function tell(line: string): void {
  console.log(line);
  told.push(line.trim());
}

async function tried(size: Size, count: number): Promise<Ended> {
  const cwd = workspace(size.files(count));
  size.prepare?.(cwd, count);
  const ended = await command(size.args, { cwd, limitMs: LIMIT_MS });
  rmSync(cwd, { recursive: true, force: true });
  return ended;
}

function report(name: string, quarter: Ended, whole: Ended, { code, flat }: Size): void {
  const wrong = [
    whole.hung && 'hung',
    whole.code !== code && `exit code ${whole.code}: ${whole.stderr.slice(0, 300)}`,
    whole.left.length > 0 && `left ${whole.left.join(', ')}`,
    (whole.peakMb ?? 0) > MOST_MB && 'too much memory',
    flat && (whole.peakMb ?? 0) > (quarter.peakMb ?? 0) + FLAT_MB && 'memory grows with it',
    // Four times as much may take four times as long, and some air.
    whole.ms > 8 * quarter.ms + 5000 && 'time grows faster than it',
  ].filter(Boolean);
  if (wrong.length > 0) bad += 1;
  const shown = ({ ms, peakMb }: Ended): string => `${(ms / 1000).toFixed(1)} s and ${peakMb} MB`;
  tell(
    `${name}: ${shown(whole)}, a quarter of it ${shown(quarter)}${wrong.length > 0 ? `; WRONG: ${wrong.join('; ')}` : ''}`,
  );
}

/** So many connections of one run, to servers behind one door of this process; the most handles are counted on the way. */
async function manyServers(count: number): Promise<void> {
  const door = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () =>
      answer(text, (status, body) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      }),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const names = Array.from({ length: count }, (_, n) => `s${n}`);
  const cwd = workspace({
    'mcptest.yml': {
      servers: Object.fromEntries(names.map((name) => [name, { url: `http://127.0.0.1:${port}/${name}` }])),
      tools: names.map((name) => ({ name, server: name, tool: 'echo', args: { text: 'hi' } })),
    },
  });
  let handles = 0;
  const ended = await command(['run', '--reporter', 'json', '--concurrency', String(count)], {
    cwd,
    limitMs: LIMIT_MS,
    during: (child) => {
      const timer = setInterval(() => {
        try {
          handles = Math.max(handles, readdirSync(`/proc/${child.pid}/fd`).length);
        } catch {
          clearInterval(timer);
        }
      }, 50);
      child.once('exit', () => clearInterval(timer));
    },
  });
  door.closeAllConnections();
  door.close();
  rmSync(cwd, { recursive: true, force: true });
  // A connection or two for each, and what a process has anyway.
  const isGood = ended.code === 0 && handles <= 3 * count + 60;
  if (!isGood) bad += 1;
  tell(
    `${count} servers at once: exit ${ended.code}, ${(ended.ms / 1000).toFixed(1)} s, ${ended.peakMb} MB, at most ${handles} handles${isGood ? '' : ` WRONG ${ended.stderr.slice(0, 300)}`}`,
  );
}

function answer(text: string, send: (status: number, body: string) => void): void {
  if (text === '') {
    send(405, '');
    return;
  }
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) {
    send(202, '');
    return;
  }
  const tool = { name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' } };
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'one', version: '1' },
    },
    'tools/list': { tools: [tool] },
    'tools/call': { content: [{ type: 'text', text: 'hi' }] },
  };
  send(200, JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
}
