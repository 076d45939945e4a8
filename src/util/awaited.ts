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
