/** Which checks run: all, or those that patterns such as `C-LIST-*` name. */
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import type { ConformanceCheck } from './check.js';

export function chooseChecks(
  all: readonly ConformanceCheck[],
  only?: readonly string[],
): readonly ConformanceCheck[] {
  if (only === undefined || only.length === 0) return all;
  const chosen = only.map((pattern) => {
    const found = all.filter(({ id }) => matches(id, pattern));
    if (found.length === 0) throw unknownCheck(pattern, all);
    return found;
  });
  const wanted = new Set(chosen.flat());
  return all.filter((one) => wanted.has(one));
}

function matches(id: string, pattern: string): boolean {
  const upper = pattern.toUpperCase();
  return upper.endsWith('*') ? id.startsWith(upper.slice(0, -1)) : id === upper || id.startsWith(`${upper}-`);
}

function unknownCheck(pattern: string, all: readonly ConformanceCheck[]): McptestError {
  const near = didYouMean(
    pattern.toUpperCase(),
    all.map(({ id }) => id),
  );
  return new McptestError({
    code: 'unknown-check',
    message: `no check is called ${JSON.stringify(pattern)}`,
    hint: near ? `did you mean \`${near}\`?` : 'Name one such as C-LIST-004, or a family such as C-LIST-*.',
  });
}
