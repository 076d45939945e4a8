/** Hands mutants to a process that tries them, and starts another where one of them brought it to a halt. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isKilled } from './report.js';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
/** Seconds of the processor that a test of a mutant may take; a clock on the wall would be wrong on a busy machine. */
const MOST_SECONDS = 25;
/** A process keeps every fresh module; after so many mutants another goes on. */
const AT_ONCE = 250;
const TICKS = 100;
/** When time is up, the mutants since the last check are checked; that takes so long at the most. */
const GRACE_MS = 120_000;

export type Statuses = Map<string, string>;

export async function hunt(
  bundles: string[],
  ids: string[],
  until: number,
  tell: (done: number) => void,
): Promise<{ statuses: Statuses; leftOut: string[] }> {
  const statuses: Statuses = new Map();
  const leftOut = new Set<string>();
  const about: Omit<Work, 'mutants'> = { bundles };
  for (let waiting = ids; waiting.length > 0; waiting = ids.filter((id) => !statuses.has(id))) {
    if (Date.now() > until) break;
    const { halted, out, known } = await shift(
      { ...about, mutants: waiting.slice(0, AT_ONCE) },
      until,
      statuses,
    );
    about.known ??= known;
    for (const name of out) leftOut.add(name);
    if (halted !== undefined) statuses.set(halted, 'Timeout');
    tell(statuses.size);
  }
  return { statuses, leftOut: [...leftOut] };
}

interface Work {
  bundles: string[];
  mutants: string[];
  /** What the first process found out of the tests: those after it need not run them all. */
  known?: unknown;
}

interface Shift {
  known: unknown;
  /** The mutant that did not come to an end. */
  halted?: string;
  out: string[];
}

interface Message {
  kind: string;
  id: string;
  status: string;
  leftOut: string[];
  known: unknown;
  message: string;
}

function shift(work: Work, until: number, statuses: Statuses): Promise<Shift> {
  const child = fork(WORKER, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NO_COLOR: '1', PROPERTY_QUICK: '1' },
  });
  /** Not yet checked: a mutant that changed what modules remember may have failed others, which were not killed then. */
  const seen: Statuses = new Map();
  let trying: string | undefined;
  let since = 0;
  let isTold = false;
  let [out, known]: [string[], unknown] = [[], undefined];
  return new Promise((resolve, reject) => {
    const watch = setInterval(() => {
      if (Date.now() > until && !isTold) isTold = child.send({ stop: true });
      const isLate = Date.now() > until + GRACE_MS;
      if (isLate) trying = undefined;
      if (isLate || (trying !== undefined && secondsOf(child) - since > MOST_SECONDS)) child.kill('SIGKILL');
    }, 1000);
    child.on('message', (message: Message) => {
      const { kind, id, status } = message;
      if (kind === 'ready') ({ leftOut: out, known } = message);
      if (kind === 'trying') [trying, since] = [id, secondsOf(child)];
      if (kind === 'seen') seen.set(id, status);
      if (kind === 'tried') statuses.set(id, status);
      if (kind !== 'done' && kind !== 'broke') return;
      trying = undefined;
      if (kind === 'done') child.kill();
      else reject(new Error(message.message));
    });
    child.once('exit', () => {
      clearInterval(watch);
      // The others are met again; that these survived is true in any case. Where time ran out, all of them are left out.
      for (const [id, status] of trying === undefined ? [] : seen)
        if (!statuses.has(id) && !isKilled(status)) statuses.set(id, status);
      resolve(trying === undefined ? { out, known } : { halted: trying, out, known });
    });
    child.send(work);
  });
}

function secondsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}
