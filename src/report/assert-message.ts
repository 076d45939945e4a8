/** What a failed check says, for a reader who has its target and the value found beside it. */
import type { Check } from '../types/verdict.js';
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';

type Said = Pick<Check, 'message' | 'target' | 'expected' | 'actual'>;

/** As many characters of a value as matchers write into their sentence. */
const SHOWN = 300;
const MOST_TEXTS = 100;

/** Neither the target nor the value is said again. A sentence that no matcher wrote stays as it is. */
export function assertMessage({ message, target, expected, actual }: Said): string {
  const short = message.split(`expected that ${target} `).join('expected that it ');
  if (actual === undefined) return short;
  const value = shown(actual);
  const clauses: [string, string][] = [
    [`, but it is ${value} and not `, ', but it is not '],
    [`, but it is ${value} and must `, ', but it must '],
    [` does: ${value}`, ' does'],
    [`, but expected ${shown(expected)}, got ${value}`, ''],
    [`, but it is ${value}`, ''],
    [` is missing in ${value}`, ' is missing'],
  ];
  return clauses.reduce(replaceClause, short);
}

/** Only where the clause ends there: `it is 5` is not said by `it is 50`. */
function replaceClause(message: string, [clause, by]: [string, string]): string {
  const [first = '', ...rest] = message.split(clause);
  return rest.reduce((before, after) => {
    const ends = clause.endsWith(' ') || /^(?:$|; | and | \()/.test(after);
    return before + (ends ? by : clause) + after;
  }, first);
}

const QUOTED = /"((?:[^"\\\u2026]|\\.)*)(?:"|…|$)/g;

/**
 * Texts of the suite or of the server that the sentence quotes, with their newlines as they are: whoever writes the
 * sentence down as JSON escapes them anyway.
 */
export function withNewlines({ message, expected, actual }: Said): string {
  const texts = textsIn([expected, actual]);
  return message.replace(QUOTED, (literal, inside: string) => {
    const text = parsed(inside);
    if (!text?.includes('\n') || !texts.some((one) => one.includes(text))) return literal;
    return literal.replace(/\\(.)/g, (escaped, char) => (char === 'n' ? '\n' : escaped));
  });
}

/** Of a literal that may have been cut in the middle of an escape. */
function parsed(inside: string): string | undefined {
  try {
    return JSON.parse(`"${inside.replace(/\\(?:u[\da-f]{0,3})?$/, '')}"`);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return clip(JSON.stringify(value) ?? '', SHOWN);
}

/** Breadth first, so that a large value is looked into no further than it can be shown. */
function textsIn(root: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [root];
  for (let at = 0; at < open.length && open.length < 10 * MOST_TEXTS && found.length < MOST_TEXTS; at += 1) {
    const value = open[at];
    if (typeof value === 'string' && value.includes('\n')) found.push(value);
    else if (Array.isArray(value)) open.push(...value.slice(0, MOST_TEXTS));
    else if (isObject(value)) open.push(...Object.values(value).slice(0, MOST_TEXTS));
  }
  return found;
}
