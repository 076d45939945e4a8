/** A JavaScript regular expression somewhere in a string; no pattern can hang the run. */

import { compileRegex, regexProblem } from '../regex/safe-regex.js';
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';
import { notApplicable, passIf } from './judgement.js';
import type { MatcherDef } from './types.js';

interface Pattern {
  pattern: string;
  flags: string;
}

function read(operand: unknown): Pattern | undefined {
  if (typeof operand === 'string') return { pattern: operand, flags: '' };
  if (!isObject(operand)) return undefined;
  const { pattern, flags = '' } = operand;
  return typeof pattern === 'string' && typeof flags === 'string' ? { pattern, flags } : undefined;
}

/** Of an operand that `operand` has accepted. */
function readValid(operand: unknown): Pattern {
  const found = read(operand);
  if (found === undefined) throw new TypeError('`regex` takes a pattern, or { pattern, flags }');
  return found;
}

export const regex: MatcherDef = {
  name: 'regex',
  summary: 'The pattern is found in the text; `{ pattern, flags }` with the flags i, m, s, u.',
  operand(operand) {
    const found = read(operand);
    if (found === undefined) return 'takes a pattern, or { pattern, flags }';
    const problem = regexProblem(found.pattern, found.flags);
    return problem === undefined ? undefined : `does not compile: ${problem}`;
  },
  options: (operand) => [{ path: [], map: operand, known: ['pattern', 'flags'] }],
  describe(operand) {
    const { pattern, flags } = readValid(operand);
    return `matches /${clip(pattern, 200)}/${flags}`;
  },
  async test(actual, operand, ctx) {
    if (typeof actual !== 'string') return notApplicable(ctx, actual, 'a string');
    const { pattern, flags } = readValid(operand);
    const compiled = await compileRegex(pattern, flags);
    return passIf(await compiled.test(actual), ctx, actual);
  },
};
