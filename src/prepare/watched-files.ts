/**
 * Which files a run depends on, and which of its tests each one touches: a suite, its cases and what it
 * imports touch all tests of the suite, a file that stands in a server's command the tests of that server.
 */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import type { ServerSpec } from '../types/connection.js';
import type { Plan } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { ownValue } from '../util/plain.js';

export interface WatchedFile {
  /** Absolute. */
  path: string;
  /** The rows that a change of it touches. */
  ids: string[];
}

interface Row {
  id: string;
  suite: Suite;
  servers: string[];
}

export async function watchedFiles(plan: Plan, workspace: string): Promise<WatchedFile[]> {
  const rows = rowsOf(plan);
  const ids = new Map<string, Set<string>>();
  const add = (path: string, touched: Row[]): void => {
    const known = ids.get(path) ?? new Set<string>();
    for (const { id } of touched) known.add(id);
    ids.set(path, known);
  };
  for (const suite of plan.suites) {
    const own = rows.filter((row) => row.suite === suite);
    const { file, config_file, case_files = [] } = suite;
    for (const path of [file, config_file ?? file, ...case_files, ...(await importsOf(file))]) add(path, own);
    for (const spec of Object.values(suite.servers)) {
      const touched = own.filter(({ servers }) => servers.includes(spec.name));
      for (const path of serverFiles(spec, workspace)) add(path, touched);
    }
  }
  return [...ids].map(([path, touched]) => ({ path, ids: [...touched] }));
}

function rowsOf(plan: Plan): Row[] {
  const cases = plan.cases.map(({ id, suite, test }) => ({
    id,
    suite,
    servers: test.steps.map(({ call }) => call.server),
  }));
  const agentRuns = plan.groups.flatMap(({ suite, agent, runs }) =>
    runs.map(({ id }) => ({ id, suite, servers: agent.servers })),
  );
  return [...cases, ...agentRuns];
}

/** Words of the command that are files below the workspace; a dependency in `node_modules` is not ours. */
export function serverFiles(
  spec: Pick<ServerSpec, 'command' | 'start' | 'cwd'>,
  workspace: string,
): string[] {
  return [...(spec.command ?? []), ...(spec.start ?? [])]
    .map((word) => resolve(spec.cwd, word))
    .filter((path) => {
      const inside = relative(workspace, path);
      if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return false;
      if (/(^|[\\/])node_modules[\\/]/.test(inside)) return false;
      return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    });
}

/** Files that a suite imports, and what they import. A suite that cannot be read imports nothing. */
async function importsOf(file: string, seen = new Set<string>([file])): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text.includes('imports')) return [];
  let list: unknown;
  try {
    list = ownValue(parse(text), 'imports');
  } catch {
    return [];
  }
  const found: string[] = [];
  for (const entry of Array.isArray(list) ? list : []) {
    const path = typeof entry === 'string' ? resolve(dirname(file), entry) : file;
    if (seen.has(path) || !existsSync(path)) continue;
    seen.add(path);
    found.push(path, ...(await importsOf(path, seen)));
  }
  return found;
}
