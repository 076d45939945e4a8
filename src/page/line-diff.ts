/** Two texts line by line: what is only in the first, only in the second, in both. Bounded. */
import { diffArrays } from 'diff';

export interface DiffLine {
  side: 'both' | 'expected' | 'actual';
  text: string;
}

const MOST_LINES = 400;

/** Undefined when a text is too long, or is one line: side by side says it better then. */
export function lineDiff(expected: string, actual: string): DiffLine[] | undefined {
  if (expected.length + actual.length > 100_000) return undefined;
  const [was, is] = [expected.split('\n'), actual.split('\n')];
  if (Math.max(was.length, is.length) > MOST_LINES || (was.length === 1 && is.length === 1)) return undefined;
  return diffArrays(was, is).flatMap(({ added, removed, value }) => {
    const side = sideOf(added, removed);
    return value.map((text) => ({ side, text }));
  });
}

function sideOf(added: boolean, removed: boolean): DiffLine['side'] {
  if (removed) return 'expected';
  return added ? 'actual' : 'both';
}
