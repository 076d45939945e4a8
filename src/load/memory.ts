/** The memory of a process and of everything below it, read from `/proc` now and then while calls go out. */
import { readdirSync, readFileSync } from 'node:fs';
import type { LoadResult, MemorySample } from '../types/load.js';

const EVERY_MS = 250;
const KB_IN_MB = 1024;
/** Fewer samples say nothing of growth. */
const FEWEST = 5;

export class MemoryWatch {
  readonly #samples: MemorySample[] = [];
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly pid: number) {
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), EVERY_MS);
    this.#timer.unref();
  }

  /** Undefined where there is no `/proc`, or the process was never seen. */
  stop(): LoadResult['memory'] {
    clearInterval(this.#timer);
    this.#sample();
    const samples = this.#samples;
    const [first] = samples;
    if (first === undefined) return undefined;
    const part = Math.max(1, Math.floor(samples.length / 5));
    const [start, end] = [mean(samples.slice(0, part)), mean(samples.slice(-part))];
    return {
      start_mb: rounded(start),
      end_mb: rounded(end),
      peak_mb: rounded(Math.max(...samples.map(({ mb }) => mb))),
      growth_mb: samples.length < FEWEST ? 0 : rounded(end - start),
      samples: samples.map(({ at_ms, mb }) => ({ at_ms: Math.round(at_ms), mb: rounded(mb) })),
    };
  }

  #sample(): void {
    const kb = treeOf(this.pid).reduce((sum, pid) => sum + residentKb(pid), 0);
    if (kb > 0) this.#samples.push({ at_ms: performance.now() - this.#started, mb: kb / KB_IN_MB });
  }
}

/** The process and all that it started, as far as the system still knows who started whom. */
export function treeOf(root: number): number[] {
  const found = [root];
  for (const pid of found) {
    for (const child of childrenOf(pid)) if (!found.includes(child)) found.push(child);
  }
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // It has left meanwhile.
    return [];
  }
}

function residentKb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function mean(samples: readonly MemorySample[]): number {
  return samples.reduce((sum, { mb }) => sum + mb, 0) / samples.length;
}

function rounded(mb: number): number {
  return Math.round(mb * 10) / 10;
}
