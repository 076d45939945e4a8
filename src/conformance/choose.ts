/** Which checks run: all, or those that patterns such as `C-LIST-*` name. */
import { checksNamed, unknownCheck } from '../util/check-ids.js';
import { McptestError } from '../util/errors.js';
import type { ConformanceCheck } from './check.js';

export function chooseChecks(
  all: readonly ConformanceCheck[],
  only?: readonly string[],
): readonly ConformanceCheck[] {
  if (only === undefined || only.length === 0) return all;
  const wanted = new Set(
    only.flatMap((pattern) => {
      const found = checksNamed(pattern);
      if (found.length === 0) throw new McptestError({ code: 'unknown-check', ...unknownCheck(pattern) });
      return found;
    }),
  );
  return all.filter(({ id }) => wanted.has(id));
}
