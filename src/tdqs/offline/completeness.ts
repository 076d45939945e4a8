/** Completeness: what a caller knows after reading everything, against what this tool takes to be used. */
import type { Justified } from '../../types/tdqs.js';
import { quote } from './cite.js';
import { changesThings } from './effect.js';
import { disclosed, RETURNS, saysReturn } from './evidence.js';
import type { Reading } from './reading.js';

export function completeness(reading: Reading): Justified {
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
  if (changesThings(reading) && !hasAnnotations) points -= 1;
  if (paramCount > 8 || hasNestedObjects) points -= 1;
  const said = has.length === 0 ? 'none of what a caller needs' : has.join(', ');
  const missing = lacks.length === 0 ? 'Nothing essential is missing.' : `Missing: ${lacks.join(', ')}.`;
  return {
    score: scoreOf(points),
    justification: `Beside ${quote(reading.lead)} the definition gives ${said}. ${missing}`,
  };
}

function scoreOf(points: number): number {
  if (points >= 6) return 5;
  if (points >= 3) return 4;
  if (points >= 2) return 3;
  return points >= 0 ? 2 : 1;
}
