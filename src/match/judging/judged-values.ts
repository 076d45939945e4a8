/** What was said of a value, held against what is asked for. Pure: nobody is asked here. */
import type { JudgedBy } from '../../types/verdict.js';
import { canonicalJson } from '../../util/canonical-json.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { clip, plural } from '../../util/text.js';
import { inconclusive } from '../judgement.js';
import { modelOf, scorerName, thresholdOf } from '../llm-judge.js';
import type { Judgement, TestContext } from '../types.js';
import { juryOutcome, neededVotes } from './quorum.js';
import { type JudgeQuestion, questionsOf, reasonOf, rubricId, scoreOf } from './rubric.js';

/** A longer text is not judged in part: what was cut off might be what matters. */
const LONGEST_TEXT = 200_000;
const LONGEST_REASON = 500;

export async function judgeByModel(
  actual: unknown,
  operand: Record<string, unknown>,
  ctx: TestContext,
): Promise<Judgement> {
  const text = textOf(actual);
  if (text.length > LONGEST_TEXT) return tooLong(ctx, text);
  const heard = hear(modelOf(operand), operand.rubric, text, ctx);
  if (heard.score === undefined) return inconclusive(`${ctx.path} is not judged: ${heard.problem}`);
  return verdict(ctx, heard, thresholdOf(operand));
}

export async function judgeByScorer(actual: unknown, operand: unknown, ctx: TestContext): Promise<Judgement> {
  const judge = scorerName(operand);
  const question: JudgeQuestion = { by: 'scorer', judge, form: 'text', asks: [judge], text: textOf(actual) };
  const said = ctx.judgements?.find(question);
  const score = said?.parts?.[0]?.score;
  const told: JudgedBy = omitUndefined({
    scorer: judge,
    score,
    reason: said?.parts?.[0]?.reason && clip(said.parts[0].reason, LONGEST_REASON),
    problem: score === undefined ? (said?.problem ?? 'the scorer was not run') : undefined,
  });
  ctx.told?.push(told);
  if (score === undefined) return inconclusive(`${ctx.path} is not judged: ${told.problem}`);
  return verdict(ctx, { ...told, score, model: `the scorer ${judge}` }, thresholdOf(operand));
}

export async function judgeByJury(
  actual: unknown,
  operand: Record<string, unknown>,
  ctx: TestContext,
): Promise<Judgement> {
  const jurors = operand.jurors as string[];
  const text = textOf(actual);
  if (text.length > LONGEST_TEXT) return tooLong(ctx, text);
  const threshold = thresholdOf(operand);
  const heard = jurors.map((juror) => hear(juror, operand.rubric, text, ctx));
  const scores = heard.flatMap(({ score }) => score ?? []);
  const yes = scores.filter((score) => meets(score, threshold)).length;
  const votes = { yes, no: scores.length - yes, unknown: jurors.length - scores.length };
  const needed = neededVotes(operand.quorum, jurors.length);
  const outcome = juryOutcome(votes, needed);
  const silent = heard.find(({ problem }) => problem !== undefined);
  const lost =
    votes.unknown === 0 ? '' : `, ${plural(votes.unknown, 'juror')} gave no answer (${silent?.problem})`;
  const against = heard.find(
    ({ score }) => score !== undefined && meets(score, threshold) === (outcome === 'pass'),
  );
  const why = against?.reason ? `: ${against.model}: ${against.reason}` : '';
  const counted = `${yes} of ${jurors.length} jurors give ${threshold} or more to ${ctx.path}, ${needed} must${lost}`;
  return { outcome, message: counted + why };
}

interface Heard extends JudgedBy {
  model: string;
}

function hear(model: string, rubric: unknown, text: string, ctx: TestContext): Heard {
  const said = ctx.judgements?.find({ by: 'model', judge: model, ...questionsOf(rubric), text });
  const parts = said?.parts;
  const score = parts && scoreOf(rubric, parts);
  const reason = parts && reasonOf(rubric, parts);
  const heard: Heard = omitUndefined({
    model,
    rubric: rubricId(rubric),
    score,
    reason: reason && clip(reason, LONGEST_REASON),
    problem:
      score === undefined ? (said?.problem ?? 'no judge was asked, and only a model can say') : undefined,
  });
  ctx.told?.push(heard);
  return heard;
}

function verdict(ctx: TestContext, { model, score = 0, reason }: Heard, threshold: number): Judgement {
  const why = reason ? `: ${reason}` : '';
  const message = `${model} gives ${ctx.path} ${score}, ${threshold} is asked for${why}`;
  return { outcome: meets(score, threshold) ? 'pass' : 'fail', message };
}

function meets(score: number, threshold: number): boolean {
  return score >= threshold - 1e-9;
}

function tooLong({ path }: TestContext, text: string): Judgement {
  return inconclusive(
    `${path} is not judged: it has ${text.length} characters, and ${LONGEST_TEXT} are the most`,
  );
}

/** A string as it is; anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
