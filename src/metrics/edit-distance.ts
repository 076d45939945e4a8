/**
 * How far two sequences are apart. Quadratic in their lengths, so that there is a limit: beyond it the
 * answer is undefined, and the figure that needs it is absent.
 */
const MAX_CELLS = 4_000_000;

export interface Step {
  kind: 'same' | 'replaced' | 'missing' | 'extra';
  /** Position in the expected sequence; absent for `extra`. */
  expected?: number;
  /** Position in the actual sequence; absent for `missing`. */
  actual?: number;
}

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
      const replaced = cost[at - width - 1]! + 1 - same[at]!;
      cost[at] = Math.min(replaced, cost[at - width]! + 1, cost[at - 1]! + 1);
    }
  }
  return { distance: cost[n * width + m]!, steps: trace(n, m, cost, same) };
}

function trace(n: number, m: number, cost: Uint32Array, same: Uint8Array): Step[] {
  const width = m + 1;
  const steps: Step[] = [];
  let [i, j] = [n, m];
  while (i > 0 || j > 0) {
    const at = i * width + j;
    if (i > 0 && j > 0 && cost[at] === cost[at - width - 1]! + 1 - same[at]!) {
      i -= 1;
      j -= 1;
      steps.push({ kind: same[at] === 1 ? 'same' : 'replaced', expected: i, actual: j });
    } else if (i > 0 && cost[at] === cost[at - width]! + 1) {
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
      next[j + 1] = equal(i, j) ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  return row[m]!;
}
