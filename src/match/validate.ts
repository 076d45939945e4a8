/** Everything that is wrong with a matcher, before anything runs. */
import { didYouMean } from '../util/did-you-mean.js';
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';
import { matcherName } from './normalise.js';
import { isPlaceholder } from './operand.js';
import { findMatcher, MATCHERS } from './registry.js';
import type { MatcherProblem } from './types.js';

type Path = (string | number)[];

const MAX_NESTING = 50;

export function validateMatcher(matcher: unknown): MatcherProblem[] {
  const problems: MatcherProblem[] = [];
  check(matcher, [], [], problems);
  return problems;
}

function check(matcher: unknown, path: Path, inside: string[], problems: MatcherProblem[]): void {
  const report = (at: Path, message: string, hint: string | null = null) =>
    problems.push({ path: at, message, hint });
  if (inside.length > MAX_NESTING) {
    report(path, `matchers are nested deeper than ${MAX_NESTING} levels`);
    return;
  }
  if (Array.isArray(matcher) || matcher === undefined) {
    report(path, 'a matcher is a map such as { contains: "text" }, or a plain value', 'exact');
    return;
  }
  if (!isObject(matcher)) return;
  const spellings = Object.keys(matcher);
  if (spellings.length === 0) report(path, 'the matcher is empty', 'exact');
  const seen = new Set<string>();
  for (const spelling of spellings) {
    const name = matcherName(spelling);
    const at = [...path, spelling];
    if (seen.has(name)) report(at, `"${name}" is written twice`);
    seen.add(name);
    const def = findMatcher(name);
    if (def === undefined) {
      const near = didYouMean(spelling, Object.keys(MATCHERS));
      report(at, `there is no matcher "${clip(spelling, 60)}"`, near ?? null);
      continue;
    }
    const operand = matcher[spelling];
    const problem = isPlaceholder(operand) ? undefined : def.operand(operand);
    if (problem !== undefined) {
      report(at, `"${name}" ${problem}`);
      continue;
    }
    const outer = inside.find((one) => one !== 'all_of');
    if (name === 'snapshot' && outer !== undefined) {
      report(at, `"snapshot" cannot stand inside "${outer}"`);
    }
    if (def.operand(operand) !== undefined) continue;
    def.nested?.(operand, (inner, step) => check(inner, [...at, ...step], [...inside, name], problems));
  }
}

/** The schemas inside a matcher that cannot be used. Apart from the rest because it loads the validator. */
export async function validateSchemas(matcher: unknown): Promise<MatcherProblem[]> {
  const schemas: { path: Path; schema: unknown }[] = [];
  collect(matcher, [], schemas);
  if (schemas.length === 0) return [];
  const { compileSchema } = await import('../json-schema/compile.js');
  return schemas.flatMap(({ path, schema }) => {
    try {
      compileSchema(schema);
      return [];
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
