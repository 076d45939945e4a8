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

export function validateMatcher(matcher: unknown): MatcherProblem[] {
  const problems: MatcherProblem[] = [];
  check(matcher, [], [], problems);
  return problems;
}

function check(matcher: unknown, path: Path, inside: string[], problems: MatcherProblem[]): void {
  const report = (at: Path, message: string, hint: string | null = null) =>
    problems.push({ path: at, message, hint });
  const unknown = (at: Path, message: string, key: string, known: string[]) =>
    problems.push({ path: [...at, key], message, hint: didYouMean(key, known) ?? null, at_key: true });
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
      unknown(path, `there is no matcher "${clip(spelling, 60)}"`, spelling, Object.keys(MATCHERS));
      continue;
    }
    const operand = matcher[spelling];
    const strange = strangeOptions(def, operand);
    for (const { step, key, known } of strange)
      unknown([...at, ...step], `"${name}" has no option "${clip(key, 60)}"`, key, known);
    if (strange.length > 0) continue;
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

function strangeOptions({ options }: MatcherDef, operand: unknown) {
  return (options?.(operand) ?? []).flatMap(({ path: step, map, known }) =>
    (isObject(map) ? Object.keys(map) : [])
      .filter((key) => !known.includes(key))
      .map((key) => ({ step, key, known })),
  );
}

/** The schemas inside a matcher that cannot be used. Apart from the rest because it loads the validator. */
export async function validateSchemas(matcher: unknown): Promise<MatcherProblem[]> {
  const schemas: { path: Path; schema: unknown }[] = [];
  collect(matcher, [], schemas);
  if (schemas.length === 0) return [];
  const { compileSchema } = await import('../json-schema/compile.js');
  const { misspeltKeywords } = await import('../json-schema/misspelt-keywords.js');
  return schemas.flatMap(({ path, schema }): MatcherProblem[] => {
    try {
      compileSchema(schema);
      return misspeltKeywords(schema).map(({ path: inner, key, near }) => ({
        path: [...path, ...inner, key],
        message: `JSON Schema has no keyword "${clip(key, 60)}"`,
        hint: near,
        at_key: true,
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
