/** Completeness: what a caller knows after reading everything, against what this tool takes to be used. */
import type { JustifiedScore } from '../../types/tdqs.js';
import type { Features } from './features.js';
import type { Reading } from './reading.js';
import { weigh } from './weigh.js';
import { WEIGHTS } from './weights.js';

/** New words below which a text is too thin for a tool that takes arguments. */
const THIN = 3;

export function completeness(reading: Reading, features: Features): JustifiedScore {
  const { hasAnnotations, hasOutputSchema, paramCount } = reading.background.signals;
  if (reading.saysNothing) {
    return {
      score: 1,
      justification: `${reading.background.lead} leaves everything open. It is not enough for any tool.`,
    };
  }
  if (reading.fit === 'unrelated') {
    return {
      score: 1,
      justification: `${reading.background.lead} fits neither name nor parameters. Of this tool nothing is said.`,
    };
  }
  const ofArguments: [string, boolean][] = [
    ['documented parameters', features.known > 0.8],
    ['words beyond the name', reading.newTerms.size >= THIN],
  ];
  const parts: [string, boolean][] = [
    ['annotations', hasAnnotations],
    ['the result', hasOutputSchema || features.returns > 0],
    ['behaviour', features.facts > 0],
    ...(paramCount === 0 ? [] : ofArguments),
  ];
  const has = parts.filter(([, holds]) => holds).map(([what]) => what);
  const lacks = parts.filter(([, holds]) => !holds).map(([what]) => what);
  const said = has.length === 0 ? 'none of what a caller needs' : has.join(', ');
  const most = paramCount > 0 && reading.newTerms.size < THIN ? 3 : 5;
  const score = Math.min(most, weigh(features, WEIGHTS.contextual_completeness));
  // With one of each kind, what a tool of its size still needs is more of the same.
  if (lacks.length === 0 && score < 4)
    lacks.push(
      features.known < 1 ? 'the other parameters, and more of how it behaves' : 'more of how it behaves',
    );
  const missing = lacks.length === 0 ? 'Nothing essential is missing.' : `Missing: ${lacks.join(', ')}.`;
  return {
    score,
    justification: `Beside ${reading.background.lead} the definition gives ${said}. ${missing}`,
  };
}
