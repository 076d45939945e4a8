/** `when:` of a manifest, over the matchers of the suite language. */
import type { Assertion } from '../types/suite.js';
import type { ManifestProblem, Path } from './manifest-reader.js';

export function readConditions(
  _when: { path: Path; conditions: Record<string, unknown> },
  _report: (problem: ManifestProblem) => void,
): Assertion[] {
  return [];
}

export async function conditionsHold(_when: Assertion[], _root: Record<string, unknown>): Promise<boolean> {
  return true;
}
