/** What the offline judge counts in a text before it weighs it; each from nothing to enough, never without end. */

import { disclosed, isUnknown, listsTraits, RETURNS } from './evidence.js';
import { guidesToTool } from './guidance.js';
import { changesThings } from './hints/effect.js';
import { isGeneral, isPraise, isVacuous } from './plain-words.js';
import type { Reading } from './reading.js';

export interface Features {
  annotations: number;
  outputSchema: number;
  /** Kinds of facts about this tool, and half a one for all facts that would fit any tool. */
  facts: number;
  returns: number;
  /** New words about the tool, each doubling counts one. */
  words: number;
  /** Sentences about the tool after the first. */
  sentences: number;
  changes: number;
  noParameters: number;
  /** The share of the parameters that are explained anywhere. */
  known: number;
  /** How many, each doubling counts one. */
  parameters: number;
  nested: number;
}

export function featuresOf(reading: Reading, found = disclosed(reading)): Features {
  const { newTerms, fit, background } = reading;
  const { signals, known } = background;
  const own = found.filter((one) => one.own);
  const isReturn = ({ trait }: { trait: string }): boolean => trait === RETURNS.trait;
  const after = sentencesWithNews(reading);
  return {
    annotations: Number(signals.hasAnnotations),
    outputSchema: Number(signals.hasOutputSchema),
    facts:
      fit !== 'fits'
        ? 0
        : Math.min(4, own.filter((one) => !isReturn(one)).length + (own.length < found.length ? 0.5 : 0)),
    returns: Number(fit === 'fits' && own.some(isReturn)),
    // Of a text that may be about anything, words that would fit any tool are none.
    words:
      fit === 'fits'
        ? Math.min(6, Math.log2(1 + newTerms.size))
        : Number([...newTerms].some((term) => !isGeneral(term))),
    sentences: fit === 'fits' ? Math.min(4, after) : 0,
    changes: Number(changesThings(reading)),
    noParameters: Number(signals.paramCount === 0),
    known: signals.paramCount === 0 ? 1 : known / signals.paramCount,
    parameters: Math.min(4, Math.log2(1 + signals.paramCount)),
    nested: Number(signals.hasNestedObjects),
  };
}

/** New words that make a sentence worth its place. */
const NEWS = 2;

/** Sentences about the tool after the first that bring words which none before them had. */
function sentencesWithNews({ news, first, background }: Reading): number {
  const seen = new Set([...background.nameTerms, ...(first?.terms ?? [])]);
  let count = 0;
  for (const sentence of news) {
    let [fresh, tells] = [0, /\d/.test(sentence.text)];
    for (const term of sentence.terms) {
      if (seen.has(term) || isVacuous(term) || isPraise(term)) continue;
      seen.add(term);
      fresh += 1;
      tells ||= !isGeneral(term);
    }
    if (
      tells &&
      fresh >= NEWS &&
      sentence !== first &&
      sentence.own &&
      !guidesToTool(sentence.said) &&
      !isUnknown(sentence.said) &&
      !listsTraits(sentence.said)
    )
      count += 1;
  }
  return count;
}
