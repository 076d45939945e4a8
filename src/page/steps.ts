/** A trace as the steps that a person reads: the prompt, each call, what was said, the answer. */
import type { EarlierAttempt } from '../types/envelope.js';
import type { Trace, TraceCall, TraceTurn } from '../types/trace.js';

export type Step =
  | { kind: 'prompt'; text: string }
  | ({ kind: 'turn'; turn: number } & Omit<TraceTurn, 'call'>)
  | { kind: 'call'; call: TraceCall; number: number; fault?: string; distractor: boolean; retry: boolean }
  | { kind: 'answer'; text: string }
  | { kind: 'judgement'; metric: string; model: string; score?: number; text: string };

export function stepsOf(trace: Trace): Step[] {
  const steps: Step[] = [];
  if (trace.prompt !== undefined) steps.push({ kind: 'prompt', text: trace.prompt });
  const turns = trace.turns ?? [];
  const faults = new Map((trace.faults ?? []).map(({ call, kind }) => [call, kind]));
  const distractors = new Set(trace.distractors ?? []);
  /** Tools whose last call ended in an error. */
  const failed = new Set<string>();
  let told = 0;
  /** Turns that do not say where they stand are only counted. */
  const tellTurns = (calls: number): void => {
    for (; told < turns.length; told += 1) {
      const { call = Number.POSITIVE_INFINITY, ...turn } = turns[told]!;
      if (call > calls) return;
      steps.push({ kind: 'turn', turn: told + 1, ...turn });
    }
  };
  for (const [number, call] of trace.calls.entries()) {
    tellTurns(number);
    const id = call.server === undefined ? call.tool : `${call.server}.${call.tool}`;
    const distractor = distractors.has(id) || distractors.has(call.tool);
    const retry = failed.has(id);
    if (call.is_error) failed.add(id);
    else failed.delete(id);
    steps.push({ kind: 'call', call, number, distractor, retry, fault: faults.get(number) });
  }
  tellTurns(trace.calls.length);
  if (trace.final_response !== undefined) steps.push({ kind: 'answer', text: trace.final_response });
  for (const { metric, model, score, reason, problem } of trace.judgements ?? [])
    steps.push({ kind: 'judgement', metric, model, score, text: reason ?? problem ?? '' });
  return steps;
}

/** The step that a failed test is about: what its check names, else the last call that went wrong. */
export function failingStep(
  result: Pick<EarlierAttempt, 'verdict' | 'checks'>,
  steps: readonly Step[],
): number | undefined {
  if (result.verdict !== 'fail' && result.verdict !== 'inconclusive') return undefined;
  const targets = result.checks.filter(({ outcome }) => outcome !== 'pass').map(({ target }) => target);
  for (const target of targets) {
    const named = /^tool_calls\[(\d+)\]/.exec(target)?.[1];
    if (named !== undefined) {
      const at = steps.findIndex((step) => step.kind === 'call' && step.number === Number(named));
      if (at >= 0) return at;
    }
  }
  const calls = steps.flatMap((step, at) => (step.kind === 'call' ? [at] : []));
  const wrong = calls.filter((at) => (steps[at] as { call: TraceCall }).call.is_error === true).at(-1);
  if (wrong !== undefined) return wrong;
  const answer = steps.findIndex(({ kind }) => kind === 'answer');
  if (answer >= 0 && (targets[0] ?? '').startsWith('final_response')) return answer;
  return calls.at(-1) ?? (answer >= 0 ? answer : undefined);
}
