/** What differs between two answers to the same call: to change it again would prove nothing. */
import { equal } from '../match/equal.js';
import { formatTarget } from '../match/target.js';
import { withoutVolatile } from '../match/volatile.js';
import type { Step } from '../types/suite.js';
import { isObject, ownValue } from '../util/plain.js';
import { isLeaf, placesOfAnswer, textsOfAnswer } from './places-of-answer.js';
import type { Answer, Candidate } from './subject.js';

export interface VolatilePlaces {
  /** Values and lists, as targets. */
  targets: Set<string>;
  /** Target of a text → what else it was seen to be. */
  texts: Map<string, string[]>;
}

export function volatilePlaces(answer: Answer, others: readonly Answer[]): VolatilePlaces {
  const out: VolatilePlaces = { targets: new Set(), texts: new Map() };
  if (others.length === 0) return out;
  const later = others.map(
    (other) => new Map(placesOfAnswer(other).map((place) => [place.target, place.value])),
  );
  for (const { target, value, path } of placesOfAnswer(answer)) {
    const comesAndGoes = isLeaf(value)
      ? others.some((other) => !equal(leavesAt(answer, target), leavesAt(other, target)))
      : Array.isArray(value) && later.some((places) => lengthOf(places.get(target)) !== value.length);
    if (comesAndGoes && path.length > 0) out.targets.add(target);
  }
  for (const document of textsOfAnswer(answer)) {
    const target = formatTarget(document.at);
    const seen = others.flatMap((other) =>
      textsOfAnswer(other).flatMap(({ at, text }) => (formatTarget(at) === target ? [text] : [])),
    );
    out.texts.set(target, seen);
  }
  return out;
}

/** Every value of the class, not only the first. */
const leafCache = new WeakMap<Answer, Map<string, unknown[]>>();

function leavesAt(answer: Answer, target: string): unknown[] {
  const known = leafCache.get(answer) ?? allLeaves(answer);
  leafCache.set(answer, known);
  return known.get(target) ?? [];
}

function allLeaves(answer: Answer): Map<string, unknown[]> {
  const out = new Map<string, unknown[]>();
  for (const place of placesOfAnswer(answer)) {
    const values: unknown[] = [];
    place.change((value) => {
      values.push(value);
      return value;
    });
    out.set(place.target, values);
  }
  return out;
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

/** A secret was taken out there, and nobody can say what it is worth. */
const PLACEHOLDER = /\[secret:/;

/** Only values, texts and lengths come and go; that a field is there, and of which kind it is, does not. */
export function isVolatile(
  { family, path, piece, change }: Candidate,
  { targets, texts }: VolatilePlaces,
): boolean {
  if (family === 'M-VALUE' && PLACEHOLDER.test(change)) return true;
  if (piece !== undefined) return (texts.get(path) ?? []).some((text) => !text.includes(piece));
  return (family === 'M-VALUE' || family === 'M-LEN') && targets.has(path);
}

/** What a `snapshot` of the step replaces before it compares is volatile by the word of the suite. */
export function declaredVolatile(step: Step, answer: Answer): Answer[] {
  return step.expect.assertions.flatMap(({ matcher }) => {
    const normalise = ownValue(ownValue(matcher, 'snapshot'), 'normalise');
    if (!Array.isArray(normalise) || normalise.length === 0) return [];
    const replaced = withoutVolatile(answer, normalise);
    return isObject(replaced) ? [replaced as Answer] : [];
  });
}
