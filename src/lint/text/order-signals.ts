/** Orders to the model in a text of any language; SEC-001 reports them, SEC-004 asks about decoded text. */

import { ENGLISH_ORDERS, MARKUP } from '../words/orders.js';
import { LATIN_HINT, LATIN_ORDERS, OTHER_SCRIPT_ORDERS } from '../words/orders-other-languages.js';
import type { Scan, Signal, Span } from './signals.js';

export interface FoundSignal {
  what: string;
  span: Span;
}

const MARKUP_HINT = /[<[#]|(?:Human|User|Assistant|System): |BEGIN /;
const NOT_LATIN = /[^\u0000-\u024f]/;

/** In folded text. */
export function findOrder(folded: Scan): FoundSignal | undefined {
  return (
    firstOf(folded, ENGLISH_ORDERS) ??
    (LATIN_HINT.test(folded.text) ? firstOf(folded, LATIN_ORDERS) : undefined)
  );
}

/** In raw text: other scripts, chat tokens and hidden markup. */
export function findRawOrder(raw: Scan): FoundSignal | undefined {
  if (MARKUP_HINT.test(raw.text)) {
    for (const { what, pattern } of MARKUP) {
      const [span] = raw.all(pattern);
      if (span !== undefined) return { what, span };
    }
  }
  return NOT_LATIN.test(raw.text) ? firstOf(raw, OTHER_SCRIPT_ORDERS) : undefined;
}

function firstOf(scan: Scan, signals: readonly Signal[]): FoundSignal | undefined {
  for (const signal of signals) {
    const span = scan.first(signal);
    if (span !== undefined) return { what: signal.what, span };
  }
  return undefined;
}
