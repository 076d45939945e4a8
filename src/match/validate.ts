/** Everything that is wrong with a matcher, before anything runs. */
import { didYouMean } from '../util/did-you-mean.js';
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';
import { matcherName } from './normalise.js';
import { isPlaceholder } from './operand.js';
import { findMatcher, MATCHERS } from './registry.js';
import type { MatcherDef, MatcherProblem } from './types.js';

type Path = (string | number)[];

const MAX_NESTING = 50;

/** What other tools call a matcher of ours. */
const ELSEWHERE: Record<string, string> = {
  equals: 'exact',
  eq: 'exact',
  to_be: 'exact',
  is: 'exact',
  ne: '!=',
  gt: '>',
  greater_than: '>',
  gte: '>=',
  min: '>=',
  at_least: '>=',
  lt: '<',
  less_than: '<',
  lte: '<=',
  max: '<=',
  at_most: '<=',
  includes: 'contains',
  matches: 'regex',
  match: 'regex',
  pattern: 'regex',
  close_to: 'approx',
  contains_any: 'any_of',
  is_json: 'schema',
  llm_rubric: 'llm_judge',
};

export function validateMatcher(matcher: unknown): MatcherProblem[] {
  const problems: MatcherProblem[] = [];
  check(matcher, [], [], problems);
  return problems;
}

/** `inside` names the matchers around this one, the outermost first. */
function check(matcher: unknown, path: Path, inside: string[], problems: MatcherProblem[]): void {
  if (inside.length > MAX_NESTING) {
    problems.push({ path, message: `matchers are nested deeper than ${MAX_NESTING} levels`, hint: null });
    return;
  }
  if (Array.isArray(matcher) || matcher === undefined) {
    const message = 'a matcher is a map such as { contains: "text" }, or a plain value';
    problems.push({ path, message, hint: 'exact' });
    return;
  }
  if (!isObject(matcher)) return;
  const entries = Object.entries(matcher);
  if (entries.length === 0) problems.push({ path, message: 'the matcher is empty', hint: 'exact' });
  const seen = new Set<string>();
  for (const [spelling, operand] of entries) {
    const name = matcherName(spelling);
    const at = [...path, spelling];
    if (seen.has(name)) problems.push({ path: at, message: `"${name}" is written twice`, hint: null });
    seen.add(name);
    const def = findMatcher(name);
    if (def === undefined) {
      const message = `there is no matcher "${clip(spelling, 60)}"`;
      problems.push({ path: at, message, hint: matcherHint(spelling), at_key: true });
      continue;
    }
    const found = operandProblems(def, operand, at);
    problems.push(...found);
    if (found.length > 0) continue;
    const outer = inside.find((around) => around !== 'all_of');
    if (name === 'snapshot' && outer !== undefined) {
      problems.push({ path: at, message: `"snapshot" cannot stand inside "${outer}"`, hint: null });
    }
    if (def.operand(operand) !== undefined) continue;
    def.nested?.(operand, (inner, step) => check(inner, [...at, ...step], [...inside, name], problems));
  }
}

/** Options that the matcher does not have; without such, what is wrong with the operand as a whole. */
function operandProblems(def: MatcherDef, operand: unknown, path: Path): MatcherProblem[] {
  const unknown = (def.options?.(operand) ?? []).flatMap(({ path: step, map, known }) =>
    (isObject(map) ? Object.keys(map) : [])
      .filter((key) => !known.includes(key))
      .map((key) => ({
        path: [...path, ...step, key],
        message: `"${def.name}" has no option "${clip(key, 60)}"`,
        hint: hintFor(key, known),
        at_key: true,
      })),
  );
  if (unknown.length > 0) return unknown;
  const problem = isPlaceholder(operand) ? undefined : def.operand(operand);
  return problem === undefined ? [] : [{ path, message: `"${def.name}" ${problem}`, hint: null }];
}

function matcherHint(spelling: string): string | null {
  const name = matcherName(spelling.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase());
  return Object.hasOwn(ELSEWHERE, name)
    ? (ELSEWHERE[name] as string)
    : hintFor(spelling, Object.keys(MATCHERS));
}

function hintFor(key: string, known: string[]): string | null {
  return didYouMean(key, known) ?? null;
}

/** The schemas inside a matcher that cannot be used. Apart from the rest because it loads the validator. */
export async function validateSchemas(matcher: unknown): Promise<MatcherProblem[]> {
  const schemas: { path: Path; schema: unknown }[] = [];
  collect(matcher, [], schemas);
  if (schemas.length === 0) return [];
  const { compileSchema } = await import('../json-schema/compile.js');
  const { misspellings } = await import('../json-schema/misspelt-keywords.js');
  return schemas.flatMap(({ path, schema }): MatcherProblem[] => {
    try {
      compileSchema(schema);
      return misspellings(schema).map(({ path: inner, near, ...rest }) => ({
        ...rest,
        path: [...path, ...inner],
        hint: near,
      }));
    } catch (error) {
      return [{ path, message: (error as Error).message, hint: null }];
    }
  });
}

function collect(matcher: unknown, path: Path, schemas: { path: Path; schema: unknown }[]): void {
  if (!isObject(matcher) || path.length > 2 * MAX_NESTING) return;
  for (const [spelling, operand] of Object.entries(matcher)) {
    const def = findMatcher(matcherName(spelling));
    if (def === undefined || def.operand(operand) !== undefined) continue;
    const at = [...path, spelling];
    if (def.name === 'schema') schemas.push({ path: at, schema: operand });
    def.nested?.(operand, (inner, step) => collect(inner, [...at, ...step], schemas));
  }
}
