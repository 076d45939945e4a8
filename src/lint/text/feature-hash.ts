/** Features of a sentence as numbers, hashed into a fixed number of slots. */

export const SLOTS = 1 << 17;

/** The place of a feature that no word of the sentence has. */
export const OF_WHOLE = -1;

/** Called for each feature with its slot and the places of its first and last token. */
export type OnFeature = (slot: number, first: number, last: number) => void;

/** There are few meanings, and each comes up again and again. */
export function cachedHash(seed: number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let hash = known.get(text);
    if (hash === undefined) {
      hash = hashText(text, seed);
      known.set(text, hash);
    }
    return hash;
  };
}

export function hashText(text: string, seed: number): number {
  return hashOn(0x811c9dc5 ^ seed, text);
}

/** The hash of a text of which the beginning was hashed before. */
export function hashOn(before: number, text: string): number {
  let hash = before;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

export function mix(a: number, b: number): number {
  return Math.imul(a ^ (b >>> 15) ^ b, 0x85ebca6b) ^ (a >>> 13);
}

export function slotOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
}
