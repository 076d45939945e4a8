/**
 * Byte-pair merging in n log n, for single words so long that the usual quadratic merging would take
 * minutes. Always the pair of the lowest rank, of equals the leftmost, as tokenizers do it.
 */

const POSITIONS = 2 ** 30;

/** How many tokens are left of a word, given as one character a byte. */
export function countMerged(bytes: string, rankOf: (bytes: string) => number | undefined): number {
  const { length } = bytes;
  // The parts are a linked list: where each one ends, and where the one before begins.
  const end = new Int32Array(length);
  const before = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    end[at] = at + 1;
    before[at] = at - 1;
  }
  const rankAt = new Int32Array(length).fill(-1);
  const heap: number[] = [];
  const look = (at: number): void => {
    const second = end[at]!;
    const rank = second >= length ? undefined : rankOf(bytes.slice(at, end[second]!));
    rankAt[at] = rank ?? -1;
    if (rank !== undefined) push(heap, rank * POSITIONS + at);
  };
  for (let at = 0; at < length; at += 1) look(at);
  let parts = length;
  while (heap.length > 0) {
    const lowest = pop(heap);
    const at = lowest % POSITIONS;
    // What has been merged since, or has another neighbour now, is in the heap under its new rank.
    if (rankAt[at] !== Math.floor(lowest / POSITIONS)) continue;
    const second = end[at]!;
    end[at] = end[second]!;
    rankAt[second] = -1;
    if (end[at]! < length) before[end[at]!] = at;
    parts -= 1;
    look(at);
    if (before[at]! >= 0) look(before[at]!);
  }
  return parts;
}

function push(heap: number[], value: number): void {
  let at = heap.length;
  heap.push(value);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

function pop(heap: number[]): number {
  const first = heap[0]!;
  const last = heap.pop()!;
  const { length } = heap;
  if (length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= length) break;
    if (child + 1 < length && heap[child + 1]! < heap[child]!) child += 1;
    if (heap[child]! >= last) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return first;
}
