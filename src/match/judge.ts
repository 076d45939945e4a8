/**
 * A subject against a matcher. Never throws: what cannot be evaluated is inconclusive, and what is
 * absent passes only where the matcher says so itself.
 */
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';
import { combineAll, fail, inconclusive } from './judgement.js';
import { normaliseMatcher } from './normalise.js';
import { findMatcher } from './registry.js';
import type { Judgement, MatchContext, Subject, TestContext } from './types.js';

export async function judgeMatcher(
  matcher: unknown,
  subject: Subject,
  path: string,
  ctx: MatchContext,
): Promise<Judgement> {
  const entries = Object.entries(isObject(matcher) ? matcher : normaliseMatcher(matcher));
  if (entries.length === 0) return inconclusive(`the matcher for ${path} is empty`);
  const judgements: Judgement[] = [];
  for (const entry of entries) judgements.push(await judgeOne(entry, subject, path, ctx));
  const [first, ...others] = judgements;
  return first !== undefined && others.length === 0 ? first : combineAll(judgements);
}

async function judgeOne(
  [name, operand]: [name: string, operand: unknown],
  subject: Subject,
  path: string,
  ctx: MatchContext,
): Promise<Judgement> {
  const def = findMatcher(name);
  if (def === undefined) return inconclusive(`there is no matcher "${clip(name, 60)}"`);
  const problem = def.operand(operand);
  if (problem !== undefined) return inconclusive(`cannot judge ${path}: "${name}" ${problem}`);
  try {
    const phrase = clip(def.describe(operand, phraseOf), 600);
    const own: TestContext = {
      ...ctx,
      path,
      phrase,
      judge: (inner, innerSubject, innerPath) => judgeMatcher(inner, innerSubject, innerPath, ctx),
    };
    if (subject.found) return await def.test(subject.value, operand, own);
    return def.absent ? await def.absent(operand, subject, own) : fail(own, subject.reason);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = error instanceof McptestError && error.hint ? `. ${error.hint}` : '';
    return inconclusive(`cannot judge ${path} by "${name}": ${why}${hint}`);
  }
}

/** What a matcher demands, as a verb phrase. */
export function phraseOf(matcher: unknown): string {
  const entries = Object.entries(isObject(matcher) ? matcher : normaliseMatcher(matcher));
  return entries
    .map(([name, operand]) => {
      const def = findMatcher(name);
      return def && def.operand(operand) === undefined ? def.describe(operand, phraseOf) : name;
    })
    .join(' and ');
}
