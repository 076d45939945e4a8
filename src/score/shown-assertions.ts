/** Assertions as they are judged and shown: secrets in targets, operands and messages are the placeholders of what they look at. */

import type { Redactor } from '../redact/redactor.js';
import type { Assertion } from '../types/suite.js';

export function shownAssertions(assertions: readonly Assertion[], redactor: Redactor): Assertion[] {
  return assertions.map((assertion) => {
    const { target, matcher, message } = assertion;
    const shown = { ...assertion, target: redactor.key(target), matcher: redactor.operand(matcher) };
    return message === undefined ? shown : { ...shown, message: redactor.text(message) };
  });
}
