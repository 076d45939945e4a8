/** The JSON Schemas inside `schema` matchers must compile. Asked last, since it loads the validator. */
import { validateSchemas } from '../match/validate.js';
import type { Path } from '../source/spots.js';
import { ownValue } from '../util/plain.js';
import type { RawExpectation } from './blocks/expect.js';
import { stepsOf, testEntries } from './entries.js';
import type { Language } from './language.js';
import { asComplaint } from './matchers.js';
import { matchersIn } from './normalise/expect.js';
import type { Complaint } from './shape.js';

export async function checkSchemas(
  suite: Record<string, unknown>,
  { agents }: Pick<Language, 'agents'>,
): Promise<Complaint[]> {
  const out: Complaint[] = [];
  for (const { value, path: at } of expectations(suite, agents)) {
    for (const { path, matcher } of matchersIn(value as RawExpectation | undefined, at)) {
      const problems = await validateSchemas(matcher);
      out.push(...problems.map((problem) => ({ ...asComplaint(problem), path: [...path, ...problem.path] })));
    }
  }
  return out;
}

/** Every `expect:` of the suite: those of steps, of agents, and of their metric blocks. */
function expectations(
  suite: Record<string, unknown>,
  agents: Language['agents'],
): { value: unknown; path: Path }[] {
  const steps = testEntries(suite).flatMap(stepsOf);
  return [...steps, ...(agents?.expecting(suite) ?? [])].map(({ path, value }) => ({
    value: ownValue(value, 'expect'),
    path: [...path, 'expect'],
  }));
}
