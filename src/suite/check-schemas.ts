/** The JSON Schemas inside `schema` matchers must compile. Asked last, since it loads the validator. */
import { validateSchemas } from '../match/validate.js';
import type { RawExpectation } from './blocks/expect.js';
import { stepsOf, testEntries } from './entries.js';
import { matchersIn } from './normalise-expect.js';
import type { Complaint } from './shape.js';

export async function checkSchemas(suite: Record<string, unknown>): Promise<Complaint[]> {
  const out: Complaint[] = [];
  for (const entry of testEntries(suite)) {
    for (const step of stepsOf(entry)) {
      for (const { path, matcher } of matchersIn(step.value.expect as RawExpectation, [
        ...step.path,
        'expect',
      ])) {
        const problems = await validateSchemas(matcher);
        out.push(...problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
      }
    }
  }
  return out;
}
