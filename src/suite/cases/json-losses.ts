/** What a parser of JSON loses without a word: the first value of a key that stands twice, and digits of a large number. */
import { clip, oneLine } from '../../util/text.js';
import { BadCases } from './rows.js';

const PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}\n]|-?\d[\d.eE+-]*/g;

/** The text is known to be JSON and begins at the given line. */
export function refuseLosses(text: string, first = 1): void {
  const open: Set<string>[] = [];
  let line = first;
  for (const [part, colon] of text.matchAll(PARTS)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (part === '\n') line += 1;
    else if (!part.startsWith('"')) refuseInexact(part, line);
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

function refuseInexact(written: string, line: number): void {
  const value = Number(written);
  const shown = clip(written, 40);
  if (!Number.isFinite(value))
    throw new BadCases(`${shown} is not a number that JSON knows`, line, 'quote it to mean text');
  if (/^-?\d+$/.test(written) && !Number.isSafeInteger(value))
    throw new BadCases(`${shown} is too large to be kept exactly`, line, 'quote it to mean text');
}
