/**
 * The judge that needs no model: rules over the text that fill in the same six dimensions, the same for
 * the same definition every time. `npm run eval:tdqs` says how far it agrees with a model.
 */
import type { Dimension, Justified, TdqsJudge, ToolJudgement, ToolSubject } from '../../types/tdqs.js';
import { DIMENSIONS, LABELS } from '../dimensions.js';
import { behaviour } from './behaviour.js';
import { judgeSet } from './coherence.js';
import { completeness } from './completeness.js';
import { conciseness } from './conciseness.js';
import { contradiction } from './effect.js';
import { parameterSemantics } from './parameters.js';
import { purpose } from './purpose.js';
import { readDescription } from './reading.js';
import { usage } from './usage.js';

/** Changes with every change of the rules that can change a score. */
export const OFFLINE_RUBRIC = 'offline-1';

export const offlineJudge: TdqsJudge = {
  id: 'offline',
  rubric: OFFLINE_RUBRIC,
  lanes: 1,
  judgeTool: async (subject) => ({ judgement: judgeTool(subject) }),
  judgeServer: async (subject) => ({ judgement: judgeSet(subject) }),
};

export function judgeTool({ tool, signals, siblings }: ToolSubject): ToolJudgement {
  const reading = readDescription(tool, signals, siblings);
  const scores: Record<Dimension, Justified> = {
    purpose_clarity: purpose(reading),
    usage_guidelines: usage(reading),
    behavioral_transparency: behaviour(reading),
    parameter_semantics: parameterSemantics(reading),
    conciseness_structure: conciseness(reading),
    contextual_completeness: completeness(reading),
  };
  return {
    scores,
    annotation_contradiction: contradiction(reading) !== undefined,
    summary: summary(scores),
  };
}

function summary(scores: Record<Dimension, Justified>): string {
  const at = (score: number) =>
    DIMENSIONS.filter((dimension) => scores[dimension].score === score).map((dimension) => LABELS[dimension]);
  const values = DIMENSIONS.map((dimension) => scores[dimension].score);
  const [best, worst] = [Math.max(...values), Math.min(...values)];
  if (best === worst) return `Every dimension is at ${best}.`;
  return `Strongest in ${at(best).join(', ')} (${best}), weakest in ${at(worst).join(', ')} (${worst}).`;
}
