/**
 * One agent, one recorder, one server; one of them is killed at some moment. What is asked: is anybody left, can the
 * recording be read, and does it say only what was said.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTraces } from '../../../src/trace/read-traces.js';
import { cli, root } from '../../../test/lib/cli.js';

export type Victim = 'agent' | 'recorder' | 'server';
export const VICTIMS: Victim[] = ['agent', 'recorder', 'server'];
export const SIGNALS: NodeJS.Signals[] = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT'];

export interface Kill {
  victim: Victim;
  signal: NodeJS.Signals;
  afterMs: number;
  /** Counted from the first recorded answer, else from the moment at which the victim is there. */
  talking: boolean;
  folder: string;
  /** Tells the processes of this one from all others. */
  mark: string;
}

export interface Aftermath {
  /** Processes that stayed. */
  left: string[];
  calls: number;
  problem?: string;
}

/** On a machine that has much else to do, everything takes long; nothing is measured by it. */
const PATIENCE_MS = 60_000;

export async function killOnce({ victim, signal, afterMs, talking, folder, mark }: Kill): Promise<Aftermath> {
  const file = join(folder, `${mark}.jsonl`);
  const server = join(root, 'fixtures/wire-mcp/server.mjs');
  const agent = spawn(
    process.execPath,
    [
      join(root, 'fixtures/wire-mcp/agent.mjs'),
      ...[
        process.execPath,
        cli,
        'proxy',
        '--record',
        file,
        '--name',
        'wire',
        '--',
        process.execPath,
        server,
        '-',
      ],
    ],
    { env: { ...process.env, MCPTEST_KILL_MARK: mark }, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  const started = performance.now();
  const isLate = (): boolean => performance.now() - started > PATIENCE_MS;
  const victims = (): Relative[] => family(mark).filter(({ kind }) => kind === victim);
  while (victims().length === 0 && !isLate()) await sleep(2);
  while (talking && !isTalking(file) && !isLate()) await sleep(2);
  await sleep(afterMs);
  for (const { pid } of victims()) kill(pid, signal);
  // Whoever was not hit must see the other go.
  const noticed = await Promise.race([ended.then(() => true), sleep(PATIENCE_MS).then(() => false)]);
  agent.kill('SIGKILL');
  const killed = performance.now();
  while (family(mark).length > 0 && performance.now() - killed < PATIENCE_MS) await sleep(50);
  const left = family(mark).map(({ pid, kind }) => `${kind} ${pid}`);
  for (const { pid } of family(mark)) kill(pid, 'SIGKILL');
  const read = await readRecording(file);
  return noticed ? { left, ...read } : { left, ...read, problem: 'the agent did not see the end' };
}

function isTalking(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes('"from":"server"');
}

async function readRecording(file: string): Promise<Pick<Aftermath, 'calls' | 'problem'>> {
  if (!existsSync(file) || statSync(file).size === 0) return { calls: 0 };
  try {
    const { traces } = await readTraces({ path: file });
    const calls = traces[0]?.calls ?? [];
    const wrong = calls.find(({ args, result }) => {
      const { a } = args as { a: string };
      return (
        result !== undefined && !/"error"/.test(JSON.stringify(result)) && !JSON.stringify(result).includes(a)
      );
    });
    const problem = wrong && `an answer belongs to another call: ${JSON.stringify(wrong)}`;
    return problem === undefined ? { calls: calls.length } : { calls: calls.length, problem };
  } catch (error) {
    return { calls: 0, problem: (error as Error).message };
  }
}

interface Relative {
  pid: number;
  kind: Victim;
}

/** The living processes that carry the mark. */
function family(mark: string): Relative[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const read = (what: string): string => {
        try {
          return readFileSync(`/proc/${name}/${what}`, 'utf8');
        } catch {
          return '';
        }
      };
      if (!read('environ').includes(`MCPTEST_KILL_MARK=${mark}`) || /^State:\s+Z/m.test(read('status')))
        return [];
      return [{ pid: Number(name), kind: kindOf(read('cmdline')) }];
    });
}

function kindOf(command: string): Victim {
  if (command.includes('agent.mjs')) return 'agent';
  return command.includes('\0proxy\0') ? 'recorder' : 'server';
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has gone meanwhile.
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
