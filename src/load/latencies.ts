/** Every latency is kept, so that percentiles are those of the calls and not of buckets. */
import type { LoadResult } from '../types/load.js';

export class Latencies {
  #values = new Float64Array(1024);
  #count = 0;

  add(ms: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count] = ms;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  summary(): Pick<LoadResult, 'latency_ms' | 'histogram'> {
    const sorted = this.#values.slice(0, this.#count).sort();
    const at = (share: number): number => microseconds(percentile(sorted, share));
    const mean = this.#count === 0 ? 0 : sorted.reduce((sum, ms) => sum + ms, 0) / this.#count;
    return {
      latency_ms: {
        min: at(0),
        mean: microseconds(mean),
        p50: at(0.5),
        p90: at(0.9),
        p95: at(0.95),
        p99: at(0.99),
        max: at(1),
      },
      histogram: histogramOf(sorted),
    };
  }
}

/** The least value that so many are at or below: nearest rank, no interpolation. 0 when there is none. */
export function percentile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return 0;
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? 0;
}

const STEPS = [1, 1.5, 2, 3, 5, 7];
const LEAST = -2;
const MOST = 7;

/** Edges that grow by a half: 1, 1.5, 2, 3, 5, 7, 10 and so on, from a hundredth of a millisecond. */
const EDGES: number[] = [0];
for (let power = LEAST; power < MOST; power += 1)
  for (const step of STEPS) EDGES.push(Number((step * 10 ** power).toPrecision(3)));

/** From the first bucket with something in it to the last. */
function histogramOf(sorted: Float64Array): LoadResult['histogram'] {
  const rows: LoadResult['histogram'] = [];
  let at = 0;
  for (const [index, from_ms] of EDGES.entries()) {
    const to_ms = EDGES[index + 1] ?? Number.MAX_SAFE_INTEGER;
    const begun = at;
    while (at < sorted.length && (sorted[at] ?? 0) < to_ms) at += 1;
    if (at > begun || rows.length > 0) rows.push({ from_ms, to_ms, count: at - begun });
    if (at === sorted.length) break;
  }
  return rows;
}

function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
