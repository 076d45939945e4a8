/**
 * Behaviour: what a call does beyond its name. With annotations the bar is lower, because they carry the
 * safety profile; without them the text must. A text that denies one is a matter of `contradiction.ts`.
 */
import type { JustifiedScore } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { quote } from './cite.js';
import type { Disclosure } from './evidence.js';
import type { Features } from './features.js';
import type { Reading } from './reading.js';
import { weigh } from './weigh.js';
import { WEIGHTS } from './weights.js';

export function behaviour(
  reading: Reading,
  found: readonly Disclosure[],
  features: Features,
): JustifiedScore {
  const { hasAnnotations } = reading.background.signals;
  if (reading.saysNothing) {
    return {
      score: hasAnnotations ? 2 : 1,
      justification: `${reading.background.lead} discloses no behaviour. ${hasAnnotations ? 'Only the annotations say anything.' : 'There are no annotations either.'}`,
    };
  }
  if (reading.fit === 'unrelated') {
    return {
      score: 1,
      justification: `${reading.background.lead} fits neither name nor parameters. What it discloses is the behaviour of something else.`,
    };
  }
  // Credit goes to what hints cannot say: with them alone a definition is as good as it has to be, and no better.
  const most = found.length === 0 && features.sentences === 0 ? 3 : 5;
  // 1 is for what misleads or says nothing at all.
  const score = Math.min(most, Math.max(2, weigh(features, WEIGHTS.behavioral_transparency)));
  return { score, justification: justify(reading, found[0], found.length, hasAnnotations) };
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
    return `${reading.background.lead} says what is done, not how the tool behaves. ${ground}`;
  }
  const more =
    count > 1
      ? ` ${plural(count - 1, 'more kind')} of behaviour ${count === 2 ? 'is' : 'are'} disclosed.`
      : ' Other traits stay open.';
  return `${quote(best.sentence)} tells ${best.trait}.${more} ${ground}`;
}
