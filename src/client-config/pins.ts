/**
 * `mcp-server --pin`: what a declared server was when it was first accepted. The record stands in the
 * user's own state folder, so that whoever may edit the workspace cannot edit it along.
 */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { writeAtomic } from '../store/files.js';
import type { DeclaredCommand } from '../target/declared-commands.js';
import { canonicalJson, indentedJson } from '../util/canonical-json.js';
import { sha256 } from '../util/hash.js';
import { isObject, ownValue } from '../util/plain.js';

export function pinFile(workspace: string, env: NodeJS.ProcessEnv): string {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return join(state, 'mcptest', 'pins', `${sha256(workspace).slice(0, 32)}.json`);
}

export interface PinProblem {
  message: string;
  hint: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Undefined when the declaration is as it was, or is seen for the first time and now pinned. */
export function pinProblem(
  workspace: string,
  declared: DeclaredCommand,
  env: NodeJS.ProcessEnv,
): Promise<PinProblem | undefined> {
  // One after the other: two first calls must not each write a file without the other's pin.
  const turn = last.then(() => check(workspace, declared, env));
  last = turn.catch(() => undefined);
  return turn;
}

async function check(
  workspace: string,
  { name, spec }: DeclaredCommand,
  env: NodeJS.ProcessEnv,
): Promise<PinProblem | undefined> {
  const file = pinFile(workspace, env);
  const pins = await read(file);
  const { command, cwd, env: child, pass_env } = spec;
  const now = sha256(canonicalJson({ command, cwd, env: child, pass_env }));
  const pinned = ownValue(pins, name);
  if (pinned === now) return undefined;
  if (pinned === undefined) {
    await writeAtomic(file, indentedJson({ ...pins, [name]: now }));
    return undefined;
  }
  return {
    message: `the declaration of server ${name} changed since it was first accepted`,
    hint: `If the change is meant, remove its entry from ${file} and call again.`,
  };
}

async function read(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}
