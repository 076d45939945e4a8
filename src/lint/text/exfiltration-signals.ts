/** Instructions that carry private data out; SEC-003 reports them, SEC-004 asks about decoded text. */

import {
  CONTEXT_SOURCE,
  MOVE,
  MOVE_LAST,
  ORDER,
  OUTSIDE,
  PRIVATE_SOURCE,
  READ,
  SECRET_FILE,
  SINK,
  SLOT,
} from '../words/exfiltration.js';
import type { FoundSignal } from './order-signals.js';
import { expectPatterns, type Scan, type Signal } from './signals.js';
import { isToldOfAttack } from './spoken-of.js';

const CARRIES = 'carries private data out of the session';
const READS = 'sends the model to read secrets';

const SIGNALS = expectPatterns<readonly Signal[]>([
  { what: CARRIES, steps: [ORDER, MOVE, PRIVATE_SOURCE, SINK], gap: 70, crosses: true, rarest: 2 },
  {
    what: CARRIES,
    steps: [READ, PRIVATE_SOURCE, MOVE, SINK],
    gap: 90,
    loose: true,
    crosses: true,
    rarest: 1,
  },
  { what: CARRIES, steps: [ORDER, PRIVATE_SOURCE, MOVE, SINK], gap: 70, rarest: 1 },
  { what: CARRIES, steps: [MOVE, PRIVATE_SOURCE, SINK, ORDER], gap: 70, loose: true, rarest: 1 },
  { what: CARRIES, steps: [ORDER, MOVE, CONTEXT_SOURCE, SINK], gap: 60, crosses: true, rarest: 2 },
  { what: CARRIES, steps: [MOVE, CONTEXT_SOURCE, SINK, ORDER], gap: 60, rarest: 1 },
  {
    what: CARRIES,
    steps: [
      SINK,
      /\b(?:must|should|has to|needs to|always|is required to) (?:always )?(?:contain|include|hold|be filled with|carry|be set to|receive|have|be|list)\b/gi,
      CONTEXT_SOURCE,
    ],
    gap: 40,
    rarest: 1,
  },
  {
    what: CARRIES,
    steps: [
      SINK,
      /\b(?:must|should|has to|needs to|always|is required to) (?:always )?(?:contain|include|hold|be filled with|carry|be set to|receive|have|be|list)\b/gi,
      PRIVATE_SOURCE,
    ],
    gap: 40,
    rarest: 2,
  },
  { what: CARRIES, steps: [CONTEXT_SOURCE, SINK, MOVE_LAST], gap: 40, rarest: 2 },
  { what: CARRIES, steps: [PRIVATE_SOURCE, SINK, MOVE_LAST], gap: 40, rarest: 2 },
  { what: CARRIES, steps: [MOVE, PRIVATE_SOURCE, OUTSIDE], gap: 50, rarest: 1 },
  { what: CARRIES, steps: [PRIVATE_SOURCE, MOVE, OUTSIDE], gap: 50, rarest: 0 },
  { what: CARRIES, steps: [MOVE, CONTEXT_SOURCE, OUTSIDE], gap: 50, rarest: 1 },
  { what: CARRIES, steps: [MOVE, CONTEXT_SOURCE, SLOT], gap: 40, rarest: 1 },
  { what: CARRIES, steps: [CONTEXT_SOURCE, SLOT, MOVE], gap: 30, rarest: 0 },
  { what: CARRIES, steps: [PRIVATE_SOURCE, MOVE, SLOT], gap: 50, rarest: 0 },
  { what: CARRIES, steps: [MOVE, PRIVATE_SOURCE, SLOT], gap: 40, rarest: 1 },
  { what: CARRIES, steps: [OUTSIDE, MOVE, CONTEXT_SOURCE], gap: 60, rarest: 0 },
  { what: CARRIES, steps: [OUTSIDE, MOVE, PRIVATE_SOURCE], gap: 60, rarest: 0 },
  { what: READS, steps: [ORDER, READ, SECRET_FILE], gap: 50, crosses: true, rarest: 2 },
]);

export function findExfiltration(folded: Scan): FoundSignal | undefined {
  for (const signal of folded.possibleOf(SIGNALS)) {
    const span = folded.first(signal);
    if (span !== undefined && !isToldOfAttack(folded.text, span)) return { what: signal.what, span };
  }
  return undefined;
}
