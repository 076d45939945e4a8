/**
 * The judge that needs no model: rules over the text that fill in the same six dimensions, the same for
 * the same definition every time. `npm run eval:tdqs` says how far it agrees with a model.
 */
import type {
  Dimension,
  JustifiedScore,
  OurFlag,
  SecurityNote,
  TdqsJudge,
  ToolJudgement,
  ToolSubject,
} from '../../types/tdqs.js';
import { DIMENSIONS, LABELS } from '../dimensions.js';
import { isTautology } from '../hard-gates.js';
import { type Background, backgroundOf } from './background.js';
import { behaviour } from './behaviour.js';
import { quote } from './cite.js';
import { judgeSet } from './coherence.js';
import { completeness } from './completeness.js';
import { bulk, conciseness } from './conciseness.js';
import { disclosed } from './evidence.js';
import { featuresOf } from './features.js';
import { contradiction } from './hints/contradiction.js';
import { parameterSemantics } from './parameters.js';
import { findPoison } from './poisoned.js';
import { purpose } from './purpose.js';
import { readDescription } from './reading.js';
import { usage } from './usage.js';

/** Changes with every change of the rules that can change a score. */
export const OFFLINE_RUBRIC = 'offline-16';

export const offlineJudge: TdqsJudge = {
  id: 'offline',
  rubric: OFFLINE_RUBRIC,
  lanes: 1,
  judgeTool: async (subject) => ({ judgement: judgeTool(subject) }),
  judgeServer: async (subject) => ({ judgement: judgeSet(subject) }),
  inspect: findPoison,
};

export function judgeTool(subject: ToolSubject): ToolJudgement {
  const background = backgroundOf(subject);
  const { description, unpadded } = background;
  const { readings, share } = unpadded;
  const judged = (readings.length === 0 ? [description] : readings).map((text) =>
    judgeText(text, background),
  );
  const scores = {} as Record<Dimension, JustifiedScore>;
  for (const dimension of DIMENSIONS) scores[dimension] = lowest(judged, dimension);
  for (const most of bulk(description, share))
    if (most.score < scores.conciseness_structure.score) scores.conciseness_structure = most;
  const denied = contradiction(description, subject.signals);
  if (denied !== undefined) scores.behavioral_transparency = denied;
  const ourFlags: OurFlag[] = [];
  if (judged.some(({ unrelated }) => unrelated)) ourFlags.push('Unrelated Text');
  if (subject.finding !== undefined) {
    ourFlags.push('Security Finding');
    capPoisoned(scores, subject.finding);
  }
  return { scores, annotation_contradiction: denied !== undefined, summary: summary(scores), ourFlags };
}

/** With 3 in every dimension a tool is in tier B at best. */
function capPoisoned(
  scores: Record<Dimension, JustifiedScore>,
  { rule, severity, message }: SecurityNote,
): void {
  const most = severity === 'medium' ? 3 : 2;
  for (const dimension of DIMENSIONS) {
    const { score, justification } = scores[dimension];
    if (score <= most) continue;
    const why = `Capped at ${most}: ${rule} finds that ${quote(message)}.`;
    scores[dimension] = { score: most, justification: `${justification} ${why}` };
  }
}

interface JudgedText extends Record<Dimension, JustifiedScore> {
  unrelated: boolean;
}

function judgeText(text: string, background: Background): JudgedText {
  const reading = readDescription(text, background);
  const found = disclosed(reading);
  const features = featuresOf(reading, found);
  const said = purpose(reading);
  return {
    // Padding does not lift the cap of a text that is the name or title again.
    purpose_clarity: isTautology({ ...background.tool, description: text }) ? titleAgain(said) : said,
    usage_guidelines: usage(reading),
    behavioral_transparency: behaviour(reading, found, features),
    parameter_semantics: parameterSemantics(reading),
    conciseness_structure: conciseness(reading),
    contextual_completeness: completeness(reading, features),
    unrelated: reading.fit === 'unrelated',
  };
}

function titleAgain(said: JustifiedScore): JustifiedScore {
  if (said.score <= 2) return said;
  return {
    score: 2,
    justification: `${said.justification} Capped at 2: all of it is the name or title again.`,
  };
}

/** Of several readings the first of the lowest. */
function lowest(judged: readonly JudgedText[], dimension: Dimension): JustifiedScore {
  let low = judged[0]![dimension];
  for (const one of judged) if (one[dimension].score < low.score) low = one[dimension];
  return low;
}

function summary(scores: Record<Dimension, JustifiedScore>): string {
  const at = (score: number) =>
    DIMENSIONS.filter((dimension) => scores[dimension].score === score).map((dimension) => LABELS[dimension]);
  const values = DIMENSIONS.map((dimension) => scores[dimension].score);
  const [best, worst] = [Math.max(...values), Math.min(...values)];
  if (best === worst) return `Every dimension is at ${best}.`;
  return `Strongest in ${at(best).join(', ')} (${best}), weakest in ${at(worst).join(', ')} (${worst}).`;
}
