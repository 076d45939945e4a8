/**
 * Failures as a model reads them: every field is one line, bounded, and free of hidden characters. The
 * agent reporter prints these, and the MCP front door hands them out as they are.
 */
import { isBlobReference } from '../envelope/blobs.js';
import type { RunEnvelope } from '../types/envelope.js';
import { clip, visible } from '../util/text.js';
import { assertMessage, withNewlines } from './assert-message.js';
import { type Problem, problems } from './problems.js';
import { clipMessage } from './stderr-tail.js';
import { plainText, safe, safeClip } from './text/safe-text.js';

export interface AgentFailure {
  test: string;
  assert: string;
  /** What was found, cut to a field's budget; absent when the target does not exist. */
  actual?: string;
  /** Whether `actual` was cut. */
  clipped: boolean;
  repro: string;
}

const NAME = 200;
const TARGET = 200;
const MESSAGE = 400;
const ACTUAL = 300;
// A cut command cannot be run, so this only stops absurd ones.
const REPRO = 2000;

export function agentFailures(envelope: RunEnvelope): AgentFailure[] {
  return problems(envelope).map(agentFailure);
}

function agentFailure(problem: Problem): AgentFailure {
  const failure = {
    test: safeClip(problem.name, NAME),
    assert: assertText(besideActual(problem)),
    repro: safeClip(problem.repro, REPRO),
  };
  if (problem.check?.actual === undefined) return { ...failure, clipped: false };
  const full = plainText(problem.check.actual);
  const actual = safeClip(full, ACTUAL);
  const clipped = isBlobReference(problem.check.actual) || full.length > ACTUAL || safe(full).length > ACTUAL;
  return { test: failure.test, assert: failure.assert, actual, clipped, repro: failure.repro };
}

/** As `AgentFailure`, but for JSON, which escapes newlines itself and holds a list or a map as what it is. */
export interface DataFailure extends Omit<AgentFailure, 'actual'> {
  actual?: unknown;
}

export function dataFailure(problem: Problem): DataFailure {
  const { check, stderr = [] } = problem;
  const { actual, ...failure } = agentFailure(problem);
  if (check === undefined || stderr.length > 0)
    return actual === undefined ? failure : { ...failure, actual };
  const message = withNewlines({ ...check, message: besideActual(problem).message });
  const assert = assertText(problem, clip(visible(message), MESSAGE));
  if (actual === undefined) return { ...failure, assert };
  const { test, clipped, repro } = failure;
  return { test, assert, actual: valueShown(check.actual, actual), clipped, repro };
}

function valueShown(value: unknown, line: string): unknown {
  if (typeof value === 'string') return clip(visible(value), ACTUAL);
  const small = typeof value === 'object' && value !== null && line === plainText(value);
  return small ? value : line;
}

/** Where the value stands beside it, the sentence does not say it again. */
function besideActual(problem: Problem): Problem {
  const { check, message } = problem;
  if (check?.actual === undefined) return problem;
  return { ...problem, message: assertMessage({ ...check, message }) };
}

/** What went wrong, in one line: which assertion, on which target, and why. */
export function assertText(problem: Problem, message = clipMessage(problem, MESSAGE)): string {
  const others = problem.checks.length - 1;
  const more = others > 0 ? ` (+${others} more)` : '';
  if (problem.verdict === 'inconclusive') return `inconclusive: ${message}${more}`;
  if (problem.source === 'floor') return `tool selection floor failed: ${message}`;
  if (problem.source === 'strength') return `strength gate failed: ${message}`;
  if (problem.source === 'coverage') return `coverage threshold failed: ${message}`;
  if (!problem.check) return `failed: ${message}${more}`;
  const target = safeClip(problem.check.target, TARGET);
  return `assertion #${problem.index} (\`${target}\`) failed: ${message}${more}`;
}
