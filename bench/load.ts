/**
 * Whether the figures of `mcptest load` are true: beside autocannon on the same HTTP server, closed loop, in turn; and
 * what our client costs a call beside a raw one on the same stdio server. Autocannon is installed into a cache.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { median, table } from './measure.js';
import type { Subject } from './suites.js';

const AUTOCANNON = '8.0.0';
const TURNS = 5;
const CALLERS = 8;
const SECONDS = 4;
const WORK_MS = 50;
const CALLS = 2000;
/** The share by which the two medians may differ. */
const AGREED = 0.1;

interface Places {
  cli: string;
  root: string;
}

interface Figures {
  p50: number;
  p99: number;
  perSecond: number;
}

const run = promisify(execFile);

export async function benchLoad(subjects: Subject[], { cli, root }: Places): Promise<void> {
  await agreement(cli, root);
  await overhead(subjects, cli);
}

async function agreement(cli: string, root: string): Promise<void> {
  const server = spawn(process.execPath, [join(root, 'bench/load-server.mjs'), String(WORK_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await firstLine(server.stdout);
    const url = `http://127.0.0.1:${port}/mcp`;
    const rows = [['turn', 'autocannon p50 ms', 'mcptest p50 ms', 'p99 ms', 'a second', 'difference of p50']];
    const both: [Figures, Figures][] = [];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      // In turn, each first every other time: the machine is not the same from minute to minute.
      const theirsFirst = turn % 2 === 1;
      const first = theirsFirst ? await autocannon(url) : await ours(cli, url);
      const second = theirsFirst ? await ours(cli, url) : await autocannon(url);
      const [theirs, own] = theirsFirst ? [first, second] : [second, first];
      both.push([theirs, own]);
      rows.push([
        String(turn),
        theirs.p50.toFixed(1),
        own.p50.toFixed(1),
        `${theirs.p99.toFixed(1)} and ${own.p99.toFixed(1)}`,
        `${theirs.perSecond.toFixed(0)} and ${own.perSecond.toFixed(0)}`,
        percent(own.p50 / theirs.p50 - 1),
      ]);
    }
    console.log(
      `\nLoad: ${CALLERS} callers, closed loop, ${SECONDS} s, a tool that takes ${WORK_MS} ms\n${table(rows)}`,
    );
    const [theirs, own] = [0, 1].map((at) => median(both.map((pair) => (pair[at] as Figures).p50)));
    const apart = (own as number) / (theirs as number) - 1;
    const word = Math.abs(apart) <= AGREED ? 'agrees' : 'DOES NOT AGREE';
    console.log(`median of the medians: ${percent(apart)} apart, which ${word} (${percent(AGREED)} allowed)`);
    if (word !== 'agrees') process.exitCode = 1;
  } finally {
    server.kill();
  }
}

async function ours(cli: string, url: string): Promise<Figures> {
  const words = [
    'load',
    url,
    'get_work',
    '--concurrency',
    String(CALLERS),
    '--for',
    `${SECONDS}s`,
    '--format',
    'json',
  ];
  const { stdout } = await run(process.execPath, [cli, ...words]);
  const { latency_ms, per_second } = JSON.parse(stdout);
  return { p50: latency_ms.p50, p99: latency_ms.p99, perSecond: per_second };
}

async function autocannon(url: string): Promise<Figures> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_work', arguments: {} } };
  const words = [
    ...['-c', String(CALLERS), '-d', String(SECONDS), '-m', 'POST', '--json', '--no-progress'],
    ...['-H', 'content-type: application/json', '-H', 'accept: application/json, text/event-stream'],
    ...['-b', JSON.stringify(body), url],
  ];
  const { stdout } = await run(process.execPath, [installed(), ...words], { maxBuffer: 2 ** 26 });
  const { latency, requests } = JSON.parse(stdout);
  return { p50: latency.p50, p99: latency.p99, perSecond: requests.average };
}

function installed(): string {
  const cache = process.env.MCPTEST_BENCH_CACHE ?? join(homedir(), '.cache', 'mcptest-bench');
  const folder = join(cache, 'autocannon');
  const file = join(folder, 'node_modules/autocannon/autocannon.js');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `autocannon@${AUTOCANNON}`], {
      cwd: folder,
      stdio: 'ignore',
    });
  }
  return file;
}

/** The same calls one after the other, by a client that does nothing else. */
async function overhead(subjects: Subject[], cli: string): Promise<void> {
  const rows = [['server', 'raw client p50 ms', 'mcptest p50 ms', 'ours a call']];
  for (const { name, argv, tool, args } of subjects) {
    const samples: [number, number][] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const raw = await rawCalls(argv, tool, args);
      const words = [
        'load',
        tool,
        '--args',
        JSON.stringify(args),
        '--calls',
        String(CALLS),
        '--for',
        '60s',
        '--format',
        'json',
      ];
      const { stdout } = await run(process.execPath, [cli, ...words, '--', ...argv]);
      samples.push([raw, JSON.parse(stdout).latency_ms.p50]);
    }
    const [raw, own] = [0, 1].map((at) => median(samples.map((pair) => pair[at] as number))) as [
      number,
      number,
    ];
    rows.push([name, raw.toFixed(3), own.toFixed(3), `${((own - raw) * 1000).toFixed(0)} µs`]);
  }
  console.log(`\nOverhead of the tester, ${CALLS} calls one after the other over stdio\n${table(rows)}`);
}

async function rawCalls(argv: string[], tool: string, args: object): Promise<number> {
  const [program = '', ...words] = argv;
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, () => void>();
  createInterface({ input: child.stdout }).on('line', (line) => waiting.get(JSON.parse(line).id)?.());
  let id = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object): Promise<void> =>
    new Promise((done) => {
      id += 1;
      waiting.set(id, done);
      send({ id, method, params });
    });
  const clientInfo = { name: 'raw', version: '0' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now();
    await ask('tools/call', { name: tool, arguments: args });
    times.push(performance.now() - started);
  }
  child.kill('SIGKILL');
  return median(times);
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((done) => createInterface({ input: stream }).once('line', done));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
