/**
 * One answer of a server against what the suite expects of it. Pure: everything it needs was recorded.
 * An answer that never came is judged as such, and no assertion is looked at.
 */
import { asCheck, evaluate } from '../match/evaluate.js';
import { show } from '../match/show.js';
import { parseTarget } from '../match/target.js';
import type { MatchContext } from '../match/types.js';
import type { Reply, RpcError } from '../types/connection.js';
import type { Assertion, Expectation } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
import { type Observation, observe } from './observe.js';

export interface StepJudgement {
  checks: Check[];
  /** Notes that do not change the verdict. */
  notes: string[];
}

const NO_ANSWER = {
  timeout: { matcher: 'deadline', outcome: 'fail' },
  died: { matcher: 'alive', outcome: 'fail' },
  invalid: { matcher: 'valid-response', outcome: 'fail' },
  unauthorized: { matcher: 'authorised', outcome: 'inconclusive' },
  busy: { matcher: 'available', outcome: 'inconclusive' },
} as const;

export async function judgeStep(
  reply: Reply,
  expect: Expectation,
  ctx: MatchContext,
): Promise<StepJudgement> {
  if (reply.kind !== 'result' && reply.kind !== 'error' && reply.kind !== 'cancelled') {
    const check: Check = { target: 'server', ...NO_ANSWER[reply.kind], message: reply.message };
    if (reply.kind === 'died' && reply.stderr) check.stderr = reply.stderr;
    return { checks: [check], notes: [] };
  }
  const seen = observe(reply);
  if (expect.on_tool_error === 'inconclusive' && signalsError(seen))
    return { checks: [madeUpArguments(seen)], notes: [] };
  const checks: Check[] = [];
  if (expect.assertions.length === 0 && expect.cancels) checks.push(wasCancelled(seen));
  else if (!expect.cancels && !expect.assertions.some(readsAnswer)) checks.push(succeeds(seen));
  const ofAssertions: Check[] = [];
  for (const assertion of expect.assertions) ofAssertions.push(await judgeAssertion(assertion, seen, ctx));
  checks.push(...ofAssertions);
  if (expect.awaits !== undefined || expect.log_level !== undefined) {
    const { heardChecks } = await import('./heard.js');
    checks.push(...heardChecks(expect, seen));
  }
  if (expect.max_duration_ms !== undefined || expect.max_response_tokens !== undefined) {
    const { limitChecks } = await import('./limits.js');
    checks.push(...(await limitChecks(expect, seen)));
  }
  return {
    checks,
    notes: [...notesOn(expect.assertions, seen), ...ofNoItem(expect.assertions, ofAssertions)],
  };
}

/** With `cancel_after` and nothing else to hold, the answer must not have been quicker. */
function wasCancelled({ cancelled = false, duration_ms }: Observation): Check {
  const outcome = cancelled ? 'pass' : 'fail';
  const message = cancelled
    ? 'the request was cancelled before an answer came'
    : `the answer came after ${Math.round(duration_ms)} ms, before the request could be cancelled`;
  return { target: 'cancelled', matcher: 'exact', expected: true, actual: cancelled, outcome, message };
}

/** What a test asks for that says nothing of the answer, such as how long it may take: the call went well. */
function succeeds(seen: Observation): Check {
  const check = { target: 'result.isError', matcher: 'succeeds' };
  if (seen.error) return { ...check, outcome: 'fail', message: errorSentence(seen.error) };
  if (!isObject(seen.result)) {
    const message = `the server answered with ${show(seen.result)}, which is not a result object`;
    return { ...check, actual: seen.result, outcome: 'fail', message };
  }
  const isError = ownValue(seen.result, 'isError');
  if (isError === undefined || isError === false) {
    return { ...check, actual: isError ?? false, outcome: 'pass', message: 'the call succeeded' };
  }
  if (isError !== true) {
    const message = `result.isError is ${show(isError)}, which is neither true nor false`;
    return { ...check, actual: isError, outcome: 'fail', message };
  }
  return { ...check, actual: true, outcome: 'fail', message: toolErrorSentence(seen) };
}

/** The author of the arguments was a program, so the error says nothing of the server. */
function madeUpArguments(seen: Observation): Check {
  return {
    target: 'result.isError',
    matcher: 'on_tool_error',
    actual: true,
    outcome: 'inconclusive',
    message: `the arguments were made up, replace them (${toolErrorSentence(seen)})`,
  };
}

function signalsError({ result }: Observation): boolean {
  return ownValue(result, 'isError') === true;
}

function toolErrorSentence({ result }: Observation): string {
  const text = firstText(result);
  return `the tool signalled an error${text === undefined ? '' : `: ${clip(text, 1000)}`}`;
}

async function judgeAssertion(assertion: Assertion, seen: Observation, ctx: MatchContext): Promise<Check> {
  const why = whyNoResult(seen);
  if (why === undefined || rootOf(assertion) !== 'result') return evaluate(assertion, seen, ctx);
  if (isWhole(assertion) && allowsAbsent(assertion.matcher)) return evaluate(assertion, seen, ctx);
  const message = `${why}, so there is no ${assertion.target}`;
  return asCheck(assertion, { outcome: 'fail', message });
}

function whyNoResult({ error, cancelled }: Observation): string | undefined {
  if (error) return errorSentence(error);
  return cancelled ? 'the request was cancelled before an answer came' : undefined;
}

/** `result` and not a part of it: only of the whole can be said that there may be none. */
function isWhole({ target }: Assertion): boolean {
  const parsed = parseTarget(target);
  return parsed.problem === undefined && parsed.segments.length === 1;
}

/** `exact: null`, alone or as one of the ways of `any_of`: the suite says itself that there may be no result. */
function allowsAbsent(matcher: unknown): boolean {
  if (!isObject(matcher)) return false;
  const names = Object.keys(matcher);
  if (names.length !== 1) return false;
  if (names[0] === 'any_of') return Array.isArray(matcher.any_of) && matcher.any_of.some(allowsAbsent);
  return names[0] === 'exact' && matcher.exact === null;
}

function errorSentence(error: RpcError): string {
  return `the server answered with error ${error.code}: ${clip(String(error.message), 1000)}`;
}

function notesOn(assertions: Assertion[], seen: Observation): string[] {
  const hollow = assertions.filter(({ matcher }) => holdsAnyway(matcher));
  const notes = hollow.map(
    ({ target, matcher }) => `${target} ${show(matcher)} can hardly fail: say what has to be there`,
  );
  // Where no assertion reads the answer, the error fails the test by itself.
  if (!assertions.some(readsAnswer) || !signalsError(seen) || assertions.some(looksAtErrors)) return notes;
  return [...notes, 'the tool signalled an error (isError: true) and no assertion looks at it'];
}

/** What was asked of each item of a list that turned out to be empty, where nothing else in the test looks at the list. */
function ofNoItem(assertions: Assertion[], checks: Check[]): string[] {
  const asksEach = (matcher: unknown): boolean => isObject(matcher) && Object.hasOwn(matcher, 'each');
  const isOnlyOne = ({ target }: Assertion): boolean =>
    assertions.every((other) => other.target !== target || asksEach(other.matcher));
  const notes = assertions.flatMap((assertion, at) => {
    const { outcome, actual } = checks[at]!;
    if (outcome !== 'pass' || !Array.isArray(actual) || actual.length > 0) return [];
    if (!asksEach(assertion.matcher) || !isOnlyOne(assertion)) return [];
    return `${assertion.target} is an empty list, so \`each\` checked no item: add \`length: { ">": 0 }\` if it must hold one`;
  });
  return [...new Set(notes)];
}

/** Holds of every text, list or object: the assertion shows that something is there, and nothing of what it is. */
function holdsAnyway(matcher: unknown): boolean {
  if (!isObject(matcher)) return false;
  const entries = Object.entries(matcher);
  return (
    entries.length > 0 &&
    entries.every(([name, operand]) => Object.hasOwn(ANYWAY, name) && ANYWAY[name]?.(operand) === true)
  );
}

const isEmpty = (operand: unknown): boolean =>
  operand === '' || (isObject(operand) && Object.keys(operand).length === 0);
const ANYWAY: Readonly<Record<string, (operand: unknown) => boolean>> = {
  contains: isEmpty,
  icontains: isEmpty,
  starts_with: isEmpty,
  ends_with: isEmpty,
  subset: isEmpty,
  schema: (operand) => operand === true || isEmpty(operand),
  length: (operand) =>
    isObject(operand) &&
    Object.keys(operand).length === 1 &&
    (Number(operand['>=']) <= 0 || Number(operand['>']) < 0),
  regex: (operand) => {
    const pattern = isObject(operand) ? operand.pattern : operand;
    return typeof pattern === 'string' && matchesAnyText(pattern);
  },
  all_of: (operand) => Array.isArray(operand) && operand.every(holdsAnyway),
};

/** `.+` and its like, and whatever is found in the empty text and says nothing of where: it is found at the start of any. */
function matchesAnyText(pattern: string): boolean {
  if (/^\^?(?:\(?(?:\.|\[\\s\\S\])[*+]\??\)?)*\$?$/.test(pattern)) return true;
  if (/[\^$]|\\[bBAzZ]|\(\?[=!<]/.test(pattern) || pattern.length > 1000) return false;
  try {
    return new RegExp(pattern, 'u').test('');
  } catch {
    return false;
  }
}

/** `error` is a JSON-RPC error, which a tool's own error is not: of the latter it says nothing. */
function looksAtErrors(assertion: Assertion): boolean {
  const parsed = parseTarget(assertion.target);
  if (parsed.problem) return false;
  const [first, second] = parsed.segments;
  return first === 'result' && (second === undefined || second === 'isError');
}

function readsAnswer(assertion: Assertion): boolean {
  return ['result', 'error', 'cancelled'].includes(String(rootOf(assertion)));
}

function rootOf(assertion: Assertion): unknown {
  const parsed = parseTarget(assertion.target);
  return parsed.problem ? undefined : parsed.segments[0];
}

function firstText(result: unknown): string | undefined {
  const content = ownValue(result, 'content');
  if (!Array.isArray(content)) return undefined;
  const block = content.slice(0, 100).find((one) => typeof ownValue(one, 'text') === 'string');
  return ownValue(block, 'text') as string | undefined;
}
