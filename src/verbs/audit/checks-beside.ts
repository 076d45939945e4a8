/** The checks of the specification, beside the connection that an audit shares, and the calls that were made for them. */
import type { SafeCall } from '../../audit/headings/start.js';
import { type Conformed, type ConformInput, conform } from '../../conformance/conform.js';
import type { CheckResult } from '../../types/conformance.js';
import { ownValue } from '../../util/plain.js';

export interface RunningChecks {
  found: Promise<Conformed>;
  /** Resolves when what was started for them the first time has left. */
  firstTry: Promise<unknown>;
}

/** A server that does not start beside another one of it is asked once more when that one has left. */
export function runChecksBeside(input: ConformInput, otherLeft?: Promise<void>): RunningChecks {
  const first = conform(input);
  const again = async (error: unknown) => {
    await otherLeft;
    if (otherLeft === undefined || input.launch.signal?.aborted) throw error;
    return conform(input);
  };
  return { found: first.catch(again), firstTry: first.then(({ closing }) => closing).catch(() => {}) };
}

/** All of them, where one at least says something. */
export function testedChecks({ scorecard: { checks } }: Conformed): CheckResult[] {
  if (checks.some(({ status }) => status === 'pass' || status === 'fail')) return checks;
  throw new Error(
    checks.find(({ status }) => status === 'not-testable')?.message ?? 'no rule could be tested',
  );
}

export function safeCalls({ calls }: Conformed): SafeCall[] {
  return calls.map(({ tool, exchange }) => safeCall(tool.name, exchange));
}

const INVALID_PARAMS = -32_602;

function safeCall(tool: string, { reply, silence }: { reply?: unknown; silence?: string }): SafeCall {
  const result = ownValue(reply, 'result');
  const error = ownValue(reply, 'error');
  if (result !== undefined) {
    const isRefused = ownValue(result, 'isError') === true;
    return { tool, outcome: isRefused ? 'refused' : 'answered', said: '' };
  }
  const code = ownValue(error, 'code');
  if (error !== undefined) {
    const said = `error ${String(code)}: ${String(ownValue(error, 'message'))}`;
    return { tool, outcome: code === INVALID_PARAMS ? 'refused' : 'error', said };
  }
  const hasGone = silence !== undefined && /exit|kill|gone|closed/.test(silence);
  return { tool, outcome: hasGone ? 'died' : 'silent', said: silence ?? 'no answer came' };
}
