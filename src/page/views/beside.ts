/** Two lists of calls aligned: the same tool stands beside the same tool wherever the order allows it. */
import type { TraceCall } from '../../types/trace.js';

export interface Pair {
  /** Place among the calls of each. */
  left?: number;
  right?: number;
}

/** More are set side by side in their order. */
const MOST = 400;

const keyOf = ({ server, tool, agent }: TraceCall): string => JSON.stringify([agent, server, tool]);

export function alignCalls(left: readonly TraceCall[], right: readonly TraceCall[]): Pair[] {
  if (left.length > MOST || right.length > MOST)
    return Array.from({ length: Math.max(left.length, right.length) }, (_, place) => ({
      ...(place < left.length && { left: place }),
      ...(place < right.length && { right: place }),
    }));
  const [a, b] = [left.map(keyOf), right.map(keyOf)];
  const wide = b.length + 1;
  /** The longest run of equal tools in what is left of both, from each pair of places. */
  const shared = new Int32Array((a.length + 1) * wide);
  const at = (i: number, j: number): number => shared[i * wide + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      shared[i * wide + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: Pair[] = [];
  let [l, r] = [0, 0];
  while (l < a.length || r < b.length) {
    if (l < a.length && r < b.length && a[l] === b[r]) pairs.push({ left: l++, right: r++ });
    else if (r >= b.length || (l < a.length && at(l + 1, r) >= at(l, r + 1))) pairs.push({ left: l++ });
    else pairs.push({ right: r++ });
  }
  return pairs;
}
