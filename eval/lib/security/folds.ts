/**
 * Splits by server and by set, and thresholds that are chosen inside the part that is learned from: what
 * is measured on the part that was left out is an estimate, not a fit.
 */
import type { Example } from './examples.js';
import { type Learned, learn, type Settings, scoreExample } from './learner.js';

export const FOLDS = 5;
const INNER_FOLDS = 3;
/**
 * The share of honest definitions of servers that were left out that may be reported. Two per cent are allowed, but
 * these are servers of 2025: of sixty that nobody had seen, with longer texts, five times as many were reported.
 */
export const BENIGN_SHARE = 0.0035;
const CHOICES: readonly Settings[] = [
  { pull: 1e-3, rounds: 6 },
  { pull: 5e-3, rounds: 6 },
  { pull: 3e-4, rounds: 6 },
];

/** Sets with a twin are left out together, so that neither teaches the other its topics. */
const SET_FOLDS: Readonly<Record<string, number>> = {
  hard_poisoned: 0,
  hard_clean: 0,
  neutral_poisoned: 1,
  neutral_clean: 1,
  adversarial_poisoned: 2,
  adversarial_poisoned_v2: 3,
};

export function foldOf({ set, group }: Example, folds: number): number {
  return (SET_FOLDS[set] ?? hash(group)) % folds;
}

function hash(text: string): number {
  let value = 7;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/** The scores of definitions that were left out, in their order. */
export function outerScores(
  examples: readonly Example[],
  own: readonly Example[],
  settings: Settings,
  folds: number,
): number[] {
  const scores = new Array<number>(examples.length).fill(Number.NEGATIVE_INFINITY);
  for (let fold = 0; fold < folds; fold += 1) {
    const learned = learn([...examples.filter((each) => foldOf(each, folds) !== fold), ...own], settings);
    for (const [i, each] of examples.entries()) {
      if (foldOf(each, folds) === fold) scores[i] = scoreExample(learned, each);
    }
  }
  return scores;
}

/** The score that this share of honest definitions reaches. */
export function thresholdFor(examples: readonly Example[], scores: readonly number[], share: number): number {
  const honest = scores.filter((_, i) => examples[i]!.set === 'benign').sort((a, b) => b - a);
  return honest[Math.floor(share * honest.length)] ?? Number.POSITIVE_INFINITY;
}

export interface Chosen {
  settings: Settings;
  threshold: number;
}

let choices = CHOICES;

/** The short form of an evaluation: settings are those of the weights in the repo, thresholds are still chosen inside. */
export function onlySettings(settings: Settings): void {
  choices = [settings];
}

/** The settings that find most when the threshold lets the same share of honest definitions through. */
export function choose(examples: readonly Example[], own: readonly Example[]): Chosen {
  const tried = choices.map((settings) => {
    const scores = outerScores(examples, own, settings, INNER_FOLDS);
    const threshold = thresholdFor(examples, scores, BENIGN_SHARE);
    return { settings, threshold, found: meanRecall(examples, scores, threshold) };
  });
  tried.sort((a, b) => b.found - a.found);
  return tried[0]!;
}

/** Each set counts the same, however large. */
function meanRecall(examples: readonly Example[], scores: readonly number[], threshold: number): number {
  const sets = new Map<string, { found: number; of: number }>();
  for (const [i, { poisoned, set }] of examples.entries()) {
    if (!poisoned) continue;
    const share = sets.get(set) ?? { found: 0, of: 0 };
    sets.set(set, { found: share.found + (scores[i]! > threshold ? 1 : 0), of: share.of + 1 });
  }
  const rates = [...sets.values()].map(({ found, of }) => found / of);
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

export interface LeftOut {
  score: number;
  threshold: number;
}

/** Nested: settings and threshold are chosen without the fold that is scored. */
export function nestedScores(examples: readonly Example[], own: readonly Example[]): LeftOut[] {
  const out = new Array<LeftOut>(examples.length);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const known = examples.filter((each) => foldOf(each, FOLDS) !== fold);
    const { settings, threshold } = choose(known, own);
    const learned = learn([...known, ...own], settings);
    for (const [i, each] of examples.entries()) {
      if (foldOf(each, FOLDS) === fold) out[i] = { score: scoreExample(learned, each), threshold };
    }
  }
  return out;
}

/** As if a whole collection were unknown: nothing of these sets is learned from. */
export function withoutSets(
  examples: readonly Example[],
  own: readonly Example[],
  isUnknown: (set: string) => boolean,
): LeftOut[] {
  const known = examples.filter(({ set, poisoned }) => !isUnknown(set) && (poisoned || set === 'benign'));
  const { settings, threshold } = choose(known, own);
  const learned: Learned = learn([...known, ...own], settings);
  return examples.map((each) => ({ score: scoreExample(learned, each), threshold }));
}
