/** Assertions as they are judged and shown: secrets in targets, operands and messages are the placeholders of what they look at. */

import type { Redactor } from '../redact/redactor.js';
import type { Assertion } from '../types/suite.js';

export function shownAssertions(assertions: readonly Assertion[], redactor: Redactor): Assertion[] {
  return assertions.map((assertion) => ({
    ...assertion,
    target: redactor.key(assertion.target),
    matcher: redactor.operand(assertion.matcher),
    ...(assertion.message !== undefined && { message: redactor.text(assertion.message) }),
  }));
}
