/** A campaign that is told to stop says what it has found so far: the items one by one, until Ctrl-C or SIGTERM. */
let told = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    told = true;
  });

/** Whether the one under way was cut off too, and counts for nothing. */
export const wasTold = (): boolean => told;

export function* untilTold<T>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    if (told) return;
    yield item;
  }
}
