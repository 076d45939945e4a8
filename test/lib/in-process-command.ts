/**
 * The built command inside this process: the same bundle as `dist/cli.js` starts, from the first word of its arguments to
 * its exit code, without the price of a process. Each run has a `process` of its own: arguments, environment, outputs,
 * listeners, timers and exit code; modules that hold what happened begin anew. When it exits, what it holds of its children
 * closes, as the system would close it. Signals, crashes and a deaf stdout need a real process.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Script } from 'node:vm';
import { expect } from 'vitest';
import { partsIn } from '../../scripts/lib/bundle-parts.mjs';

export interface Given {
  cli: string;
  args: string[];
  cwd: string;
  env: Record<string, string | undefined>;
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Tables without state, a megabyte each: once for all programs. */
const SHARED = new Set(['cl100k.cjs', 'word-vectors.cjs', 'sqlite-wasm.cjs']);
/**
 * Modules that hold what happened in a process. They start anew with each run, and so do those that need them; all others
 * hold nothing, or what is known.
 */
export const STATEFUL: ReadonlySet<string> = new Set([
  'src/agents/no-network.ts',
  'src/cli/output/terminal.ts',
  'src/client-config/pins.ts',
  'src/client/stdio/server-process.ts',
  'src/client/stdio/watchdog.ts',
  'src/regex/regex-worker.ts',
  'src/store/unfinished.ts',
  'src/util/awaited.ts',
  'src/util/tmp-folder.ts',
]);
const INJECTED = ['process', 'setTimeout', 'setInterval', 'setImmediate'] as const;
const HEAD = `(function (exports, require, module, __filename, __dirname, ${INJECTED.join(', ')}) {`;
const scripts = new Map<string, Script>();

function scriptOf(file: string): Script {
  const known = scripts.get(file);
  if (known) return known;
  const script = new Script(`${HEAD}${readFileSync(file, 'latin1')}\n})`, { filename: file });
  scripts.set(file, script);
  return script;
}

const anew = new Map<string, string[]>();

/** The parts of a bundle that start anew with each run. */
function startedAnew(folder: string): string[] {
  const known = anew.get(folder);
  if (known) return known;
  const parts = [BUNDLE, 'rest.cjs'].flatMap((file) => partsIn(readFileSync(join(folder, file), 'latin1')));
  const held = parts.filter(({ modules }) => modules.some((module) => STATEFUL.has(module)));
  const missing = [...STATEFUL].filter((name) => !held.some(({ modules }) => modules.includes(name)));
  if (missing.length > 0) throw new Error(`the bundle has no ${missing.join(', ')}`);
  const names = new Set(held.map(({ name }) => name));
  for (let before = 0; before < names.size; ) {
    before = names.size;
    for (const { name, needs } of parts) if (needs.some((need) => names.has(need))) names.add(name);
  }
  anew.set(folder, [...names]);
  return [...names];
}

const BUNDLE = 'mcptest.cjs';
/** Whose code runs at this moment: also what a run that is over left behind speaks to its own outputs. */
const current = new AsyncLocalStorage<Run>();

export async function runInProcess(given: Given): Promise<Ended> {
  const leave = await enter(given.cwd);
  const folder = dirname(given.cli);
  const at = idle.findIndex((each) => each.folder === folder);
  const program = idle.splice(at, at < 0 ? 0 : 1)[0] ?? new Program(folder);
  try {
    const ended = await program.run(given);
    idle.push(program);
    return ended;
  } finally {
    leave();
  }
}

/** Programs that run nothing at this moment. */
const idle: Program[] = [];

/** The modules of the bundle, for one run after the other. */
class Program {
  readonly folder: string;
  readonly #loaded = new Map<string, unknown>();
  readonly #replaced: Record<string, unknown>;
  readonly #process: NodeJS.Process;
  #last!: Run;

  constructor(folder: string) {
    this.folder = folder;
    this.#process = new Proxy(process, {
      get: (_, key) => this.#run().process(key),
      set: (_, key, value) => this.#run().setOfProcess(key, value),
    });
    const spawn: Run['spawn'] = (...given) => this.#run().spawn(...given);
    const execFile: Run['execFile'] = (...given) => this.#run().execFile(...given);
    const folderOf = (name: string, otherwise: () => string) => () => this.#run().env[name] || otherwise();
    this.#replaced = {
      process: this.#process,
      child_process: { ...childProcess, spawn, execFile },
      os: { ...os, homedir: folderOf('HOME', os.homedir), tmpdir: folderOf('TMPDIR', os.tmpdir) },
    };
  }

  run(given: Given): Promise<Ended> {
    const run = new Run(given);
    this.#last = run;
    current.run(run, () => {
      const bundle = this.#load(join(this.folder, BUNDLE)) as {
        start(argv: string[]): Promise<void>;
        loaded: Map<string, unknown>;
      };
      for (const name of startedAnew(this.folder)) bundle.loaded.delete(name);
      bundle.start(given.args).catch(run.fail);
    });
    return run.ended;
  }

  #run(): Run {
    return current.getStore() ?? this.#last;
  }

  #load(file: string): unknown {
    if (this.#loaded.has(file)) return this.#loaded.get(file);
    const required = createRequire(file);
    const require = (id: string): unknown => {
      const own = this.#replaced[id.replace(/^node:/, '')];
      if (own) return own;
      const isPart = id.startsWith('./') && id.endsWith('.cjs') && !SHARED.has(basename(id));
      return isPart ? this.#load(required.resolve(id)) : required(id);
    };
    const module = { exports: {} };
    this.#loaded.set(file, module.exports);
    scriptOf(file).runInThisContext()(
      module.exports,
      Object.assign(require, { resolve: required.resolve }),
      module,
      file,
      dirname(file),
      this.#process,
      this.#timed(setTimeout),
      this.#timed(setInterval),
      this.#timed(setImmediate),
    );
    this.#loaded.set(file, module.exports);
    return module.exports;
  }

  #timed(start: (...words: never[]) => NodeJS.Timeout | NodeJS.Immediate): unknown {
    return (...words: never[]) => this.#run().timed(start(...words));
  }
}

class Run {
  readonly ended: Promise<Ended>;
  readonly env: Record<string, string>;
  readonly #children = new Set<ChildProcess>();
  readonly #timers = new Set<NodeJS.Timeout | NodeJS.Immediate>();
  readonly #out = new Sink();
  readonly #err = new Sink();
  readonly #listeners = new EventEmitter();
  readonly #own: Record<string | symbol, unknown>;
  #end!: (ended: Ended) => void;
  fail!: (error: unknown) => void;
  #isOver = false;

  constructor(given: Given) {
    this.env = Object.fromEntries(
      Object.entries(given.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    this.#own = {
      argv: [process.execPath, given.cli, ...given.args],
      env: this.env,
      stdin: Readable.from([]),
      stdout: this.#out,
      stderr: this.#err,
      exitCode: undefined,
      exit: (code?: number) => this.#exit(code),
    };
    this.ended = new Promise((end, fail) => {
      this.#end = end;
      this.fail = fail;
    });
  }

  timed<Timer extends NodeJS.Timeout | NodeJS.Immediate>(timer: Timer): Timer {
    if (!this.#isOver) this.#timers.add(timer);
    return timer;
  }

  #exit(code: number | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (code !== undefined) this.#own.exitCode = code;
    const soFar = (): number => Number(this.#own.exitCode ?? 0);
    current.run(this, () => this.#listeners.emit('exit', soFar()));
    for (const timer of this.#timers) {
      clearTimeout(timer as NodeJS.Timeout);
      clearImmediate(timer as NodeJS.Immediate);
    }
    for (const child of this.#children) for (const stream of child.stdio) stream?.destroy();
    this.#end({ code: soFar(), stdout: this.#out.text(), stderr: this.#err.text() });
  }

  process(key: string | symbol): unknown {
    if (key in this.#own) return this.#own[key];
    const of: object = key in this.#listeners ? this.#listeners : process;
    const value: unknown = Reflect.get(of, key, of);
    return typeof value === 'function' ? value.bind(of) : value;
  }

  setOfProcess(key: string | symbol, value: unknown): true {
    this.#own[key] = value;
    return true;
  }

  spawn(command: string, ...more: unknown[]): ChildProcess {
    const args = Array.isArray(more[0]) ? (more[0] as string[]) : [];
    const options = (Array.isArray(more[0]) ? more[1] : more[0]) as childProcess.SpawnOptions | undefined;
    return this.#noted(childProcess.spawn(command, args, { env: this.env, ...options }));
  }

  execFile(command: string, args: string[], ...more: unknown[]): ChildProcess {
    const options = more.length > 1 ? (more[0] as object) : {};
    return this.#noted(
      childProcess.execFile(command, args, { env: this.env, ...options }, more.at(-1) as () => void),
    );
  }

  #noted(child: ChildProcess): ChildProcess {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

class Sink extends Writable {
  readonly #chunks: Buffer[] = [];
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/** A process has one working folder: runs in the same one share it, others wait. */
interface Stay {
  cwd: string;
  before: string;
  runs: number;
  /** Whose runs they are; what a file of tests leaves running when it is over holds up no other. */
  file?: string;
}
let stay: Stay | undefined;
const waiting: (() => void)[] = [];

async function enter(cwd: string): Promise<() => void> {
  const file = expect.getState().testPath;
  while (stay && stay.cwd !== cwd && stay.file === file)
    await new Promise<void>((free) => waiting.push(free));
  if (stay?.cwd !== cwd || stay.file !== file) {
    const before = stay?.before ?? process.cwd();
    process.chdir(cwd);
    stay = { cwd, before, runs: 0, file };
  }
  const mine = stay;
  mine.runs += 1;
  return () => {
    mine.runs -= 1;
    if (mine.runs > 0 || stay !== mine) return;
    stay = undefined;
    process.chdir(mine.before);
    for (const free of waiting.splice(0)) free();
  };
}
