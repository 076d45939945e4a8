/**
 * The ids of the spans of a row, made from the run's id alone: what is sent to a server while a test runs is
 * what the report says afterwards, and the same record gives the same spans.
 */
import { sha256 } from './hash.js';

export interface TraceIds {
  trace: string;
  /** The span of the test. */
  root: string;
  /** The span of the agent at the top. */
  agent: string;
  call(index: number): string;
  /** Any other span, by a word of its own. */
  other(word: string): string;
}

/** `attempt` counts from 0. */
export function traceIds(runId: string, row: string, attempt = 0): TraceIds {
  const trace = sha256(`${runId}\n${row}\n${attempt}`).slice(0, 32);
  const other = (word: string): string => sha256(`${trace}\n${word}`).slice(0, 16);
  return {
    trace,
    root: other('test'),
    agent: other('agent'),
    call: (index) => other(`call ${index}`),
    other,
  };
}

/** What requests carry while a row runs: the span of ours that the server's spans belong to. */
export interface RowParents {
  test: string;
  agent: string;
  call(index: number): string;
}

export type ParentsOf = (row: string, attempt: number) => RowParents;

export function parentsIn(runId: string): ParentsOf {
  return (row, attempt) => {
    const ids = traceIds(runId, row, attempt);
    const parent = (span: string): string => traceparent(ids.trace, span);
    return { test: parent(ids.root), agent: parent(ids.agent), call: (index) => parent(ids.call(index)) };
  };
}

/** W3C trace context, sampled. */
function traceparent(trace: string, span: string): string {
  return `00-${trace}-${span}-01`;
}
