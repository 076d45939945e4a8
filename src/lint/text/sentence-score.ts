/**
 * How much a sentence reads like poison: a sum of learned weights, one for each of its features.
 * `eval/train-security.ts` makes the weights; they are unpacked when the first sentence is scored.
 */
import { compareText } from '../../util/compare-text.js';
import model from '../words/learned-weights.json' with { type: 'json' };
import { OF_WHOLE, SLOTS } from './feature-hash.js';
import { featuresOf, nameOfFeature, type PlacedSentence } from './sentence-features.js';

/** A sentence of this score or more is reported. */
export const THRESHOLD = model.threshold;

/** Long sentences have more features and no more to say. */
export const LENGTH_POWER = 0.3;

interface Unpacked {
  weights: Int8Array;
  /** The sentence that used a slot last: each counts once a sentence. */
  usedBy: Uint32Array;
  sentence: number;
}

let unpacked: Unpacked | undefined;

function unpack(): Unpacked {
  const bytes = Buffer.from(model.weights, 'base64');
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return { weights, usedBy: new Uint32Array(SLOTS), sentence: 0 };
}

export function scoreSentence(placed: PlacedSentence): number {
  unpacked ??= unpack();
  const { weights, usedBy } = unpacked;
  unpacked.sentence = (unpacked.sentence + 1) >>> 0;
  const id = unpacked.sentence;
  let sum = 0;
  let count = 0;
  featuresOf(placed, (slot) => {
    if (usedBy[slot] === id) return;
    usedBy[slot] = id;
    sum += weights[slot] ?? 0;
    count += 1;
  });
  return model.bias + (sum * model.scale) / lengthOf(count);
}

/** What the sum of a sentence with so many features is divided by. */
export function lengthOf(features: number): number {
  return (features + 4) ** LENGTH_POWER;
}

/** The features that speak most for poison, the strongest first; words that are part of a longer one only once. */
export function strongestFeatures(placed: PlacedSentence, count: number): string[] {
  unpacked ??= unpack();
  const { weights } = unpacked;
  const named = new Map<string, number>();
  featuresOf(placed, (slot, first, last) => {
    const weight = weights[slot] ?? 0;
    if (weight <= 0 || first === OF_WHOLE) return;
    const name = nameOfFeature(placed.sentence, first, last);
    named.set(name, weight + (named.get(name) ?? 0));
  });
  const ranked = [...named].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  const shown: string[] = [];
  for (const [name] of ranked) {
    if (shown.length === count) break;
    if (!shown.some((other) => other.includes(name))) shown.push(name);
  }
  return shown;
}
