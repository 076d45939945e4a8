/**
 * How far two sequences are apart. Quadratic in their lengths, so that there is a limit: beyond it the
 * answer is undefined, and the figure that needs it is absent.
 */
const MAX_CELLS = 4_000_000;

/** `expected` and `actual` are positions in the two sequences. */
export type Step =
  | { kind: 'same' | 'replaced'; expected: number; actual: number }
  | { kind: 'missing'; expected: number }
  | { kind: 'extra'; actual: number };

export interface Alignment {
  distance: number;
  /** From first to last. */
  steps: Step[];
}

/** The cheapest way to turn `n` expected items into `m` actual ones by replacing, adding and leaving out. */
export function align(
  n: number,
  m: number,
  equal: (expected: number, actual: number) => boolean,
): Alignment | undefined {
  const width = m + 1;
  if ((n + 1) * width > MAX_CELLS) return undefined;
  const cost = new Uint32Array((n + 1) * width);
  const same = new Uint8Array((n + 1) * width);
  for (let j = 0; j <= m; j += 1) cost[j] = j;
  for (let i = 1; i <= n; i += 1) {
    cost[i * width] = i;
    for (let j = 1; j <= m; j += 1) {
      const at = i * width + j;
      same[at] = equal(i - 1, j - 1) ? 1 : 0;
      const replaced = read(cost, at - width - 1) + 1 - read(same, at);
      cost[at] = Math.min(replaced, read(cost, at - width) + 1, read(cost, at - 1) + 1);
    }
  }
  return { distance: read(cost, n * width + m), steps: trace(n, m, cost, same) };
}

function trace(n: number, m: number, cost: Uint32Array, same: Uint8Array): Step[] {
  const width = m + 1;
  const steps: Step[] = [];
  let [i, j] = [n, m];
  while (i > 0 || j > 0) {
    const at = i * width + j;
    if (i > 0 && j > 0 && cost[at] === read(cost, at - width - 1) + 1 - read(same, at)) {
      i -= 1;
      j -= 1;
      steps.push({ kind: same[at] === 1 ? 'same' : 'replaced', expected: i, actual: j });
    } else if (i > 0 && cost[at] === read(cost, at - width) + 1) {
      i -= 1;
      steps.push({ kind: 'missing', expected: i });
    } else {
      j -= 1;
      steps.push({ kind: 'extra', actual: j });
    }
  }
  return steps.reverse();
}

/** The most items that two sequences share in the same order. */
export function longestShared(
  n: number,
  m: number,
  equal: (expected: number, actual: number) => boolean,
): number | undefined {
  if ((n + 1) * (m + 1) > MAX_CELLS) return undefined;
  let row = new Uint32Array(m + 1);
  for (let i = 0; i < n; i += 1) {
    const next = new Uint32Array(m + 1);
    for (let j = 0; j < m; j += 1) {
      next[j + 1] = equal(i, j) ? read(row, j) + 1 : Math.max(read(row, j + 1), read(next, j));
    }
    row = next;
  }
  return read(row, m);
}

/** Every place that is asked for exists; the compiler cannot know. */
function read(cells: Uint32Array | Uint8Array, place: number): number {
  return cells[place] ?? 0;
}
