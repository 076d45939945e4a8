/**
 * Who is alive, as far as the system tells: read from `/proc` where it exists, which also shows zombies
 * for what they are. Elsewhere only the process group can be asked.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Mark } from './watchdog.js';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  zombie: boolean;
  /** Tells a process from a later one with the same pid. */
  started: string;
}

/** Of every process that was there at the last look: when it started, and the number of its folder, which no later one has. */
let known = new Map<string, { folder: number; started: number }>();

/** Every process that is as young as `since` or younger, or undefined where there is no `/proc`. */
export function processTable(since = 0): ProcessEntry[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  const found: ProcessEntry[] = [];
  const seen: typeof known = new Map();
  for (const name of names) {
    const folder = statSync(`/proc/${name}`, { throwIfNoEntry: false })?.ino ?? 0;
    const before = known.get(name);
    // Most were there before all that we started, and need no second look.
    if (before?.folder === folder && before.started < since) {
      seen.set(name, before);
      continue;
    }
    const entry = processEntry(Number(name));
    if (entry === undefined) continue;
    const started = Number(entry.started);
    if (folder !== 0) seen.set(name, { folder, started });
    if (started >= since) found.push(entry);
  }
  if (seen.size === 0) return undefined;
  known = seen;
  return found;
}

/** The first look takes longest; while a server starts, nobody waits for it. */
export function lookAhead(): void {
  if (known.size === 0) setImmediate(processTable);
}

/** When a process started, in the system's own count; 0 where it does not tell. */
export function startOf(pid: number): number {
  return Number(processEntry(pid)?.started ?? 0);
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
export function groupMembers(group: number, look: () => ProcessEntry[] | undefined): number[] {
  if (!signal(-group, 0)) return [];
  const table = look();
  if (!table) return [group];
  return table.filter((entry) => entry.group === group && !entry.zombie).map((entry) => entry.pid);
}

/**
 * Children, their children and so on, that have left the group of `pid`; daemons are known by the mark alone,
 * and so is everything once the process itself has left, since its number may be somebody else's.
 */
export function strayDescendants(
  pid: number,
  mark: Mark,
  alive: boolean,
  table: readonly ProcessEntry[],
): ProcessEntry[] {
  const family = new Set(table.filter((entry) => isMarked(entry, mark)).map((entry) => entry.pid));
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
