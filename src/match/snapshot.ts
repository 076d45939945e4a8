/** Equals what was saved earlier under the target, or under a name; what is volatile can be left out. */

import { regexProblem } from '../regex/safe-regex.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
import { describeDifference, firstDifference } from './equal.js';
import { fail, inconclusive, pass } from './judgement.js';
import type { MatcherDef } from './types.js';
import { KINDS, type Normaliser, withoutVolatile } from './volatile.js';

interface Options {
  name?: string;
  normalise: Normaliser[];
}

const NAMES = Object.keys(KINDS).join(', ');
const MAX_REPLACE = 200;

function read(operand: unknown): Options {
  if (typeof operand === 'string') return { name: operand, normalise: [] };
  return isObject(operand) ? { normalise: [], ...operand } : { normalise: [] };
}

export const snapshot: MatcherDef = {
  name: 'snapshot',
  summary:
    'Equals the saved value; `true` saves it under the target, a string under that name. ' +
    `\`{ name, normalise }\` first replaces what is volatile: ${NAMES}, or \`{ pattern, flags, replace }\`.`,
  operand(operand) {
    if (operand === true) return undefined;
    if (typeof operand === 'string') return operand === '' ? 'takes true or a name' : undefined;
    return isObject(operand) ? optionProblem(operand) : 'takes true, a name, or { name, normalise }';
  },
  options: (operand) => [
    { path: [], map: operand, known: ['name', 'normalise'] },
    ...entriesOf(ownValue(operand, 'normalise')).map(([at, map]) => ({
      path: ['normalise', at],
      map,
      known: ['pattern', 'flags', 'replace'],
    })),
  ],
  describe: () => 'equals its snapshot',
  test(actual, operand, ctx) {
    if (ctx.snapshots === undefined)
      return inconclusive(`there are no snapshots here to judge ${ctx.path} by`);
    const { name, normalise } = read(operand);
    const place = ctx.step === undefined ? ctx.path : `${ctx.step}: ${ctx.path}`;
    const kept = withoutVolatile(actual, normalise);
    const compared = ctx.snapshots.compare(ctx.test, name ?? place, kept, place);
    switch (compared.status) {
      case 'same':
        return pass(ctx);
      case 'written':
      case 'updated':
        return { outcome: 'pass', message: `the snapshot of ${ctx.path} was ${compared.status}` };
      case 'missing':
        return fail(ctx, 'none is saved; run the test once outside CI and commit the snapshot file');
      case 'taken':
        return fail(
          ctx,
          `it differs from ${compared.by}, whose snapshot has the same name; give each its own`,
        );
      case 'differs': {
        const difference = firstDifference(compared.saved, kept) ?? { path: [], text: 'something differs' };
        const but = `${describeDifference(difference)} (accept it with --update-snapshots)`;
        return { ...fail(ctx, but), evidence: { expected: compared.saved, actual: kept } };
      }
    }
  },
};

function entriesOf(list: unknown): [number, unknown][] {
  return Array.isArray(list) ? [...list.entries()] : [];
}

function optionProblem(operand: Record<string, unknown>): string | undefined {
  const { name, normalise = [] } = operand;
  if (name !== undefined && (typeof name !== 'string' || name === '')) return 'takes a text as name';
  if (!Array.isArray(normalise)) return `takes a list as normalise: ${NAMES}, or { pattern, replace }`;
  for (const one of normalise) {
    const problem = normaliserProblem(one);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function normaliserProblem(one: unknown): string | undefined {
  if (typeof one === 'string') {
    return Object.hasOwn(KINDS, one) ? undefined : `cannot normalise "${clip(one, 60)}", only ${NAMES}`;
  }
  if (!isObject(one) || typeof one.pattern !== 'string')
    return `normalises ${NAMES}, or { pattern, replace }`;
  const { pattern, flags = '', replace = '' } = one;
  if (typeof flags !== 'string') return 'takes a text as flags';
  if (typeof replace !== 'string' || replace.length > MAX_REPLACE)
    return `takes a text of at most ${MAX_REPLACE} characters as replace`;
  const problem = regexProblem(pattern, flags);
  if (problem !== undefined) return `has a pattern that does not compile: ${problem}`;
  return new RegExp(pattern, flags).test('') ? 'has a pattern that matches the empty text' : undefined;
}
