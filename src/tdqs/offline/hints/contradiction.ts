/**
 * A description that denies an annotation: it says that the tool writes, and a hint says that it only reads; or that each
 * call does it again, or that it goes to the web, and a hint says otherwise. Whatever else is said, that is worth 1. Every
 * sentence is looked at; only the first one may be an order ("Delete a boat"), because later ones often tell the reader
 * what to do ("Create an account first").
 */
import type { ContextSignals, JustifiedScore } from '../../../types/tdqs.js';
import { READ } from '../background.js';
import { quote } from '../cite.js';
import { splitSentences } from '../sentences.js';
import { changes, destroys, doesAgain, leavesHouse } from './deeds.js';

/** What a hint denies: the sentence of a text that says the opposite. */
interface Hint {
  hint: string;
  what: string;
  denied(sentence: string, first: boolean): boolean;
}

function hintsOf({ annotationValues }: ContextSignals): Hint[] {
  const { readOnly, destructive, idempotent, openWorld } = annotationValues;
  const hints: Hint[] = [];
  if (readOnly === true) hints.push({ hint: 'readOnlyHint is true', what: 'a change', denied: changes });
  else if (destructive === false)
    hints.push({ hint: 'destructiveHint is false', what: 'a loss', denied: destroys });
  if (idempotent === true && readOnly !== true)
    hints.push({
      hint: 'idempotentHint is true',
      what: 'that every call does it again',
      denied: doesAgain,
    });
  if (openWorld === false)
    hints.push({ hint: 'openWorldHint is false', what: 'a way to the outside', denied: leavesHouse });
  return hints;
}

export function contradiction(text: string, signals: ContextSignals): JustifiedScore | undefined {
  const hints = hintsOf(signals);
  if (hints.length === 0) return undefined;
  for (const [i, sentence] of splitSentences(text.slice(0, READ)).entries()) {
    const denied = hints.find((one) => one.denied(sentence, i === 0));
    if (denied === undefined) continue;
    return {
      score: 1,
      justification: `${quote(sentence)} describes ${denied.what}, while ${denied.hint}. The two cannot both be true.`,
    };
  }
  return undefined;
}
