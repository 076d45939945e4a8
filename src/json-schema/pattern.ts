/**
 * `pattern` and `patternProperties` of a schema: on the linear engine where it can, else as JavaScript
 * runs them, which is safe only inside the time budget of `validate`. Patterns are read with the `u`
 * flag as the specification wants; one that is valid only without it is read without.
 */
import { compileLinear } from '../regex/re2.js';
import { isValidRegex } from '../regex/safe-regex.js';

export interface PatternTest {
  test(text: string): boolean;
  /** The validator tells patterns apart by this text. */
  toString(): string;
}

export function schemaPattern(pattern: string): PatternTest {
  const flags = isValidRegex(pattern, 'u') ? 'u' : '';
  const native = new RegExp(pattern, flags);
  const linear = compileLinear(pattern, flags);
  return {
    test: (text) => (linear?.suits(text) ? linear.test(text) : native.test(text)),
    toString: () => native.toString(),
  };
}

export function isSchemaPattern(pattern: string): boolean {
  return isValidRegex(pattern, 'u') || isValidRegex(pattern);
}
