/**
 * Behaviour: what a call does beyond its name. With annotations the bar is lower, because they carry the
 * safety profile; without them the text must. A text that denies one is a matter of `contradiction.ts`.
 */
import type { JustifiedScore } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { quote } from './cite.js';
import { type Disclosure, passedOver, RETURNS } from './evidence.js';
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
  return { score, justification: justify(reading, found, features, score) };
}

/** What decided the score, in the order in which it weighs: facts, half facts, what looks like a fact and is none. */
function justify(
  reading: Reading,
  found: readonly Disclosure[],
  { sentences }: Features,
  score: number,
): string {
  const { signals, lead } = reading.background;
  const ground = signals.hasAnnotations
    ? 'The annotations already give the safety profile.'
    : 'There are no annotations, so the text must carry everything.';
  const facts = found.filter(({ own, trait }) => own && trait !== RETURNS.trait);
  const [best = found.find(({ own }) => !own) ?? found[0]] = facts;
  const more =
    sentences > 0
      ? ` ${plural(sentences, 'further sentence')} of detail ${sentences === 1 ? 'adds' : 'add'} to it.`
      : '';
  if (best === undefined) {
    const passed = passedOver(reading);
    if (passed !== undefined) return `${passed} ${ground}`;
    return `${lead} says what is done, not how the tool behaves.${more} ${ground}`;
  }
  const tells = `${quote(best.sentence)} tells ${best.trait}`;
  if (reading.fit !== 'fits')
    return `${tells}. Whether the text is about this tool cannot be told, so that counts for nothing. ${ground}`;
  if (facts.length === 0 && !best.own)
    return `${tells}, in words that would fit other tools: that counts half.${more} ${ground}`;
  const count = facts.length === 0 ? 1 : found.length;
  if (count > 1)
    return `${tells}. ${plural(count - 1, 'more kind')} of behaviour ${count === 2 ? 'is' : 'are'} disclosed. ${ground}`;
  return `${tells}.${score === 5 ? '' : ' Other traits stay open.'} ${ground}`;
}
