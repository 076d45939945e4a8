/** The smallest telling difference between what was expected and what was found. Linear, bounded. */
import { isObject } from '../util/plain.js';
import { columns, cut } from './text/columns.js';
import { quotedText, safe, safeClip } from './text/safe-text.js';

const LEAD = 20;

/** Both strings cut to the part around their first difference, and a caret line that points at it. */
export function stringDifference(expected: string, actual: string, width: number) {
  const at = firstDifference(expected, actual);
  const long = Math.max(expected.length, actual.length) > width - 4;
  const start = long && at > LEAD ? wholeCharacter(expected, at - LEAD) : 0;
  const lead = start > 0 ? '…' : '';
  const show = (text: string) => cut(`"${lead}${safe(text.slice(start, start + width))}"`, width);
  const caret = columns(`"${lead}${safe(expected.slice(start, at))}`);
  const remark = `^ first difference: character ${at + 1}`;
  const room = width - caret;
  return {
    expected: show(expected),
    actual: show(actual),
    caret: room < 1 ? '' : ' '.repeat(caret) + (columns(remark) <= room ? remark : '^'),
  };
}

function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return wholeCharacter(a, at);
}

/** Never between the two halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}

interface Changes {
  lines: string[];
  /** Differences found, those beyond the limit too. */
  count: number;
}

/**
 * The changed leaves of two objects or arrays, `-` expected and `+` found, at most `max` lines. With
 * `subset`, keys that only the found value has are no difference.
 */
export function valueDifference(
  expected: unknown,
  actual: unknown,
  options: { subset: boolean; max: number; width: number },
): string[] {
  const changes: Changes = { lines: [], count: 0 };
  const visit = (was: unknown, is: unknown, path: string): void => {
    if (was === is) return;
    const both = (isObject(was) && isObject(is)) || (Array.isArray(was) && Array.isArray(is));
    if (!both) {
      note(changes, { was, is, path }, options.width, Math.max(KEPT, options.max));
      return;
    }
    const one = was as Record<string, unknown>;
    const two = is as Record<string, unknown>;
    // A subset may lack keys of an object, but no items of an array.
    const mayLack = options.subset && !Array.isArray(was);
    const extra = mayLack ? [] : Object.keys(two).filter((key) => !Object.hasOwn(one, key));
    for (const key of [...Object.keys(one), ...extra]) {
      visit(ownValue(one, key), ownValue(two, key), path + step(key, Array.isArray(was)));
    }
  };
  visit(expected, actual, '');
  if (changes.lines.length <= options.max) return changes.lines;
  const shown = changes.lines.slice(0, options.max - 1);
  return [...shown, `  … ${changes.count} differences in all`];
}

const KEPT = 12;

interface Leaf {
  was: unknown;
  is: unknown;
  path: string;
}

function note(changes: Changes, { was, is, path }: Leaf, width: number, keep: number): void {
  changes.count += 1;
  if (changes.lines.length >= keep) return;
  const label = safeClip(path.replace(/^\./, '') || '(value)', Math.floor(width / 2));
  if (typeof was === 'string' && typeof is === 'string') {
    // Two long texts are shown where they part.
    const { expected, actual } = stringDifference(was, is, width - columns(label) - 4);
    changes.lines.push(`- ${label}: ${expected}`, `+ ${label}: ${actual}`);
    return;
  }
  const line = (sign: string, value: unknown) => {
    return cut(`${sign} ${label}: ${safeClip(quotedText(value), width)}`, width);
  };
  if (was !== undefined) changes.lines.push(line('-', was));
  if (is !== undefined) changes.lines.push(line('+', is));
}

function ownValue(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function step(key: string, inArray: boolean): string {
  if (inArray) return `[${key}]`;
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
