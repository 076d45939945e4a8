/**
 * What is being waited for at this moment, in words. A command that waits for something that can no longer happen
 * says what it was.
 */
const open = new Set<{ what: string }>();

export function awaited<T>(what: string, work: Promise<T>): Promise<T> {
  const entry = { what };
  open.add(entry);
  return work.finally(() => open.delete(entry));
}

/** The oldest first. */
export function stillAwaited(): string[] {
  return [...open].map(({ what }) => what);
}

let grace = 0;
let duties = 0;

/** A server that we started may take so long to leave. */
export function allowGrace(ms: number): void {
  grace = Math.max(grace, ms);
}

/** Work that is done to its end also by a command that was told to stop, such as a teardown. */
export function duty<T>(work: Promise<T>): Promise<T> {
  duties += 1;
  return work.finally(() => {
    duties -= 1;
  });
}

/** What a command that was told to stop may still take beyond its last moment. */
export function declaredGrace(): { ms: number; busy: boolean } {
  return { ms: grace, busy: duties > 0 };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let listener: ((signal: NodeJS.Signals) => void) | undefined;

/** Who is told of the signals that ask a process to end. */
export function onSignals(told: (signal: NodeJS.Signals) => void): void {
  listener = told;
  for (const signal of SIGNALS) process.on(signal, told);
}

/**
 * Does what starts nothing and leaves nothing to put in order: meanwhile a signal ends the process at once, also in the
 * midst of a long computation, in which nobody could be told.
 */
export async function compute<Result>(work: () => Promise<Result>): Promise<Result> {
  const told = listener;
  if (told === undefined) return work();
  const early = await swapListeners(told);
  if (early !== undefined) process.kill(process.pid, early);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.on(signal, told);
  }
}

/** Nobody is told of signals any more; the one that came while the command was loading, which nobody has heard of yet. */
async function swapListeners(told: (signal: NodeJS.Signals) => void): Promise<NodeJS.Signals | undefined> {
  let early: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals): void => {
    early = signal;
  };
  // In this order one of them is always there: without any, what waits to be told is dropped.
  for (const signal of SIGNALS) process.on(signal, note).off(signal, told);
  // The first turn of the loop may end before it has looked for signals.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((next) => setImmediate(next));
  for (const signal of SIGNALS) process.off(signal, note);
  return early;
}
