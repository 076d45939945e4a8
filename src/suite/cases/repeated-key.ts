/** A key that stands twice in one object of a JSON text: a parser silently keeps the last of the two values. */
import { clip, oneLine } from '../../util/text.js';
import { BadCases } from './rows.js';

const PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}\n]/g;

/** The text is known to be JSON and begins at the given line. */
export function refuseRepeatedKeys(text: string, first = 1): void {
  const open: Set<string>[] = [];
  let line = first;
  for (const [part, colon] of text.matchAll(PARTS)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (part === '\n') line += 1;
    else if (colon !== undefined) {
      const key = JSON.parse(part.slice(0, -colon.length)) as string;
      const keys = open.at(-1)!;
      if (keys.has(key))
        throw new BadCases(
          `the key \`${oneLine(clip(key, 60))}\` is given twice`,
          line,
          'remove one of them',
        );
      keys.add(key);
      line += colon.split('\n').length - 1;
    }
  }
}
