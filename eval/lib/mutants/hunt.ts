/** Hands mutants to a process that tries them, and starts another where one of them brought it to a halt. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
/** Seconds of the processor that a test of a mutant may take; a clock on the wall would be wrong on a busy machine. */
const MOST_SECONDS = 6;
const MOST_MEGABYTES = 2000;
const TICKS = 100;
/** After so many mutants it says how far it has come. */
const TELLING = 100;

export type Statuses = Map<string, string>;

/** With several `lanes` as many processes try them at the same time, once the first found out what the tests come by. */
export async function hunt(
  bundles: string[],
  ids: string[],
  { until, lanes, tell }: { until: number; lanes: number; tell: (done: number) => void },
): Promise<{ statuses: Statuses; leftOut: string[] }> {
  const statuses: Statuses = new Map();
  const leftOut = new Set<string>();
  const about: Omit<Work, 'mutants'> = { bundles };
  const learn = (id: string, status: string): void => {
    statuses.set(id, status);
    if (statuses.size % TELLING === 0) tell(statuses.size);
  };
  const go = async (mine: string[]): Promise<void> => {
    for (let waiting = mine; waiting.length > 0; waiting = mine.filter((id) => !statuses.has(id))) {
      if (Date.now() > until) break;
      const { halted, out, known } = await shift({ ...about, mutants: waiting }, until, learn);
      about.known ??= known;
      for (const name of out) leftOut.add(name);
      if (halted !== undefined && !statuses.has(halted)) statuses.set(halted, 'Timeout');
    }
  };
  const lots = Array.from({ length: lanes }, (_, lane) => ids.filter((_id, at) => at % lanes === lane));
  // The first mutant alone, so that what it costs to try all tests is paid once.
  if (lanes > 1) await go(ids.slice(0, 1));
  await Promise.all(lots.map(go));
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

function shift(work: Work, until: number, learn: (id: string, status: string) => void): Promise<Shift> {
  const child = fork(WORKER, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let trying: string | undefined;
  let since = 0;
  let [out, known]: [string[], unknown] = [[], undefined];
  return new Promise((resolve, reject) => {
    const isLate = () => trying !== undefined && secondsOf(child) - since > MOST_SECONDS;
    const watch = setInterval(() => {
      const isOver = Date.now() > until;
      if (isOver) trying = undefined;
      if (isOver || isLate()) child.kill('SIGKILL');
    }, 1000);
    const heard: Record<string, (message: Message) => unknown> = {
      ready: (message) => ({ leftOut: out, known } = message),
      alive: () => (since = secondsOf(child)),
      trying: ({ id }) => (trying = id),
      tried: ({ id, status }) => learn(id, status),
      done: () => child.kill(),
      broke: ({ message }) => reject(new Error(message)),
    };
    child.on('message', (message: Message) => {
      if (message.kind === 'done' || message.kind === 'broke') trying = undefined;
      heard[message.kind]?.(message);
    });
    child.once('exit', () => {
      clearInterval(watch);
      // A mutant that goes round for ever, or takes all memory.
      resolve({ halted: trying, out, known });
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
