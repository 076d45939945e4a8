/**
 * Who is alive, as far as the system tells: read from `/proc` where it exists, which also shows zombies
 * for what they are. Elsewhere only the process group can be asked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Mark } from './watchdog.js';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  zombie: boolean;
  /** Tells a process from a later one with the same pid. */
  started: string;
}

/** Every process, or undefined where there is no `/proc`. */
export function processTable(): ProcessEntry[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined;
  }
  const entries = names.filter((name) => /^\d+$/.test(name)).map((name) => processEntry(Number(name)));
  const found = entries.filter((entry) => entry !== undefined);
  return found.length ? found : undefined;
}

export function processEntry(pid: number): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The command's name stands in parentheses and may hold anything, parentheses included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    started: fields[19] ?? '',
  };
}

/** The living members of a group; where they cannot be told apart, the leader stands for all of them. */
export function groupMembers(group: number): number[] {
  if (!signal(-group, 0)) return [];
  const table = processTable();
  if (!table) return [group];
  return table.filter((entry) => entry.group === group && !entry.zombie).map((entry) => entry.pid);
}

/**
 * Children, their children and so on, that have left the group of `pid`; daemons are known by the mark alone,
 * and so is everything once the process itself has left, since its number may be somebody else's.
 */
export function strayDescendants(pid: number, mark: Mark, alive: boolean): ProcessEntry[] {
  const table = processTable() ?? [];
  // What was there before us needs no look, and that is nearly everything.
  const since = Number(processEntry(process.pid)?.started);
  const marked = table.filter((entry) => Number(entry.started) >= since && isMarked(entry, mark));
  const family = new Set(marked.map((entry) => entry.pid));
  if (alive) family.add(pid);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const entry of table) if (family.has(entry.parent)) family.add(entry.pid);
  }
  return table.filter((entry) => family.has(entry.pid) && entry.group !== pid && !entry.zombie);
}

/** Whether the process was started with this variable, or this limit. */
function isMarked({ pid }: ProcessEntry, { name, value, limitBytes }: Mark): boolean {
  return (
    `\0${processFile(pid, 'environ')}`.includes(`\0${name}=${value}\0`) ||
    processFile(pid, 'limits').includes(` ${limitBytes} `)
  );
}

function processFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

export function stillAlive(entry: ProcessEntry): boolean {
  const now = processEntry(entry.pid);
  return now !== undefined && !now.zombie && now.started === entry.started;
}

/** True when the signal reached somebody. */
export function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false;
  }
}
