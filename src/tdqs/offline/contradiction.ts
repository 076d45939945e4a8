/**
 * A description that denies an annotation: it says that the tool writes, and a hint says that it only
 * reads. Whatever else is said, that is worth 1. Every sentence is looked at; only the first one may be an
 * order ("Delete a boat"), because later ones often tell the reader what to do ("Create an account first").
 */
import type { ContextSignals, JustifiedScore } from '../../types/tdqs.js';
import { READ } from './background.js';
import { quote } from './cite.js';
import { isDestruction, isSureWrite, verbOf } from './effect.js';
import { splitSentences } from './sentences.js';

/** After these "updates" and "archives" are things, not what the tool does. */
const AFTER_NOUN = new Set(
  'are is was were be of from have has can may will must should in on to'.split(' '),
);

export function contradiction(
  text: string,
  { annotationValues }: ContextSignals,
): JustifiedScore | undefined {
  const { readOnly, destructive } = annotationValues;
  if (readOnly !== true && destructive !== false) return undefined;
  const denies = readOnly === true ? isSureWrite : isDestruction;
  const hint = readOnly === true ? 'readOnlyHint is true' : 'destructiveHint is false';
  for (const [i, sentence] of splitSentences(text.slice(0, READ)).entries()) {
    const found = verbOf(sentence);
    if (found === undefined || !denies(found.verb)) continue;
    if (i > 0 && (!found.verb.endsWith('s') || AFTER_NOUN.has(found.next))) continue;
    return {
      score: 1,
      justification: `${quote(sentence)} describes a change, while ${hint}. The two cannot both be true.`,
    };
  }
  return undefined;
}
