/** At most so many at a time; the others wait in line, unless they are given up before their turn. */
export type Limit = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createLimit(most: number): Limit {
  let busy = 0;
  const waiting: (() => void)[] = [];
  const next = (): void => {
    busy -= 1;
    waiting.shift()?.();
  };
  return async (signal, work) => {
    if (busy >= most) {
      await new Promise<void>((go) => {
        waiting.push(go);
        signal.addEventListener(
          'abort',
          () => {
            const at = waiting.indexOf(go);
            if (at >= 0) waiting.splice(at, 1);
            // Counted as busy for a moment: the work itself sees that it was given up.
            go();
          },
          { once: true },
        );
      });
    }
    busy += 1;
    try {
      return await work();
    } finally {
      next();
    }
  };
}
