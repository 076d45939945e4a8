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
