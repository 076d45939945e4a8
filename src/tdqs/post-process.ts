/** A judgement → a score: caps, flags, smells, the weighted sum. The same for every judge. */
import type {
  ContextSignals,
  Dimension,
  JustifiedScore,
  ToolFlag,
  ToolJudgement,
  ToolScore,
} from '../types/tdqs.js';
import { tdqsTenths } from './arithmetic.js';
import { DIMENSIONS } from './dimensions.js';
import { tierOf } from './tiers.js';

export interface Stamp {
  judge: string;
  rubric: string;
  scoredAt: string;
}

export interface HardGates {
  noDescription: boolean;
  tautology: boolean;
}

export interface JudgedTool {
  name: string;
  judgement: ToolJudgement;
  gates: HardGates;
  contextSignals: ContextSignals;
}

export function toScore({ name, judgement, gates, contextSignals }: JudgedTool, stamp: Stamp): ToolScore {
  const justifications = {} as Record<Dimension, JustifiedScore>;
  for (const dimension of DIMENSIONS) justifications[dimension] = { ...judgement.scores[dimension] };
  const contradiction = judgement.annotation_contradiction;
  if (gates.tautology) {
    cap(justifications, 'purpose_clarity', 2, 'Capped at 2: the description is the name or title again.');
  }
  if (contradiction) {
    cap(
      justifications,
      'behavioral_transparency',
      1,
      'Set to 1: the description contradicts the annotations.',
    );
  }
  const scores = {} as Record<Dimension, number>;
  for (const dimension of DIMENSIONS) scores[dimension] = justifications[dimension].score;
  const tdqs = tdqsTenths(scores);
  const flags: ToolFlag[] = [];
  if (gates.noDescription) flags.push('No Description');
  if (gates.tautology) flags.push('Tautological Description');
  if (contradiction) flags.push('Annotation Contradiction');
  return {
    name,
    scores,
    justifications,
    tdqs: tdqs / 10,
    tier: tierOf(tdqs),
    smells: DIMENSIONS.filter((dimension) => scores[dimension] < 3),
    flags,
    serverFlags: [],
    ourFlags: judgement.ourFlags ?? [],
    summary: judgement.summary,
    contextSignals,
    ...stamp,
  };
}

function cap(all: Record<Dimension, JustifiedScore>, dimension: Dimension, most: number, why: string): void {
  const one = all[dimension];
  if (one.score <= most) return;
  all[dimension] = { score: most, justification: `${one.justification} ${why}` };
}
