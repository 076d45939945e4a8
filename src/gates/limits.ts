/** `max_duration_ms` and `max_response_tokens`. */

import type { Expectation } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { runWithin } from '../util/run-within.js';
import type { Observation } from './observe.js';

const COUNT_BUDGET_MS = 2000;
/** No token of cl100k_base is longer. */
const LONGEST_TOKEN = 128;

export async function limitChecks(expect: Expectation, seen: Observation): Promise<Check[]> {
  const checks: Check[] = [];
  if (expect.max_duration_ms !== undefined) checks.push(duration(expect.max_duration_ms, seen.duration_ms));
  if (expect.max_response_tokens !== undefined) checks.push(await tokens(expect.max_response_tokens, seen));
  return checks;
}

function duration(max: number, actual: number): Check {
  const ok = actual <= max;
  return {
    target: 'duration_ms',
    matcher: 'max',
    expected: max,
    actual,
    outcome: ok ? 'pass' : 'fail',
    message: `the answer took ${round(actual)} ms, ${ok ? 'within' : 'more than'} the ${max} ms allowed`,
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Tokens of the result (or of the error, when that is what came) as compact JSON, in cl100k_base. */
async function tokens(max: number, seen: Observation): Promise<Check> {
  const base = { target: 'response_tokens', matcher: 'max', expected: max };
  const said = (counted: string, within: boolean) =>
    `the answer has ${counted} tokens, ${within ? 'within' : 'more than'} the ${max} allowed`;
  let text: string;
  try {
    text = JSON.stringify(seen.result ?? seen.error ?? null);
  } catch {
    return {
      ...base,
      outcome: 'inconclusive',
      message: 'the answer is nested too deeply to count its tokens',
    };
  }
  const least = Math.ceil(Buffer.byteLength(text) / LONGEST_TOKEN);
  if (least > max)
    return { ...base, actual: least, outcome: 'fail', message: said(`at least ${least}`, false) };
  const { tokenCounter } = await import('../tokens/token-counter.js');
  const count = await tokenCounter();
  // Long runs without a space make the tokenizer slow, and a server may send one on purpose.
  const done = runWithin(COUNT_BUDGET_MS, () => count(text));
  if (done === undefined) {
    const message = `the tokens of the answer could not be counted within ${COUNT_BUDGET_MS} ms`;
    return { ...base, outcome: 'inconclusive', message };
  }
  const ok = done.value <= max;
  return {
    ...base,
    actual: done.value,
    outcome: ok ? 'pass' : 'fail',
    message: said(String(done.value), ok),
  };
}
