/** Several models asked the same, in parallel; the median of their scores counts, so that no one decides. */
import type { Driver } from '../types/driver.js';
import { askJson, type JsonFailure, type JsonQuestion, type JsonReply } from './ask-json.js';

export interface JuryVerdict {
  /** In the order of the drivers; a juror without a score says why. */
  jurors: (JsonReply & { score?: number })[];
  /** Absent unless more than half of the jurors gave a score. */
  median?: number;
  failure?: JsonFailure;
}

/** `score` reads the number out of a valid answer. */
export async function jury(
  drivers: readonly Driver[],
  question: JsonQuestion,
  score: (value: unknown) => number,
): Promise<JuryVerdict> {
  const replies = await Promise.all(drivers.map((driver) => askJson(driver, question)));
  const jurors = replies.map((reply) =>
    reply.answer ? { ...reply, score: score(reply.answer.value) } : reply,
  );
  const scores = jurors.flatMap((juror) => ('score' in juror ? [juror.score] : []));
  if (scores.length * 2 > drivers.length) return { jurors, median: median(scores) };
  const first = replies.find((reply) => reply.failure)?.failure;
  const message = `Only ${scores.length} of ${drivers.length} jurors answered${first ? `: ${first.message}` : '.'}`;
  return { jurors, failure: { kind: first?.kind ?? 'invalid', message } };
}

/** The mean of the two middle values for an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return (low + high) / 2;
}
