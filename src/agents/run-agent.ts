/**
 * One run of an agent that somebody else wrote: a home of its own, settings in its own shape, its servers behind the
 * recorder, its model the real one or ours on loopback. What it did is what crossed the wire. Nothing of it is left
 * afterwards, neither files nor processes.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultLog } from '../client/session/fault-log.js';
import type { SpawnOptions, SpawnResult } from '../client/stdio/server-process.js';
import { type LoopbackModel, serveLoopback } from '../drivers/wire/loopback.js';
import type { Redactor } from '../redact/redactor.js';
import type { Driver, ModelSpec } from '../types/driver.js';
import type { AgentCli } from '../util/agent-names.js';
import { type DoorServer, type Doors, openDoors } from './doors.js';
import { findAgent } from './find-agent.js';
import { HeardTools } from './heard-tools.js';
import { aloneArgv, aloneProblem } from './no-network.js';
import type { Launch, ModelAccess } from './program.js';
import { type AgentDeed, deedOf, obstacle } from './read-deed.js';
import { loadAgent } from './registry.js';
import { writePrivate } from './write-private.js';

export interface AgentTask {
  cli: AgentCli;
  path?: string;
  network?: 'loopback';
  /** The folder of the suite. */
  dir: string;
  prompt: string;
  system_prompt?: string;
  model: ModelSpec;
  /** Plays the model on loopback; absent: the provider is asked. */
  driver?: Driver;
  servers: readonly DoorServer[];
  env: Readonly<Record<string, string | undefined>>;
  redactor: Redactor;
  spawn: SpawnOptions;
  /** With nothing of our environment but what every program needs. */
  start(argv: string[], cwd: string, env: Record<string, string>): Promise<SpawnResult>;
  /** What is left of the time. */
  wait(gone: Promise<void>): Promise<'deadline' | 'interrupted' | undefined>;
  limit_ms: number;
}

/** What a program printed, and how it ended. */
export interface Ended {
  stdout: string;
  stderr: string;
  late?: 'deadline' | 'interrupted';
  /** Undefined when it was killed. */
  code?: number;
  ending: string;
}

/** Of what a program prints; the rest is read and dropped. */
const MOST_OUTPUT = 64 * 1024 * 1024;

export async function runAgentProgram(task: AgentTask): Promise<AgentDeed> {
  const found = findAgent({ name: task.cli, path: task.path, dir: task.dir, env: task.env });
  if ('missing' in found) return obstacle('starts', found.missing);
  const alone = task.network === undefined ? undefined : await aloneProblem();
  if (alone !== undefined) return obstacle('network', alone);
  // The real path: an agent compares it with what the system says of its working folder.
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'mcptest-')));
  let model: LoopbackModel | undefined;
  let doors: Doors | undefined;
  try {
    const { driver, prompt, servers, redactor, spawn } = task;
    const recording = join(dir, 'wire.jsonl');
    const heard = new HeardTools(recording);
    const socket = task.network === undefined ? undefined : join(dir, 'm');
    if (driver) model = await serveLoopback({ driver, prompt, catalog: () => heard.now(), socket });
    doors = await openDoors({ dir, recording, servers, redactor, spawn });
    const ended = await play({ task, program: found.program, dir, model, doors });
    await doors.close();
    return await deedOf({ task, found, recording, model, problems: doors.problems, ended });
  } finally {
    await doors?.close();
    await model?.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

interface Scene {
  task: AgentTask;
  program: string;
  dir: string;
  model: LoopbackModel | undefined;
  doors: Doors;
}

async function play(scene: Scene): Promise<Ended | { problem: string }> {
  const { task, dir, model, doors } = scene;
  const agent = await loadAgent(task.cli);
  const home = join(dir, 'home');
  const work = join(dir, 'work');
  for (const folder of [home, work, join(dir, 'tmp')]) await mkdir(folder, { mode: 0o700 });
  const launch = agent.launch({
    prompt: task.prompt,
    ...(task.system_prompt !== undefined && { system_prompt: task.system_prompt }),
    model: accessOf(task, model),
    home,
    work,
    servers: doors.servers,
  });
  for (const [path, text] of Object.entries(launch.files)) await writePrivate(join(home, path), text);
  const env = { ...homeOf(home, dir), ...(model && OURS_ONLY), ...launch.env };
  return runOnce(task, await wholeArgv(scene, launch), work, env);
}

async function wholeArgv({ task, program, dir, model }: Scene, { args }: Launch): Promise<string[]> {
  const argv = [program, ...args];
  return task.network === undefined || model === undefined ? argv : aloneArgv(argv, dir, model.port);
}

/** Everything that a program keeps goes where it is thrown away. */
function homeOf(home: string, dir: string): Record<string, string> {
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TMPDIR: join(dir, 'tmp'),
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: '1',
  };
}

/** The model on loopback is not behind the user's proxy. */
const OURS_ONLY = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' };

function accessOf({ model, env }: AgentTask, loopback: LoopbackModel | undefined): ModelAccess {
  if (loopback)
    return { provider: model.provider, model: model.name, base_url: loopback.url, key: loopback.key };
  const variable = model.api_key_env.find((name) => env[name]);
  const key = env[variable ?? '']?.trim() ?? '';
  const { provider, base_url } = model;
  // Each agent adds the version of the interface itself.
  const base = base_url?.replace(/\/v1(beta)?$/, '');
  return { provider, model: model.model, ...(base !== undefined && { base_url: base }), key };
}

async function runOnce(
  task: AgentTask,
  argv: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ended | { problem: string }> {
  const started = await task.start(argv, cwd, env);
  if (!started.ok) return { problem: started.message };
  const { process: program } = started;
  const chunks: Buffer[] = [];
  let size = 0;
  program.child.stdout?.on('data', (chunk: Buffer) => {
    if (size <= MOST_OUTPUT) chunks.push(chunk);
    size += chunk.length;
  });
  program.child.stdin?.end();
  const late = await task.wait(program.gone);
  await program.stop(new FaultLog(), true);
  return {
    stdout: Buffer.concat(chunks).toString('utf8'),
    stderr: program.stderrTail().trim(),
    ...(late !== undefined && { late }),
    ...(program.child.exitCode !== null && { code: program.child.exitCode }),
    ending: program.ending ?? 'ended',
  };
}
