/** Waits for a program to leave, but not for ever: what came first, where it was not its end. */
export async function waitForExit(
  gone: Promise<void>,
  limit_ms: number,
  signal?: AbortSignal,
): Promise<'deadline' | 'interrupted' | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let abort = () => {};
  const late = new Promise<'deadline' | 'interrupted'>((resolve) => {
    timer = setTimeout(() => resolve('deadline'), Math.max(1, limit_ms));
    abort = () => resolve('interrupted');
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
  const first = await Promise.race([gone.then(() => undefined), late]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', abort);
  return first;
}
