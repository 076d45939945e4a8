/**
 * Pairs each of `n` items with a different one of `m`, where they fit. Augmenting paths: at worst the
 * product of all three sizes, so that there is a limit, beyond which the answer is undefined.
 */
const MAX_PAIRS = 1_000_000;

export function canPairAll(
  n: number,
  m: number,
  fits: (item: number, other: number) => boolean,
): boolean | undefined {
  if (n > m) return false;
  if (n * m > MAX_PAIRS) return undefined;
  const partner = new Int32Array(m).fill(-1);
  const tried = new Int32Array(m).fill(-1);
  const place = (item: number, round: number): boolean => {
    for (let other = 0; other < m; other += 1) {
      if (tried[other] === round || !fits(item, other)) continue;
      tried[other] = round;
      const rival = partner[other] ?? -1;
      if (rival === -1 || place(rival, round)) {
        partner[other] = item;
        return true;
      }
    }
    return false;
  };
  for (let item = 0; item < n; item += 1) if (!place(item, item)) return false;
  return true;
}
