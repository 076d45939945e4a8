/**
 * Behaviour: what a call does beyond its name. With annotations the bar is lower, because they carry the
 * safety profile; without them the text must. A text that denies one is a matter of `contradiction.ts`.
 */
import type { JustifiedScore } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { quote } from './cite.js';
import { changesThings } from './effect.js';
import { disclosed, RETURNS } from './evidence.js';
import type { Reading } from './reading.js';

/** This many new words tell more than the traits that were recognised in them. */
const RICH = 20;
const VERY_RICH = 40;

export function behaviour(reading: Reading): JustifiedScore {
  const { hasAnnotations } = reading.signals;
  if (reading.saysNothing) {
    return {
      score: hasAnnotations ? 2 : 1,
      justification: `${quote(reading.lead)} discloses no behaviour. ${hasAnnotations ? 'Only the annotations say anything.' : 'There are no annotations either.'}`,
    };
  }
  const found = disclosed(reading.news);
  const returns = found.some(({ trait }) => trait === RETURNS.trait);
  const strong = found.filter(({ trait }) => trait !== RETURNS.trait);
  const points = 2 * strong.length + (returns ? 1 : 0) + richness(reading.newTerms.size);
  const score = hasAnnotations ? withAnnotations(points, changesThings(reading)) : alone(points);
  return { score, justification: justify(reading, strong[0] ?? found[0], found.length, hasAnnotations) };
}

function richness(terms: number): number {
  if (terms >= VERY_RICH) return 2;
  return terms >= RICH ? 1 : 0;
}

function alone(points: number): number {
  if (points >= 7) return 5;
  if (points >= 4) return 4;
  return points >= 2 ? 3 : 2;
}

function withAnnotations(points: number, changes: boolean): number {
  if (points >= 5) return 5;
  if (points >= 2) return 4;
  return points === 0 && changes ? 2 : 3;
}

function justify(
  reading: Reading,
  best: { trait: string; sentence: string } | undefined,
  count: number,
  annotated: boolean,
): string {
  const ground = annotated
    ? 'The annotations already give the safety profile.'
    : 'There are no annotations, so the text must carry everything.';
  if (best === undefined) {
    return `${quote(reading.lead)} says what is done, not how the tool behaves. ${ground}`;
  }
  const more =
    count > 1
      ? ` ${plural(count - 1, 'more kind')} of behaviour ${count === 2 ? 'is' : 'are'} disclosed.`
      : ' Other traits stay open.';
  return `${quote(best.sentence)} tells ${best.trait}.${more} ${ground}`;
}
