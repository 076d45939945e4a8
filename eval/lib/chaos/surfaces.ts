/** How each part of mcptest meets a server, and what it made of it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvelope } from '../../../src/envelope/read.js';
import { readTraces } from '../../../src/trace/read-traces.js';
import { Agent } from '../../../test/lib/agent.js';
import { type CommandOptions, cli, command, type Ended, marked, parsed, pause } from '../campaign/command.js';
import { type Meeting, SAID, type Seen, type Surface } from './cell.js';
import { throughProxy } from './through-proxy.js';

/** Beyond this it hangs: start and request have 10 s and 3 s, and a few follow each other. */
const LIMIT_MS = 150_000;
/** A line that never ends is kept up to 64 MB, and a handful of copies is more than enough. */
const MOST_MB = 420;
/** Those of frames, messages, lists and calls; the others are about other things. */
const FAMILIES = 'C-FRAME-*,C-RPC-*,C-CAP-*,C-LIST-*,C-CALL-*';

export const METHODS: Record<Surface, (meeting: Meeting) => Promise<Seen>> = {
  run: async (meeting) => judgedRun(await mcptest(['run', '--reporter', 'json'], meeting)),
  record,
  conformance,
  door: throughDoor,
  proxy,
};

async function mcptest(
  args: string[],
  { cwd, env, said }: Meeting,
  options: Partial<CommandOptions> = {},
): Promise<Ended> {
  const ended = await command(args, { cwd, env, limitMs: LIMIT_MS, ...options });
  said.push(ended.stderr, ended.stdout);
  return ended;
}

async function record(meeting: Meeting): Promise<Seen> {
  const seen = judgedRun(await mcptest(['record', '--reporter', 'json'], meeting));
  if (!existsSync(join(meeting.cwd, 'cassettes/case.json'))) return seen;
  // What was written is what is played: the same verdict again, without the server.
  const again = judgedRun(await mcptest(['run', '--reporter', 'json'], meeting));
  // What was found of the server itself is not played: its place is the run that met it.
  const [was, is] = [seen, again].map(({ outcome }) => outcome.replace(/ exit 3$/, ''));
  if (was !== is) seen.trouble.push(`recorded as ${was}, played as ${is}`);
  return { ...seen, trouble: [...seen.trouble, ...again.trouble], outcome: `${was}, recorded` };
}

async function conformance(meeting: Meeting): Promise<Seen> {
  const flags = ['--request-timeout', '3s', '--allow-calls', 'echo', '--only', FAMILIES, '--format', 'json'];
  const ended = await mcptest(['conformance', 'chaos', ...flags], meeting);
  const card = parsed(ended.stdout) as
    | { exit_code?: number; checks?: { id: string; status: string }[] }
    | undefined;
  const failed = card?.checks?.filter(({ status }) => status === 'fail').map(({ id }) => id) ?? [];
  const outcome = ({ 0: 'pass', 1: 'fail', 3: 'inconclusive' } as const)[ended.code ?? -1] ?? 'none';
  const trouble = troubleOf(ended);
  if (card === undefined) trouble.push('no report');
  if (outcome === 'fail' && failed.length === 0) trouble.push('it fails, and no check says why');
  return { outcome, findings: failed, trouble, ...figures(ended) };
}

async function proxy(meeting: Meeting): Promise<Seen> {
  const file = join(meeting.cwd, 'said.jsonl');
  let outcome = 'none';
  const during: CommandOptions['during'] = (child) => {
    void throughProxy(child, SAID).then((word) => {
      outcome = word;
    });
  };
  const args = ['proxy', 'chaos', '--record', file, '--name', 'chaos'];
  const ended = await mcptest(args, meeting, { stdin: 'pipe', during });
  // The agent hears every byte of the server, its token and its stderr too; what is recorded is another matter.
  meeting.said.length = 0;
  const trouble = troubleOf(ended);
  if (existsSync(file) && statSync(file).size > 0)
    await readTraces({ path: file }).catch((error: Error) => trouble.push(`recording: ${error.message}`));
  return { outcome, findings: [], trouble, ...figures(ended) };
}

function judgedRun(ended: Ended): Seen {
  const trouble = troubleOf(ended);
  const envelope = parsed(ended.stdout) as
    | {
        exit_code: number;
        results: { verdict: string; duration_ms?: number }[];
        findings?: { rule: string }[];
      }
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
    const took = envelope.results[0]?.duration_ms ?? 0;
    if (took < 0 || took > ended.ms) trouble.push(`a test took ${took} ms of ${Math.round(ended.ms)}`);
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

async function throughDoor({ cwd, env, said }: Meeting): Promise<Seen> {
  const mark = `door-${process.pid}-${Math.random()}`;
  const began = performance.now();
  const agent = await Agent.start({
    cwd,
    cli,
    flags: ['--enable-writes'],
    env: { ...env, CAMPAIGN_MARK: mark },
  });
  const trouble: string[] = [];
  const told = await agent.get('trigger_run', {}, { timeout: LIMIT_MS }).catch((error: Error) => error);
  // Whatever the server did, the door goes on.
  const after = await agent.get('list_runs', {}, { timeout: 20_000 }).catch((error: Error) => error);
  if (after instanceof Error) trouble.push(`the door answers no more: ${after.message.slice(0, 200)}`);
  const ms = performance.now() - began;
  const peakMb = mostMemory((agent.client.transport as { pid?: number } | undefined)?.pid);
  if (peakMb > MOST_MB) trouble.push(`${peakMb} MB`);
  await agent.close().catch(() => {});
  for (let tries = 0; tries < 100 && marked(mark).length > 0; tries += 1) await pause(50);
  if (marked(mark).length > 0) trouble.push(`left behind: ${marked(mark).join(', ')}`);
  if (told instanceof Error)
    return { outcome: `error ${told.message.slice(0, 80)}`, findings: [], trouble, ms, peakMb };
  said.push(JSON.stringify([told, after]));
  const { verdict } = told as { verdict?: string };
  return { outcome: String(verdict), findings: [], trouble, ms, peakMb };
}

/** The most megabytes that a living process has held. */
function mostMemory(pid: number | undefined): number {
  const [, kb = Number.NaN] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}
