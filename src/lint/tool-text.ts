/** What the words of a definition say, for those who read it without rules. Loads none of them. */
import { foldText } from './text/normalise-text.js';
import { findOrder } from './text/order-signals.js';
import { Scan } from './text/signals.js';
import { actionWord } from './words/verb-forms.js';

export { PatternIndex, type PossiblePatterns } from './text/pattern-index.js';
export { namesAction } from './text/prose.js';

/** Whether a single word, in lower case, says what is done. */
export function isActionWord(word: string): boolean {
  return actionWord(word) !== undefined;
}

/** What a text orders a model to do, as SEC-001 puts it; undefined when it orders nothing. */
export function findOrderToModel(text: string): string | undefined {
  return findOrder(new Scan(foldText(text).text))?.what;
}
