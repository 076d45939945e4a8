/**
 * What the recorder adds to a call, beside a direct connection to the same server in the same run; whether it holds a
 * message of 100 MB, and 50 agents at once. Over stdio, and over HTTP to a URL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { RawAgent } from '../test/lib/raw-agent.js';
import type { Measured } from './goals/measured.js';
import { median, table } from './measure.js';

const CALLS = 2000;
const WARM_UP = 300;
const LARGE = 100 * 1024 * 1024;
const CLIENTS = 50;
const LIMIT_MS = 1;

interface Place {
  cli: string;
  root: string;
  work: string;
}

/** The server, and how the recorder is begun. */
function argvs({ cli, root }: Place): { server: string[]; recorder: string[] } {
  return {
    server: [process.execPath, join(root, 'fixtures/wire-mcp/server.mjs'), '-'],
    recorder: [process.execPath, cli, 'proxy', '--record'],
  };
}

/** Medians of a call, directly and through the recorder, over stdio and over HTTP. */
async function callMedians(place: Place): Promise<Medians[]> {
  const { server, recorder } = argvs(place);
  return [
    await overStdio(server, [...recorder, join(place.work, 'calls.jsonl'), '--', ...server]),
    await overHttp(server, [...recorder, join(place.work, 'http.jsonl'), '--http']),
  ];
}

/** The rows of the table of goals. */
export async function recorderRows(place: Place): Promise<Measured[]> {
  return (await callMedians(place)).map(({ name, direct, recorded }) => ({
    id: `recorder-${name.toLowerCase()}`,
    path: `recorder: a call over ${name}`,
    floor: 'direct connection, in ms beyond it',
    goal: LIMIT_MS,
    ratio: recorded - direct,
  }));
}

export async function benchProxy(place: Place): Promise<void> {
  const { server, recorder } = argvs(place);
  const medians = await callMedians(place);
  console.log(`\nRecorder: ${CALLS} calls through it and directly, in turns`);
  console.log(
    table([
      ['over', 'direct median ms', 'recorded median ms', 'added ms', 'limit'],
      ...medians.map(({ name, direct, recorded }) => [
        name,
        ...[direct, recorded, recorded - direct].map((ms) => ms.toFixed(3)),
        String(LIMIT_MS),
      ]),
    ]),
  );
  await large(place, server, recorder);
  await manyClients(place, server, recorder);
  const isSlow = medians.some(({ direct, recorded }) => recorded - direct >= LIMIT_MS);
  if (isSlow) process.exitCode = 1;
}

interface Medians {
  name: string;
  direct: number;
  recorded: number;
}

const call = (n: number) => ({ name: 'add', arguments: { a: n, b: 'text '.repeat(20) } });

async function overStdio(server: string[], proxied: string[]): Promise<Medians> {
  const agents = [new RawAgent(server), new RawAgent(proxied)] as const;
  for (const agent of agents) await agent.handshake();
  const times = await inTurns(agents.map((agent) => (n: number) => agent.request('tools/call', call(n))));
  for (const agent of agents) await agent.end();
  return { name: 'stdio', ...times };
}

async function overHttp(server: string[], recorder: string[]): Promise<Medians> {
  const upstream = spawn(server[0] ?? '', [...server.slice(1), '--http'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const direct = await urlOf(upstream);
  const proxy = spawn(recorder[0] ?? '', [...recorder.slice(1), '--url', direct], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const recorded = await urlOf(proxy);
  const keepAlive = new Agent({ keepAlive: true });
  const asks = [direct, recorded].map((url) => (n: number) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/call', params: call(n) });
    return post(url, body, keepAlive);
  });
  const times = await inTurns(asks);
  keepAlive.destroy();
  for (const child of [proxy, upstream]) child.kill('SIGTERM');
  return { name: 'HTTP', ...times };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const [url] = /http:\/\/\S+/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

function post(url: string, body: string, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      response.on('data', () => {}).on('end', () => resolve(undefined));
    });
    sent.on('error', reject).end(body);
  });
}

/** Turn by turn, so that a busy moment hits both alike. */
async function inTurns(
  asks: ((n: number) => Promise<unknown>)[],
): Promise<{ direct: number; recorded: number }> {
  const times = asks.map(() => [] as number[]);
  for (let n = 0; n < WARM_UP + CALLS; n += 1) {
    for (const [which, ask] of asks.entries()) {
      const started = performance.now();
      await ask(n);
      if (n >= WARM_UP) times[which]?.push(performance.now() - started);
    }
  }
  const [direct = [], recorded = []] = times;
  return { direct: median(direct), recorded: median(recorded) };
}

async function large({ work }: Place, server: string[], recorder: string[]): Promise<void> {
  const file = join(work, 'large.jsonl');
  const agent = new RawAgent([...recorder, file, '--', ...server]);
  await agent.handshake();
  const started = performance.now();
  const answer = await agent.request('tools/call', {
    name: 'large',
    arguments: { bytes: LARGE, also: 'y'.repeat(LARGE) },
  });
  const ms = performance.now() - started;
  const content = answer.result?.content as { text: string }[] | undefined;
  const code = await agent.end();
  const isWhole = content?.[0]?.text.length === LARGE;
  const size = statSync(file).size / 1e6;
  console.log(
    `100 MB there and back in ${(ms / 1000).toFixed(1)} s: ${isWhole ? 'whole' : 'NOT WHOLE'}, exit ${code}, recording ${size.toFixed(1)} MB`,
  );
  if (!isWhole) process.exitCode = 1;
}

async function manyClients({ work }: Place, server: string[], recorder: string[]): Promise<void> {
  const file = join(work, 'clients.jsonl');
  const proxy = spawn(recorder[0] ?? '', [...recorder.slice(1), file, '--http', '--', ...server], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await urlOf(proxy);
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => oneClient(url, n)));
  const ms = performance.now() - started;
  const right = answers.filter(Boolean).length;
  console.log(
    `${CLIENTS} agents over HTTP, a process each, 10 calls each: ${right} all right, ${(ms / 1000).toFixed(1)} s`,
  );
  if (right !== CLIENTS) process.exitCode = 1;
  proxy.kill('SIGTERM');
  await new Promise((resolve) => proxy.once('exit', resolve));
}

async function oneClient(url: string, client: number): Promise<boolean> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const send = (message: object, inSession?: string) =>
    fetch(url, {
      method: 'POST',
      headers: inSession === undefined ? headers : { ...headers, 'mcp-session-id': inSession },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'many', version: '1' },
  };
  const opened = await send({ id: 0, method: 'initialize', params });
  const session = opened.headers.get('mcp-session-id') ?? '';
  await opened.text();
  for (let n = 1; n <= 10; n += 1) {
    const text = `client ${client} call ${n}`;
    const answer = await send(
      { id: n, method: 'tools/call', params: { name: 'add', arguments: { a: text } } },
      session,
    );
    if (!(await answer.text()).includes(text)) return false;
  }
  return true;
}
