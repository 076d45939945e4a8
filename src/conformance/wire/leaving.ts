/** Waits until a process has left, and no longer than it is given. */
import type { ServerProcess } from '../../client/stdio/server-process.js';

export async function leaving(server: ServerProcess, withinMs: number): Promise<void> {
  if (server.ending !== undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  const left = new Promise<void>((resolve) => void server.child.once('exit', () => resolve()));
  await Promise.race([left, late]);
  clearTimeout(timer);
}
