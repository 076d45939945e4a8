/** `expect:` — what must hold of an answer, in any of its spellings. */
import * as z from 'zod/mini';
import { didYouMean } from '../../util/did-you-mean.js';
import { isObject } from '../../util/plain.js';
import { judgeMatcher, judgeTarget } from '../matchers.js';
import {
  block,
  type Complaint,
  define,
  type Infer,
  judged,
  list,
  number,
  optional,
  type Shape,
  text,
  variant,
  wholeNumber,
} from '../shape.js';

const matcher = judged('What must hold of the target. A plain value means `exact`.', 'matcher', judgeMatcher);
export const target = judged('A path such as `result.content[0].text`.', 'target', judgeTarget);

const LONG_KEYS = ['target', 'matcher', 'message'];

export type JudgeTarget = (value: unknown) => Complaint[];

/** A list of assertions on targets of one kind, in both spellings. */
export function assertionsOn(targetShape: Shape, judge: JudgeTarget, name?: string) {
  const long = block('One assertion.', () => ({
    target: targetShape,
    matcher,
    message: optional(text('Shown when the assertion fails.')),
  }));
  const key = z.check<string>((payload) => {
    for (const { message, ...params } of judge(payload.value)) {
      payload.issues.push({ code: 'custom', path: [], message, input: payload.value, params });
    }
  });
  const short = z.record(z.string().check(key), matcher, { error: 'expected a map' }).check(
    z.refine((value) => Object.keys(value).length > 0, 'expected a target with its matcher'),
    z.describe('One assertion as `target: matcher`.'),
  );
  const meansLong = (word: string) =>
    LONG_KEYS.includes(word) || (judge(word).length > 0 && didYouMean(word, LONG_KEYS) !== undefined);
  const assertion = variant('`{ target, matcher }`, or `{ <target>: <matcher> }`.', [long, short], (value) =>
    isObject(value) && !Object.keys(value).some(meansLong) ? 1 : 0,
  );
  return list('The assertions, judged in order.', name === undefined ? assertion : define(name, assertion));
}

const LIMITS = {
  max_duration_ms: optional(number('The longest that the call may take, in milliseconds.', 0, 86_400_000)),
  max_response_tokens: optional(wholeNumber('The most tokens that the answer may hold.', 0, 1_000_000_000)),
};

/** `expect:` of a kind of test; its definitions carry the kind's name. */
export function expectationOf(kind: 'agent' | undefined, judge: JudgeTarget) {
  const prefix = kind === undefined ? '' : `${kind}_`;
  const about =
    kind === undefined ? 'A path such as `result.content[0].text`.' : 'A path such as `tool_calls[0].name`.';
  const assertions = assertionsOn(judged(about, `${prefix}target`, judge), judge, `${prefix}assertion`);
  const full = block('Assertions together with limits.', () => ({
    assertions: optional(assertions),
    ...LIMITS,
  }));
  return define(
    `${prefix}expectation`,
    variant(
      'What must hold of the answer: a list of assertions, or a map with `assertions` and limits.',
      [assertions, full],
      (value) => (isObject(value) ? 1 : 0),
    ),
  );
}

export const expectation = expectationOf(undefined, judgeTarget);

export type RawExpectation = Infer<typeof expectation>;
export type RawAssertion = Extract<RawExpectation, unknown[]>[number];
