/**
 * A server that we started: its own process group, stderr drained into a bounded tail, the watchdog told.
 * `stop` is orderly and ends only when nothing that it started is left. Twin of `start-server.ts`
 * (HTTP) and `stdio-transport.ts`, which own what it prints.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { ServerSpec } from '../../types/connection.js';
import { allowGrace } from '../../util/awaited.js';
import type { FaultLog } from '../session/fault-log.js';
import { ByteTail } from './byte-tail.js';
import { childEnv } from './child-env.js';
import { startProblem } from './find-program.js';
import {
  groupMembers,
  lookAhead,
  type ProcessEntry,
  processTable,
  signal,
  startOf,
  stillAlive,
  strayDescendants,
} from './process-table.js';
import { killCommand, spawnPlan, variable } from './spawn-plan.js';
import { guard, guardedCommand, handOverGroup, type Mark, nextMark, release } from './watchdog.js';

const TERM_WAIT_MS = 2000;
/** Children that see their parent go need a moment to follow it; on a busy machine, a long one. */
const FOLLOW_MS = 1000;
/** What a server left behind has no claim to the full wait. */
const ORPHAN_WAIT_MS = 300;
const KILL_WAIT_MS = 2000;
const POLL_MS = 5;
/** Who is given longer than is usual has something to finish, which others may wait for. */
const USUAL_GRACE_MS = 100;
/** How long output that was written before the exit may take to reach us when the pipes stay open. */
const DRAIN_MS = 100;
const ON_WINDOWS = process.platform === 'win32';

export interface SpawnOptions {
  env: NodeJS.ProcessEnv;
  self: string[];
  /** Takes the secrets out of what the process writes to stderr, before lines of it are chosen and clipped. */
  redact?: (text: string) => string;
}

export interface FailedSpawn {
  ok: false;
  code: string;
  message: string;
}

export type SpawnResult = { ok: true; process: ServerProcess } | FailedSpawn;

const running = new Set<ServerProcess>();

/** Every group that we started is killed, at once and without waiting; when the process exits. */
export function killAll(): void {
  for (const each of running) each.kill('SIGKILL', each.strays());
}

/** Servers that are leaving are left to the watchdog, since our process ends; their `stop` is over. */
export function handOver(): void {
  for (const each of running) each.handOver();
}

/** Resolves once the system has accepted or refused the command. */
export async function spawnServer(
  argv: string[],
  spec: ServerSpec,
  options: SpawnOptions,
): Promise<SpawnResult> {
  const plan = spawnPlan(argv, spec.cwd, options.self);
  const { command, file } = plan;
  const mark = nextMark();
  const env = childEnv(spec, options.env);
  env[mark.name] = mark.value;
  const searchPath = variable(env, 'PATH');
  const failed = async (code: string | undefined, detail: string): Promise<SpawnResult> => {
    const { spawnFailure } = await import('./spawn-failure.js');
    const message = spawnFailure(code, detail, { command, file, cwd: spec.cwd, path: searchPath });
    return { ok: false, code: code ?? 'spawn-failed', message };
  };
  try {
    const problem = ON_WINDOWS ? undefined : startProblem(plan.argv[0] ?? '', spec.cwd, searchPath);
    if (problem) return await failed(problem, problem);
    const start =
      plan.through === 'cross-spawn' ? ((await import('cross-spawn')).default as typeof spawn) : spawn;
    const guarded = guardedCommand(plan.argv, env, mark);
    const [program = '', ...args] = guarded?.argv ?? plan.argv;
    const pipes: StdioOptions = ['pipe', 'pipe', 'pipe'];
    if (guarded) pipes.push(guarded.pipe);
    const child = start(program, args, {
      cwd: spec.cwd,
      env,
      detached: plan.detached,
      windowsHide: true,
      stdio: pipes,
    });
    if (child.pid !== undefined) {
      allowGrace(spec.shutdown_grace_ms);
      const { redact } = options;
      return {
        ok: true,
        process: new ServerProcess(child, { graceMs: spec.shutdown_grace_ms, mark, redact }),
      };
    }
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => child.once('error', resolve));
    return failed(error.code, error.message);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(code, message);
  }
}

interface ProcessSettings extends Pick<SpawnOptions, 'redact'> {
  graceMs: number;
  mark: Mark;
}

export class ServerProcess {
  readonly pid: number;
  /** Resolves when the process has left and what it wrote before has been read. */
  readonly gone: Promise<void>;
  /** `exited with code 7`, `was killed by SIGSEGV`; undefined while it runs. */
  ending: string | undefined;
  private readonly stderr = new ByteTail();
  private stopping: Promise<void> | undefined;
  /** While it may be left to the watchdog: when its grace is over, and what ends the waiting. */
  private leaving: { graceEnds: number; over: () => void } | undefined;
  private empty = false;
  private readonly started: number;

  constructor(
    readonly child: ChildProcess,
    private readonly settings: ProcessSettings,
  ) {
    this.pid = child.pid!;
    this.started = ON_WINDOWS ? 0 : startOf(this.pid);
    if (!ON_WINDOWS) lookAhead();
    if (running.size === 0) process.on('exit', killAll);
    running.add(this);
    guard(this.pid);
    child.stdin?.on('error', () => {});
    child.stdout?.on('error', () => {});
    child.stderr?.on('error', () => {}).on('data', (chunk: Buffer) => this.stderr.push(chunk));
    this.gone = new Promise((resolve) => this.watchExit(resolve));
  }

  /** For a server that does not speak on stdout: what it prints there joins the tail. */
  drainStdout(): void {
    this.child.stdout?.on('data', (chunk: Buffer) => this.stderr.push(chunk));
  }

  stderrTail(): string {
    const text = this.stderr.text();
    return this.settings.redact?.(text) ?? text;
  }

  /**
   * End of input, the grace, SIGTERM to the group, two seconds, SIGKILL. It is as quick as the server allows.
   * With `term`, SIGTERM comes at once: a server that does not read its input cannot see it end.
   */
  stop(faults: FaultLog, term = false): Promise<void> {
    if (this.stopping === undefined) {
      const table = this.look();
      const strays = this.strays(table);
      const parent = this.startedOthers(strays, table);
      const done = this.teardown(faults, strays, term);
      if (parent) faults.pending = done;
      const graceEnds = performance.now() + this.settings.graceMs;
      // The place of a server that needs a signal at once may be taken by the next one: a port, say.
      this.stopping =
        parent || term
          ? done
          : Promise.race([done, new Promise<void>((over) => (this.leaving = { graceEnds, over }))]);
    }
    return this.stopping;
  }

  handOver(): void {
    const { leaving, ending } = this;
    if (!leaving || ending !== undefined || this.settings.graceMs > USUAL_GRACE_MS) return;
    if (this.startedOthers()) return;
    if (!handOverGroup(this.pid, Math.max(0, leaving.graceEnds - performance.now()))) return;
    this.forget();
    leaving.over();
  }

  /** Only who started others can leave some behind, and that shows when it has left itself. */
  startedOthers(strays = this.strays(), table = this.look()): boolean {
    return this.remaining(strays, table).some((pid) => pid !== this.pid);
  }

  /** Nobody whom it started is older than itself. */
  private look(): ProcessEntry[] | undefined {
    return ON_WINDOWS ? undefined : processTable(this.started);
  }

  /** What it left behind goes on for now, and does not keep us alive. */
  unref(): void {
    this.child.unref();
    for (const pipe of [this.child.stdout, this.child.stderr]) (pipe as { unref?(): void } | null)?.unref?.();
  }

  kill(name: NodeJS.Signals, strays: ProcessEntry[] = []): void {
    if (this.empty) return;
    const [killer, ...args] = killCommand(this.pid) ?? [];
    if (killer) {
      spawn(killer, args, { stdio: 'ignore', windowsHide: true }).on('error', () => {});
      return;
    }
    signal(-this.pid, name);
    for (const stray of strays) if (stillAlive(stray)) signal(stray.pid, name);
  }

  /** What it started and is not in its group any more. */
  strays(table = this.look()): ProcessEntry[] {
    return strayDescendants(this.pid, this.settings.mark, this.ending === undefined, table ?? []);
  }

  /** Whether anything that it started is left, daemons included. */
  hasLeft(): boolean {
    return this.remaining(this.strays()).length > 0;
  }

  private watchExit(resolve: () => void): void {
    // On Windows a command that is not there starts a shell, whose exit is then told as an error.
    this.child.on('error', (error: NodeJS.ErrnoException) => {
      if (this.ending !== undefined || this.child.exitCode === null) return;
      this.ending =
        error.code === 'ENOENT' ? 'could not be started: there is no such program' : error.message;
      resolve();
    });
    this.child.once('exit', (code, by) => {
      this.ending = by ? `was killed by ${by}` : `exited with code ${code}`;
      // A grandchild may hold the pipes open, so `close` alone is not waited for. Timers run before the
      // pipes are read; the immediate lets one more read happen on a busy machine.
      const timer = setTimeout(() => setImmediate(resolve), DRAIN_MS);
      this.child.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async teardown(faults: FaultLog, strays: ProcessEntry[], term: boolean): Promise<void> {
    this.child.stdin?.end();
    if (!(await this.leavesAlone(strays, term ? 0 : this.settings.graceMs))) {
      const left = this.ending === undefined ? [] : this.remaining(strays);
      if (left.length) faults.add('leaked-processes', leaked(left));
      this.kill('SIGTERM', strays);
      if (!(await this.leaves(strays, this.ending === undefined ? TERM_WAIT_MS : ORPHAN_WAIT_MS))) {
        if (this.ending === undefined)
          faults.add('ignored-sigterm', 'the server ignored SIGTERM and had to be killed');
        const stubborn = this.remaining(strays).filter((pid) => pid !== this.pid);
        if (stubborn.length && !left.length) faults.add('leaked-processes', leaked(stubborn));
        this.kill('SIGKILL', strays);
        await this.leaves(strays, KILL_WAIT_MS);
      }
    }
    this.sweep(faults);
    this.finish();
  }

  /** What left the group only while we looked. */
  private sweep(faults: FaultLog): void {
    const late = this.strays();
    if (late.length) faults.add('leaked-processes', leaked(late.map(({ pid }) => pid)));
    for (const { pid } of late) signal(pid, 'SIGKILL');
  }

  private finish(): void {
    release(this.pid);
    this.forget();
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe?.destroy();
    this.child.unref();
  }

  /** Nothing is left here for us to kill. */
  private forget(): void {
    this.empty = true;
    running.delete(this);
    if (running.size === 0) process.off('exit', killAll);
  }

  private remaining(strays: ProcessEntry[], table?: ProcessEntry[]): number[] {
    if (ON_WINDOWS) return [];
    return [
      ...groupMembers(this.pid, () => table ?? this.look()),
      ...strays.filter(stillAlive).map((stray) => stray.pid),
    ];
  }

  /** True when all go without being told, what the process started a little after it. */
  private async leavesAlone(strays: ProcessEntry[], withinMs: number): Promise<boolean> {
    if (await this.leaves(strays, withinMs)) return true;
    return this.ending !== undefined && withinMs > 0 && (await this.leaves(strays, FOLLOW_MS));
  }

  /** True as soon as the process and all that it started are gone. */
  private async leaves(strays: ProcessEntry[], withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    if (this.ending === undefined && withinMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        this.child.once('exit', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    while (this.ending !== undefined) {
      if (this.remaining(strays).length === 0) return true;
      if (performance.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return false;
  }
}

function leaked(pids: number[]): string {
  return `processes that the server started outlived it and were killed: ${pids.join(', ')}`;
}
