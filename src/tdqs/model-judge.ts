/**
 * A model as the judge, over the driver port. An answer counts only when its shape is right in full;
 * otherwise it is asked again, twice at most, and then the subject is unscored with the reason. When the
 * key or the model itself is at fault nobody else is asked: the answer would be the same.
 */
import { askJson, type JsonFailure, type JsonQuestion } from '../judge/ask-json.js';
import type { Driver } from '../types/driver.js';
import type { JudgeAnswer, ServerJudgement, TdqsJudge, ToolJudgement } from '../types/tdqs.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { oneLine } from '../util/text.js';
import { SERVER_ANSWER, TOOL_ANSWER } from './answer-schemas.js';
import { serverPrompt, toolPrompt } from './prompts.js';
import type { Rubric } from './rubric.js';

export interface ModelJudgeOptions {
  rubric: Rubric;
  /** Tools asked about at a time. */
  lanes?: number;
  /** For each turn. */
  timeout_ms?: number;
  signal?: AbortSignal;
}

/** Whoever is asked next would meet the same. */
const HOPELESS: ReadonlySet<JsonFailure['kind']> = new Set([
  'missing-key',
  'unauthorized',
  'not-found',
  'quota',
  'aborted',
]);

export function modelJudge(driver: Driver, options: ModelJudgeOptions): TdqsJudge {
  const { rubric, lanes = 4, timeout_ms, signal } = options;
  let gaveUp: string | undefined;
  async function ask<T>(
    question: Pick<JsonQuestion, 'system' | 'prompt' | 'schema'>,
  ): Promise<JudgeAnswer<T>> {
    if (gaveUp !== undefined) return { unscored: gaveUp };
    const { answer, failure } = await askJson(driver, omitUndefined({ ...question, timeout_ms, signal }));
    if (answer !== undefined) return { judgement: answer.value as T };
    const reason = oneLine(failure?.message ?? 'the judge gave no answer');
    if (failure && HOPELESS.has(failure.kind)) gaveUp = reason;
    return { unscored: reason };
  }
  return {
    id: driver.model,
    rubric: rubric.id,
    lanes,
    judgeTool: (subject) =>
      ask<ToolJudgement>({
        system: rubric.tool.system,
        prompt: toolPrompt(rubric.tool, subject),
        schema: TOOL_ANSWER,
      }),
    judgeServer: (subject) =>
      ask<ServerJudgement>({
        system: rubric.server.system,
        prompt: serverPrompt(rubric.server, subject),
        schema: SERVER_ANSWER,
      }),
  };
}
