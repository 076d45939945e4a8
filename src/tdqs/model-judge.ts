/**
 * A model as the judge, over the driver port. An answer counts only when its shape is right in full;
 * otherwise it is asked again, twice at most, and then the subject is unscored with the reason. When the
 * key or the model itself is at fault nobody else is asked: the answer would be the same.
 */

import { costOf } from '../drivers/prices.js';
import { askJson, type JsonFailure, type JsonQuestion } from '../judge/ask-json.js';
import type { Driver, Price } from '../types/driver.js';
import type {
  JudgeAnswer,
  ServerJudgement,
  ServerSubject,
  TdqsJudge,
  ToolJudgement,
  ToolSubject,
} from '../types/tdqs.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { oneLine } from '../util/text.js';
import { SERVER_ANSWER, TOOL_ANSWER } from './answer-schemas.js';
import { type Ledger, openLedger } from './books.js';
import { serverPrompt, toolPrompt } from './prompts.js';
import type { Rubric } from './rubric.js';

export interface ModelJudgeOptions {
  rubric: Rubric;
  /** As the provider calls it; what the suite calls it where that is not known. */
  model?: string;
  /** What was asked and what it cost. */
  ledger?: Ledger;
  price?: Price;
  /** Tools asked about at a time. */
  lanes?: number;
  /** For each turn. */
  timeout_ms?: number;
  signal?: AbortSignal;
}

/** Letters of a token, letters of the schema that an answer has to satisfy, tokens of an answer: for estimates. */
const LETTERS = 4;
const SCHEMA = 2000;
const ANSWER = 600;

/** Whoever is asked next would meet the same. */
const HOPELESS: ReadonlySet<JsonFailure['kind']> = new Set([
  'missing-key',
  'unauthorized',
  'not-found',
  'quota',
  'aborted',
]);

/** Asking again about the same would most likely end the same. */
const ABOUT_THE_SUBJECT: ReadonlySet<JsonFailure['kind']> = new Set(['invalid', 'refusal']);

export function modelJudge(driver: Driver, options: ModelJudgeOptions): TdqsJudge {
  const { rubric, lanes = 4, timeout_ms, signal, price } = options;
  const model = options.model ?? driver.model;
  const ledger = options.ledger ?? openLedger({ provider: driver.provider, model, price });
  let gaveUp: string | undefined;
  async function ask<T>(
    question: Pick<JsonQuestion, 'system' | 'prompt' | 'schema'>,
  ): Promise<JudgeAnswer<T>> {
    gaveUp ??= ledger.spent();
    if (gaveUp !== undefined) return { unscored: gaveUp, passing: true };
    const reply = await askJson(driver, omitUndefined({ ...question, timeout_ms, signal }));
    ledger.add(reply.attempts, reply.usage);
    const { answer, failure } = reply;
    if (answer !== undefined) return { judgement: answer.value as T, at: new Date().toISOString() };
    const reason = oneLine(failure?.message ?? 'the judge gave no answer');
    if (failure && HOPELESS.has(failure.kind)) gaveUp = reason;
    return failure && ABOUT_THE_SUBJECT.has(failure.kind)
      ? { unscored: reason }
      : { unscored: reason, passing: true };
  }
  const toolQuestion = (subject: ToolSubject) => toolPrompt(rubric.tool, subject);
  const serverQuestion = (subject: ServerSubject) => serverPrompt(rubric.server, subject);
  return {
    id: model,
    rubric: rubric.id,
    lanes,
    books: ledger.read,
    estimate: (tools, servers) => {
      const asked = [
        ...tools.map((one) => rubric.tool.system + toolQuestion(one)),
        ...servers.map((one) => rubric.server.system + serverQuestion(one)),
      ];
      const input = asked.reduce((sum, text) => sum + Math.ceil((text.length + SCHEMA) / LETTERS), 0);
      const output = ANSWER * asked.length;
      const cost_usd = price && costOf({ input, output, total: input + output }, price);
      return omitUndefined({ calls: asked.length, input_tokens: input, output_tokens: output, cost_usd });
    },
    judgeTool: (subject) =>
      ask<ToolJudgement>({
        system: rubric.tool.system,
        prompt: toolQuestion(subject),
        schema: TOOL_ANSWER,
      }),
    judgeServer: (subject) =>
      ask<ServerJudgement>({
        system: rubric.server.system,
        prompt: serverQuestion(subject),
        schema: SERVER_ANSWER,
      }),
  };
}
