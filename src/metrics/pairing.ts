/**
 * Pairs each of `n` items with a different one of `m`, where they fit. Augmenting paths: at worst the
 * product of all three sizes, so that there is a limit, beyond which the answer is undefined.
 */
const MAX_PAIRS = 1_000_000;
/** What nobody can pair up completely takes longer, and is only shown. */
const MAX_SHOWN = 40_000;

export function canPairAll(
  n: number,
  m: number,
  fits: (item: number, other: number) => boolean,
): boolean | undefined {
  if (n > m) return false;
  if (n * m > MAX_PAIRS) return undefined;
  const place = pairer(m, fits).place;
  for (let item = 0; item < n; item += 1) if (!place(item, item)) return false;
  return true;
}

/** As many pairs as there can be: for each of the `m` others its item, or -1. */
export function pairUp(
  n: number,
  m: number,
  fits: (item: number, other: number) => boolean,
): Int32Array | undefined {
  if (n * m > MAX_SHOWN) return undefined;
  const { place, partner } = pairer(m, fits);
  for (let item = 0; item < n; item += 1) place(item, item);
  return partner;
}

function pairer(m: number, fits: (item: number, other: number) => boolean) {
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
  return { place, partner };
}
