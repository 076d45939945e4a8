/** One cell of the chaos matrix: a fault, a transport, an era, and the part of mcptest that meets it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readEnvelope } from '../../../src/envelope/read.js';
import { readTraces } from '../../../src/trace/read-traces.js';
import { Agent } from '../../../test/lib/agent.js';
import { command, type Ended, marked, parsed, pause, root, workspace } from '../campaign/command.js';
import { throughProxy } from './through-proxy.js';

export const SURFACES = ['run', 'conformance', 'door', 'proxy', 'record'] as const;
export type Surface = (typeof SURFACES)[number];
export interface Cell {
  fault: string;
  transport: 'stdio' | 'http';
  era: 'legacy' | 'modern';
  surface: Surface;
}

export interface Seen {
  /** In a word: the verdict of the test, the exit of conformance, whether an answer came through the proxy. */
  outcome: string;
  findings: string[];
  /** What no fault may bring about: a hang, a process left, a report that cannot be read, too much memory. */
  trouble: string[];
  ms: number;
  peakMb?: number;
}

/** Beyond this it hangs: start and request have 10 s and 3 s, and a few follow each other. */
const LIMIT_MS = 150_000;
/** A line that never ends is kept up to 64 MB, and a handful of copies is more than enough. */
const MOST_MB = 420;
const SAID = 'grüße, 你好 🙂';
/** Those of frames, messages, lists and calls; the others are about other things. */
const FAMILIES = 'C-FRAME-*,C-RPC-*,C-CAP-*,C-LIST-*,C-CALL-*';
const folder = join(root, 'fixtures/chaos-mcp');

export async function meet(cell: Cell): Promise<Seen> {
  const flags = ['--fault', cell.fault, ...(cell.era === 'modern' ? ['--modern'] : [])];
  const http = cell.transport === 'http' ? await overHttp(flags) : undefined;
  const target = http
    ? { url: http.url }
    : { command: argvOf(cell.fault, flags), pass_env: ['CAMPAIGN_MARK'] };
  const isBig = /^big/.test(cell.fault);
  const server = { ...target, startup_timeout: '10s', request_timeout: isBig ? '25s' : '3s' };
  const said = isBig ? { contains: 'xxxxxxxx' } : SAID;
  const cwd = workspace({ 'mcptest.yml': { servers: { chaos: server }, ...testsOf(cell.surface, said) } });
  try {
    return await METHODS[cell.surface](cwd, server);
  } finally {
    http?.child.kill();
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Rows 1 and 2 of the table are no servers at all. */
function argvOf(fault: string, flags: string[]): string[] {
  if (fault === 'no-command') return ['no-such-mcp-server', '--stdio'];
  const server = [process.execPath, join(folder, 'server.mjs'), ...flags];
  if (fault !== 'launch-chain') return server;
  return ['/bin/sh', '-c', `echo "fatal: could not clone" >&2; exit 4 && exec ${server.join(' ')}`];
}

function testsOf(surface: Surface, said: unknown): object {
  const echo = { name: 'case', tool: 'echo', args: { text: SAID } };
  if (surface === 'record') {
    const script = [{ call: 'chaos.echo', args: { text: SAID } }, { say: 'Done.' }];
    const expect = [{ final_response: 'Done.' }];
    return { agents: [{ name: 'case', model: 'scripted', prompt: 'Say it.', script, expect }] };
  }
  return { tools: [{ ...echo, expect: [{ 'result.content[0].text': said }] }] };
}

type Method = (cwd: string, server: { url?: string; command?: string[] }) => Promise<Seen>;

const METHODS: Record<Surface, Method> = {
  run: async (cwd) => judgedRun(await command(['run', '--reporter', 'json'], { cwd, limitMs: LIMIT_MS })),
  record: async (cwd) => {
    const seen = judgedRun(await command(['record', '--reporter', 'json'], { cwd, limitMs: LIMIT_MS }));
    const file = join(cwd, 'cassettes/case.json');
    if (!existsSync(file)) return seen;
    // What was written is what is played: the same verdict again, without the server.
    const again = judgedRun(await command(['run', '--reporter', 'json'], { cwd, limitMs: LIMIT_MS }));
    // What was found of the server itself is not played: its place is the run that met it.
    const [was, is] = [seen, again].map(({ outcome }) => outcome.replace(/ exit 3$/, ''));
    if (was !== is) seen.trouble.push(`recorded as ${was}, played as ${is}`);
    return { ...seen, outcome: `${was}, recorded` };
  },
  conformance: async (cwd) => {
    const flags = [
      '--request-timeout',
      '3s',
      '--allow-calls',
      'echo',
      '--only',
      FAMILIES,
      '--format',
      'json',
    ];
    const ended = await command(['conformance', 'chaos', ...flags], { cwd, limitMs: LIMIT_MS });
    const card = parsed(ended.stdout) as { checks?: { id: string; status: string }[] } | undefined;
    const failed = card?.checks?.filter(({ status }) => status === 'fail').map(({ id }) => id) ?? [];
    const outcome = ({ 0: 'pass', 1: 'fail', 3: 'inconclusive' } as const)[ended.code ?? -1] ?? 'none';
    const trouble = troubleOf(ended);
    if (card === undefined) trouble.push('no report');
    return { outcome, findings: failed, trouble, ...figures(ended) };
  },
  door: async (cwd) => throughDoor(cwd),
  proxy: async (cwd, server) => {
    const file = join(cwd, 'said.jsonl');
    const target = server.url ? [server.url] : ['--', ...(server.command ?? [])];
    let outcome = 'none';
    const ended = await command(['proxy', '--record', file, '--name', 'chaos', ...target], {
      cwd,
      limitMs: LIMIT_MS,
      stdin: 'pipe',
      during: (child) => {
        void throughProxy(child, SAID).then((word) => {
          outcome = word;
        });
      },
    });
    const trouble = troubleOf(ended);
    if (existsSync(file) && statSync(file).size > 0)
      await readTraces({ path: file }).catch((error: Error) => trouble.push(`recording: ${error.message}`));
    return { outcome, findings: [], trouble, ...figures(ended) };
  },
};

function judgedRun(ended: Ended): Seen {
  const trouble = troubleOf(ended);
  const envelope = parsed(ended.stdout) as
    | { exit_code: number; results: { verdict: string }[]; findings?: { rule: string }[] }
    | undefined;
  const verdict = envelope?.results?.[0]?.verdict ?? 'none';
  let exit = '';
  if (envelope?.results === undefined) trouble.push(`no report: ${ended.stderr.slice(0, 200)}`);
  else {
    trouble.push(...unreadable(ended.stdout));
    const usual = { pass: 0, fail: 1, inconclusive: 3 }[verdict];
    if (ended.code !== envelope.exit_code)
      trouble.push(`exit code ${ended.code}, in the report ${envelope.exit_code}`);
    // A test may pass where the run as a whole is not judged, as of a list that cannot be read.
    if (ended.code !== usual) exit = ` exit ${ended.code}`;
  }
  const findings = [...new Set((envelope?.findings ?? []).map(({ rule }) => rule))];
  return { outcome: `${verdict}${exit}`, findings, trouble, ...figures(ended) };
}

function unreadable(text: string): string[] {
  try {
    readEnvelope(text, 'stdout');
    return [];
  } catch (error) {
    return [(error as Error).message.slice(0, 200)];
  }
}

function troubleOf({ hung, left, peakMb, stderr, signal }: Ended): string[] {
  const trouble: string[] = [];
  if (hung) trouble.push(`still running after ${LIMIT_MS / 1000} s`);
  else if (signal !== null) trouble.push(`ended by ${signal}`);
  if (left.length > 0) trouble.push(`left behind: ${left.join(', ')}`);
  if (peakMb !== undefined && peakMb > MOST_MB) trouble.push(`${peakMb} MB`);
  if (/ broke: /.test(stderr)) trouble.push(`broke: ${stderr.slice(0, 300)}`);
  return trouble;
}

function figures({ ms, peakMb }: Ended): Pick<Seen, 'ms' | 'peakMb'> {
  return peakMb === undefined ? { ms } : { ms, peakMb };
}

async function throughDoor(cwd: string): Promise<Seen> {
  const mark = `door-${process.pid}-${Math.random()}`;
  const began = performance.now();
  const agent = await Agent.start({ cwd, flags: ['--enable-writes'], env: { CAMPAIGN_MARK: mark } });
  const trouble: string[] = [];
  const told = await agent.get('trigger_run', {}, { timeout: LIMIT_MS }).catch((error: Error) => error);
  // Whatever the server did, the door goes on.
  const after = await agent.get('list_runs', {}, { timeout: 20_000 }).catch((error: Error) => error);
  if (after instanceof Error) trouble.push(`the door answers no more: ${after.message.slice(0, 200)}`);
  const ms = performance.now() - began;
  await agent.close().catch(() => {});
  for (let tries = 0; tries < 100 && marked(mark).length > 0; tries += 1) await pause(50);
  if (marked(mark).length > 0) trouble.push(`left behind: ${marked(mark).join(', ')}`);
  if (told instanceof Error)
    return { outcome: `error ${told.message.slice(0, 80)}`, findings: [], trouble, ms };
  const { verdict } = told as { verdict?: string };
  return { outcome: String(verdict), findings: [], trouble, ms };
}

function overHttp(flags: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(folder, 'http.mjs'), ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server over HTTP did not start')));
    createInterface(child.stdout!).once('line', (port) =>
      resolve({ child, url: `http://127.0.0.1:${port}/mcp` }),
    );
  });
}
