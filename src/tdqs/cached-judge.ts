/**
 * A judge that is never asked twice: what it said of a definition is kept under the definition's hash, the
 * judge and the rubric. Two subjects with one hash at the same moment wait for the same answer. What
 * could not be judged is not kept.
 */
import { validate } from '../json-schema/validate.js';
import type { JudgeAnswer, ServerSubject, TdqsJudge, ToolSubject } from '../types/tdqs.js';
import { sha256 } from '../util/hash.js';
import { ownValue } from '../util/plain.js';
import { SERVER_ANSWER, TOOL_ANSWER } from './answer-schemas.js';
import { toolName } from './score-tool.js';

export interface JudgementCache {
  get(key: string): unknown;
  put(key: string, judgement: unknown): Promise<void>;
}

export interface CacheOptions {
  /** Tells two judges of one name apart: the provider, and the address that serves the model. */
  where?: string;
  /** Called for each answer that is found again. */
  kept?: () => void;
}

/** What is kept: who said it by which rubric, when, and what. */
function readKept(entry: unknown): { at: string; said: unknown } | undefined {
  const at = ownValue(entry, 'at');
  return typeof at === 'string' ? { at, said: ownValue(entry, 'said') } : undefined;
}

export function cachedJudge(
  judge: TdqsJudge,
  cache: JudgementCache,
  { where = '', kept = () => {} }: CacheOptions = {},
): TdqsJudge {
  const made = { provider: where.split(' ')[0], model: judge.id, rubric: judge.rubric };
  const pending = new Map<string, Promise<JudgeAnswer<never>>>();
  const keyOf = (...parts: string[]): string =>
    sha256(JSON.stringify([judge.id, where, judge.rubric, ...parts])).slice(0, 32);

  async function once<T>(
    key: string,
    schema: unknown,
    ask: () => Promise<JudgeAnswer<T>>,
  ): Promise<JudgeAnswer<T>> {
    const known = readKept(cache.get(key));
    // A file that others can edit is believed no more than a model.
    if (known !== undefined && validate(schema, known.said).valid) {
      kept();
      return { judgement: known.said as T, at: known.at };
    }
    const waiting = pending.get(key) as Promise<JudgeAnswer<T>> | undefined;
    if (waiting !== undefined) return waiting;
    const asked = ask().then(async (said) => {
      if ('judgement' in said) await cache.put(key, { ...made, at: said.at, said: said.judgement });
      return said;
    });
    pending.set(key, asked as Promise<JudgeAnswer<never>>);
    return asked;
  }

  return {
    ...judge,
    judgeTool: (subject: ToolSubject) =>
      once(keyOf('tool', subject.signals.inputHash), TOOL_ANSWER, () => judge.judgeTool(subject)),
    judgeServer: (subject: ServerSubject) =>
      once(
        keyOf(
          'server',
          subject.server,
          ...subject.tools.map(({ tool, signals }) => `${toolName(tool)}:${signals.inputHash}`),
        ),
        SERVER_ANSWER,
        () => judge.judgeServer(subject),
      ),
  };
}
