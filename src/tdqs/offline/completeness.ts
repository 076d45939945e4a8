/** Completeness: what a caller knows after reading everything, against what this tool takes to be used. */
import type { JustifiedScore } from '../../types/tdqs.js';
import { quote } from './cite.js';
import { changesThings } from './effect.js';
import { disclosed, RETURNS, saysReturn } from './evidence.js';
import type { Reading } from './reading.js';

/** New words beyond which a text tells more than its kinds of facts say. */
const DETAILED = 25;
/** New words below which a text is too thin for a tool that takes arguments, whatever the structured fields say. */
const THIN = 4;
/** Points that are worth 3. */
const MINIMUM = 2;

export function completeness(reading: Reading): JustifiedScore {
  const { hasAnnotations, hasOutputSchema, paramCount, hasNestedObjects } = reading.signals;
  if (reading.saysNothing) {
    return {
      score: 1,
      justification: `${quote(reading.lead)} leaves everything open. It is not enough for any tool.`,
    };
  }
  const has: string[] = [];
  const lacks: string[] = [];
  let points = 0;
  const weigh = (holds: boolean, worth: number, what: string): void => {
    if (holds) points += worth;
    (holds ? has : lacks).push(what);
  };
  weigh(hasAnnotations, 2, 'annotations');
  if (paramCount === 0) points += 3;
  else weigh(5 * reading.known > 4 * paramCount, 1, 'documented parameters');
  weigh(hasOutputSchema || saysReturn(reading), 1, 'the result');
  const traits = disclosed(reading.news).filter(({ trait }) => trait !== RETURNS.trait);
  weigh(traits.length > 0, Math.min(3, traits.length), 'behaviour');
  if (reading.newTerms.size >= DETAILED) points += 1;
  if (changesThings(reading) && !hasAnnotations) points -= 1;
  if (paramCount > 8 || hasNestedObjects) points -= 1;
  if (paramCount > 0 && reading.newTerms.size < THIN) {
    points = Math.min(points, MINIMUM);
    lacks.push('words beyond the name');
  }
  const said = has.length === 0 ? 'none of what a caller needs' : has.join(', ');
  const missing = lacks.length === 0 ? 'Nothing essential is missing.' : `Missing: ${lacks.join(', ')}.`;
  return {
    score: scoreOf(points),
    justification: `Beside ${quote(reading.lead)} the definition gives ${said}. ${missing}`,
  };
}

function scoreOf(points: number): number {
  if (points >= 6) return 5;
  if (points > MINIMUM) return 4;
  if (points === MINIMUM) return 3;
  return points >= 0 ? 2 : 1;
}
