/** Two texts line by line: what is only in the first, only in the second, in both. Bounded. */
export interface DiffLine {
  side: 'both' | 'expected' | 'actual';
  text: string;
}

const MOST_LINES = 400;

/** Undefined when a text is too long, or is one line: side by side says it better then. */
export function lineDiff(expected: string, actual: string): DiffLine[] | undefined {
  if (expected.length + actual.length > 100_000) return undefined;
  const a = expected.split('\n');
  const b = actual.split('\n');
  if (a.length > MOST_LINES || b.length > MOST_LINES || (a.length === 1 && b.length === 1)) return undefined;
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ side: 'both', text: a[i]! });
      i += 1;
      j += 1;
    } else if (
      j >= b.length ||
      (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push({ side: 'expected', text: a[i]! });
      i += 1;
    } else {
      lines.push({ side: 'actual', text: b[j]! });
      j += 1;
    }
  }
  return lines;
}
