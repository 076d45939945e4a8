/** What metrics counted, drawn on the calls that they counted. */
import type { CallMark } from '../../types/envelope.js';

/** By the place of a call in its trace. */
export type MarksOfCall = (call: number) => readonly CallMark[];

const NONE: readonly CallMark[] = [];

export function marksOf(marks: readonly CallMark[] = []): MarksOfCall {
  const byCall = new Map<number, CallMark[]>();
  for (const mark of marks) {
    for (const call of mark.calls) {
      const known = byCall.get(call);
      if (known) known.push(mark);
      else byCall.set(call, [mark]);
    }
  }
  return (call) => byCall.get(call) ?? NONE;
}
