/** Orders to the model in a text of any language; SEC-001 reports them, SEC-004 asks about decoded text. */

import { ENGLISH_ORDERS, MARKUP } from '../words/orders.js';
import { LATIN_HINT, LATIN_ORDERS, OTHER_SCRIPT_ORDERS } from '../words/orders-other-languages.js';
import { expectPatterns, type Scan, type Signal, type Span } from './signals.js';
import { isSpokenOf } from './spoken-of.js';

for (const signals of [ENGLISH_ORDERS, LATIN_ORDERS, OTHER_SCRIPT_ORDERS]) expectPatterns(signals);
expectPatterns([{ steps: [LATIN_HINT, ...MARKUP.map(({ pattern }) => pattern)] }]);

export interface FoundSignal {
  what: string;
  span: Span;
}

const MARKUP_HINT = /[<[#]|(?:Human|User|Assistant|System): |BEGIN /;
const NOT_LATIN = /[^\u0000-\u024f]/;

/** What a tool looks after (`keptBy`), asked for only where something is found. */
type FindKept = () => ReadonlySet<string>;

const NOTHING = new Set<string>();
const keepsNothing: FindKept = () => NOTHING;

/** In folded text. */
export function findOrder(folded: Scan, kept = keepsNothing): FoundSignal | undefined {
  return (
    firstOf(folded, ENGLISH_ORDERS, kept) ??
    (folded.may(LATIN_HINT) && LATIN_HINT.test(folded.text) ? firstOf(folded, LATIN_ORDERS, kept) : undefined)
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
  return NOT_LATIN.test(raw.text) ? firstOf(raw, OTHER_SCRIPT_ORDERS, keepsNothing) : undefined;
}

function firstOf(scan: Scan, signals: readonly Signal[], findKept: FindKept): FoundSignal | undefined {
  for (const signal of scan.possibleOf(signals)) {
    const first = scan.first(signal);
    if (first === undefined) continue;
    const kept = findKept();
    const span = isSpokenOf(scan.text, first, kept)
      ? scan.links(scan.allOf(signal.steps), signal).find((one) => !isSpokenOf(scan.text, one, kept))
      : first;
    if (span !== undefined) return { what: signal.what, span };
  }
  return undefined;
}

/** Whether a part of a text speaks of orders, and gives none. */
export function onlySpeaksOfOrders(scan: Scan, { start, end }: Span): boolean {
  const spans = scan
    .possibleOf(ENGLISH_ORDERS)
    .flatMap((signal) => scan.links(scan.allOf(signal.steps), signal))
    .filter((span) => span.start < end && span.end > start);
  return spans.length > 0 && spans.every((span) => isSpokenOf(scan.text, span, NOTHING));
}
