/**
 * How far two sequences are apart. Quadratic in their lengths, so that there is a limit: beyond it the
 * answer is undefined, and the figure that needs it is absent.
 */
const MAX_CELLS = 4_000_000;

/** How many items are replaced, added and left out, at least, to turn `n` expected ones into `m` actual ones. */
export function editDistance(
  n: number,
  m: number,
  equal: (expected: number, actual: number) => boolean,
): number | undefined {
  if ((n + 1) * (m + 1) > MAX_CELLS) return undefined;
  let row = Uint32Array.from({ length: m + 1 }, (_, j) => j);
  for (let i = 0; i < n; i += 1) {
    const next = new Uint32Array(m + 1);
    next[0] = i + 1;
    for (let j = 0; j < m; j += 1) {
      const replaced = read(row, j) + (equal(i, j) ? 0 : 1);
      next[j + 1] = Math.min(replaced, read(row, j + 1) + 1, read(next, j) + 1);
    }
    row = next;
  }
  return read(row, m);
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
function read(cells: Uint32Array, place: number): number {
  return cells[place] ?? 0;
}
