/**
 * The built command inside this process: the same bundle as `dist/cli.js` starts, from the first word of its arguments to
 * its exit code, without the price of a process. Each run has modules of its own and a `process` of its own: arguments,
 * environment, outputs, listeners, timers and exit code. When it exits, what it holds of its children closes, as the
 * system would close it. Signals, crashes and a deaf stdout need a real process.
 */
import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Script } from 'node:vm';
import { expect } from 'vitest';

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

/** Tables without state, a megabyte each: once for all runs. */
const SHARED = new Set(['cl100k.cjs', 'word-vectors.cjs', 'sqlite-wasm.cjs']);
const INJECTED = ['process', 'setTimeout', 'setInterval', 'setImmediate'] as const;
const HEAD = `(function (exports, require, module, __filename, __dirname, ${INJECTED.join(', ')}) {`;
const scripts = new Map<string, Script>();

/** Compiled once; each run starts its modules anew. */
function scriptOf(file: string): Script {
  const known = scripts.get(file);
  if (known) return known;
  const script = new Script(`${HEAD}${readFileSync(file, 'latin1')}\n})`, { filename: file });
  scripts.set(file, script);
  return script;
}

export async function runInProcess(given: Given): Promise<Ended> {
  const leave = await enter(given.cwd);
  try {
    return await new Run(given).ended;
  } finally {
    leave();
  }
}

class Run {
  readonly ended: Promise<Ended>;
  readonly #given: Given;
  readonly #env: Record<string, string>;
  readonly #children = new Set<ChildProcess>();
  readonly #timers = new Set<NodeJS.Timeout | NodeJS.Immediate>();
  readonly #out = new Sink();
  readonly #err = new Sink();
  readonly #loaded = new Map<string, unknown>();
  readonly #replaced: Record<string, unknown>;
  readonly #process: NodeJS.Process;
  #end!: (ended: Ended) => void;
  #isOver = false;

  constructor(given: Given) {
    this.#given = given;
    this.#env = Object.fromEntries(
      Object.entries(given.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    this.#process = this.#ownProcess();
    this.#replaced = { process: this.#process, child_process: this.#ownChildren(), os: this.#ownSystem() };
    this.ended = new Promise((end, fail) => {
      this.#end = end;
      const bundle = this.#load(join(dirname(given.cli), 'mcptest.cjs')) as {
        start(argv: string[]): Promise<void>;
      };
      bundle.start(given.args).catch(fail);
    });
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
    return (...words: never[]) => {
      const timer = start(...words);
      if (!this.#isOver) this.#timers.add(timer);
      return timer;
    };
  }

  #exit(code: number | undefined, process: NodeJS.Process): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (code !== undefined) process.exitCode = code;
    process.emit('exit', Number(process.exitCode ?? 0));
    for (const timer of this.#timers) {
      clearTimeout(timer as NodeJS.Timeout);
      clearImmediate(timer as NodeJS.Immediate);
    }
    for (const child of this.#children) for (const stream of child.stdio) stream?.destroy();
    this.#end({
      code: Number(process.exitCode ?? 0),
      stdout: this.#out.text(),
      stderr: this.#err.text(),
    });
  }

  #ownProcess(): NodeJS.Process {
    const listeners = new EventEmitter();
    const own: Record<string | symbol, unknown> = {
      argv: [process.execPath, this.#given.cli, ...this.#given.args],
      env: this.#env,
      stdin: Readable.from([]),
      stdout: this.#out,
      stderr: this.#err,
      exitCode: undefined,
      exit: (code?: number) => this.#exit(code, proxy),
    };
    const proxy: NodeJS.Process = new Proxy(process, {
      get(real, key) {
        if (key in own) return own[key];
        const of: object = key in listeners ? listeners : real;
        const value: unknown = Reflect.get(of, key, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
      set(_, key, value) {
        own[key] = value;
        return true;
      },
    });
    return proxy;
  }

  #ownChildren(): object {
    const noted = (child: ChildProcess): ChildProcess => {
      this.#children.add(child);
      child.once('exit', () => this.#children.delete(child));
      return child;
    };
    const spawn = (command: string, ...more: unknown[]): ChildProcess => {
      const args = Array.isArray(more[0]) ? (more[0] as string[]) : [];
      const options = (Array.isArray(more[0]) ? more[1] : more[0]) as childProcess.SpawnOptions | undefined;
      return noted(childProcess.spawn(command, args, { env: this.#env, ...options }));
    };
    const execFile = (command: string, args: string[], ...more: unknown[]): ChildProcess => {
      const options = more.length > 1 ? (more[0] as object) : {};
      return noted(
        childProcess.execFile(command, args, { env: this.#env, ...options }, more.at(-1) as () => void),
      );
    };
    return { ...childProcess, spawn, execFile };
  }

  #ownSystem(): object {
    return {
      ...os,
      homedir: () => this.#env.HOME || os.homedir(),
      tmpdir: () => this.#env.TMPDIR || os.tmpdir(),
    };
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
