/** The answers that a row of a saved run was judged by, step by step. */
import { isBlobReference } from '../envelope/blobs.js';
import type { RpcError } from '../types/connection.js';
import type { CaseResult, KeptReply } from '../types/envelope.js';
import type { Step, TestSpec } from '../types/suite.js';
import type { TraceCall } from '../types/trace.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import type { AnsweredStep } from './judge-replies.js';

/** Undefined when not all of them were kept, as in runs of older versions. */
export function keptReplies(test: TestSpec, row: CaseResult): AnsweredStep[] | undefined {
  const calls = [...(row.trace?.calls ?? [])];
  const out: AnsweredStep[] = [];
  for (const [index, { call }] of test.steps.entries()) {
    const traced = calledTool(call) ? calls.shift() : undefined;
    const kept = row.replies?.find(({ step }) => step === index + 1);
    const answered = kept ? ofKept(kept) : traced && ofCall(traced);
    if (answered === undefined || isBlobReference(answered.answer.result)) return undefined;
    out.push(answered);
  }
  return out;
}

function calledTool(call: Step['call']): boolean {
  if (call.kind === 'subscription') return call.trigger?.kind === 'tool';
  return call.kind === 'tool' || call.kind === 'task';
}

function ofKept({ step: _step, duration_ms, also, ...answer }: KeptReply): AnsweredStep {
  return { answer: omitUndefined({ ...answer, also }), duration_ms };
}

function ofCall({ result, is_error, duration_ms = 0 }: TraceCall): AnsweredStep | undefined {
  if (result === undefined) return undefined;
  // A result that signals an error says so itself; without the flag it was the server that answered with one.
  const isRpcError = is_error === true && ownValue(result, 'isError') !== true;
  const answer = isRpcError ? { error: ownValue(result, 'error') as RpcError } : { result };
  return { answer, duration_ms };
}
