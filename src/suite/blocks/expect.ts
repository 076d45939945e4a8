/** `expect:` — what must hold of an answer, in any of its spellings. */
import * as z from 'zod/mini';
import { didYouMean } from '../../util/did-you-mean.js';
import { isObject } from '../../util/plain.js';
import { judgeMatcher, judgeTarget } from '../matchers.js';
import {
  block,
  define,
  type Infer,
  judged,
  list,
  number,
  optional,
  text,
  variant,
  wholeNumber,
} from '../shape.js';

const matcher = judged('What must hold of the target. A plain value means `exact`.', 'matcher', judgeMatcher);
export const target = judged('A path such as `result.content[0].text`.', 'target', judgeTarget);

const LONG_KEYS = ['target', 'matcher', 'message'];

const long = block('One assertion.', {
  target,
  matcher,
  message: optional(text('Shown when the assertion fails.')),
});

const short = z.record(z.string().check(z.check(targetKey)), matcher, { error: 'expected a map' }).check(
  z.refine((value) => Object.keys(value).length > 0, 'expected a target with its matcher'),
  z.describe('One assertion as `target: matcher`.'),
);

function targetKey(payload: { value: string; issues: unknown[] }): void {
  for (const { message, ...params } of judgeTarget(payload.value)) {
    payload.issues.push({ code: 'custom', path: [], message, input: payload.value, params });
  }
}

const assertion = define(
  'assertion',
  variant('`{ target, matcher }`, or `{ <target>: <matcher> }`.', [long, short], (value) =>
    isObject(value) && !Object.keys(value).some(meansLong) ? 1 : 0,
  ),
);

function meansLong(key: string): boolean {
  return LONG_KEYS.includes(key) || (judgeTarget(key).length > 0 && didYouMean(key, LONG_KEYS) !== undefined);
}

const assertions = list('The assertions, judged in order.', assertion);

const full = block('Assertions together with limits.', {
  assertions: optional(assertions),
  max_duration_ms: optional(number('The longest that the call may take, in milliseconds.', 0, 86_400_000)),
  max_response_tokens: optional(wholeNumber('The most tokens that the answer may hold.', 0, 1_000_000_000)),
});

export const expectation = define(
  'expectation',
  variant(
    'What must hold of the answer: a list of assertions, or a map with `assertions` and limits.',
    [assertions, full],
    (value) => (isObject(value) ? 1 : 0),
  ),
);

export type RawExpectation = Infer<typeof expectation>;
export type RawAssertion = Infer<typeof assertion>;
