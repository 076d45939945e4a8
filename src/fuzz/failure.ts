/** What was found, as it is reported: with a line to paste that shows it again, and a test. */
import type { Redactor } from '../redact/redactor.js';
import type { FuzzFailure } from '../types/fuzz.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { failingTest } from './failing-test.js';
import type { Found } from './investigation.js';

/** How the user reaches the server. */
export interface ReproTarget {
  /** The key of the server in a suite. */
  server: string;
  max_call_ms: number;
  call(tool: string, args: string): string;
  fuzz(tools: readonly string[], cases: number): string;
}

/** Longer ones nobody pastes. */
const LONGEST_LINE = 1500;

export function failureOf(found: Found, target: ReproTarget, redactor: Redactor): FuzzFailure {
  const { problem, calls, label, times, reproduced } = found;
  const last = calls.at(-1);
  const before = calls.slice(0, -1).map((call) => ({ tool: call.tool, args: call.args }));
  const tool = last?.tool ?? '';
  const args = last?.args ?? {};
  const line = target.call(tool, asciiJson(args));
  const isShort = before.length === 0 && line.length <= LONGEST_LINE;
  return omitUndefined<FuzzFailure>({
    tool: redactor.text(tool),
    outcome: problem.outcome,
    message: problem.message,
    args: redactor.value(args),
    before: before.length > 0 ? redactor.value(before) : undefined,
    input: redactor.text(label),
    case: found.case,
    times,
    reproduced,
    evidence: problem.evidence.length > 0 ? problem.evidence : undefined,
    repro: redactor.text(isShort ? line : target.fuzz([tool], found.case)),
    test: redactor.text(failingTest(found, target.server, target.max_call_ms)),
  });
}

/** On one line, in letters that every shell and terminal takes as they are. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
