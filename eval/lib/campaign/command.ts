/** Runs the built command for a campaign: until it ends or until it hangs, with its memory, and with who it leaves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Another build where one is named: so that a long campaign is not disturbed by the next build. */
export const cli = process.env.MCPTEST_CAMPAIGN_CLI ?? join(root, 'dist/cli.js');
const PEAK = new URL('peak.mjs', import.meta.url).href;
/** How long what is left may take to go. */
const GRACE_MS = 8000;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
  /** It had to be killed. */
  hung: boolean;
  /** The most memory it held, unless it was killed. */
  peakMb?: number;
  /** Who carries its mark and lives on. */
  left: number[];
}

export interface CommandOptions {
  cwd: string;
  limitMs: number;
  env?: Record<string, string | undefined>;
  /** Flags for node itself. */
  node?: string[];
  stdin?: 'ignore' | 'pipe';
  /** Called once it runs. */
  during?: (child: ChildProcess) => void;
}

export async function command(args: string[], options: CommandOptions): Promise<Ended> {
  const mark = randomUUID();
  const peakFile = join(tmpdir(), `mcptest-peak-${mark}`);
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, ...(options.node ?? []), cli, ...args], {
    cwd: options.cwd,
    env: { ...process.env, CI: undefined, CAMPAIGN_MARK: mark, PEAK_FILE: peakFile, ...options.env },
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin?.on('error', () => {});
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, options.limitMs);
  options.during?.(child);
  const { code, signal } = await new Promise<Pick<Ended, 'code' | 'signal'>>((resolve) =>
    child.once('exit', (status, name) => resolve({ code: status, signal: name })),
  );
  clearTimeout(timer);
  const ms = performance.now() - began;
  await Promise.race([new Promise((done) => child.once('close', done)), pause(500)]);
  const left = await stillThere(mark);
  for (const pid of left) end(pid);
  const peakMb = existsSync(peakFile) ? Math.round(Number(readFileSync(peakFile, 'utf8')) / 1024) : undefined;
  rmSync(peakFile, { force: true });
  const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString('utf8');
  return {
    code,
    signal,
    stdout: text(out),
    stderr: text(err),
    ms,
    hung,
    left,
    ...(peakMb !== undefined && { peakMb }),
  };
}

/** The marked processes that do not go by themselves. */
async function stillThere(mark: string): Promise<number[]> {
  const until = performance.now() + GRACE_MS;
  let left = marked(mark);
  while (left.length > 0 && performance.now() < until) {
    await pause(50);
    left = marked(mark);
  }
  return left;
}

/** Living processes that hold the mark in their environment (`pass_env` gives it to a server) or command line. */
export function marked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false;
        return ['environ', 'cmdline'].some((file) =>
          readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(mark),
        );
      } catch {
        return false;
      }
    });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone meanwhile.
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A folder with these files, as JSON where they are not text. */
export function workspace(files: Record<string, unknown>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-campaign-'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  return cwd;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
