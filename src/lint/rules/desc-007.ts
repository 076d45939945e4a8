/** An argument with a fixed set of values whose description speaks of none of them. */
import { isSmallWord } from '../../catalog/words.js';
import type { Parameter, ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { foldedWords } from '../text/prose.js';

/** Enough to find one mention; keeps the search linear for huge enums. */
const MAX_VALUES = 200;
const MAX_TEXT = 20_000;

export const desc007: ToolRule = {
  id: 'DESC-007',
  name: 'enum-values-unexplained',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'An argument with an `enum` of strings or numbers has a description, but the description mentions none of the values. A value that is an everyday word (`a`, `on`) counts as mentioned only in quotes, before a colon, or beside another value.',
  rationale:
    'The enum says what is allowed, not what it means. When the text never speaks of the values, the agent cannot tell `soft` from `hard`, and picks the first.',
  fix: 'Say in the description what the values mean and which one is the usual choice.',
  bad: {
    name: 'delete_user',
    description: 'Delete a user. Returns nothing.',
    inputSchema: {
      type: 'object',
      properties: { mode: { type: 'string', enum: ['soft', 'hard'], description: 'How it is done' } },
    },
  },
  good: {
    name: 'delete_user',
    description: 'Delete a user. Returns nothing.',
    inputSchema: {
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['soft', 'hard'], description: '`soft` can be undone, `hard` cannot' },
      },
    },
  },
  scope: 'tool',
  check(tool, context) {
    const hits = [];
    for (const parameter of context.view(tool).parameters) {
      const values = enumOf(parameter);
      if (parameter.description === '' || values.length === 0 || mentionsAny(parameter, values)) continue;
      hits.push({
        pointer: parameter.pointer(),
        message: `the description of "${parameter.name}" mentions none of its allowed values`,
        excerpt: parameter.description,
      });
    }
    return hits;
  },
};

function enumOf(parameter: Parameter): string[] {
  const list =
    ownValue(parameter.resolved, 'enum') ?? ownValue(ownValue(parameter.resolved, 'items'), 'enum');
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MAX_VALUES)
    .filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .map((value) => String(value).slice(0, 200));
}

function mentionsAny(parameter: Parameter, values: string[]): boolean {
  const inner = ownValue(ownValue(parameter.resolved, 'items'), 'description');
  const text = `${parameter.description} ${typeof inner === 'string' ? inner : ''}`.slice(0, MAX_TEXT);
  const folded = ` ${foldedWords(text).join(' ')} `;
  const words = values.map((value) => ({ value, parts: foldedWords(value) }));
  const firsts = new Set(words.map(({ parts: [first] }) => first));
  return words.some(({ value, parts }) => {
    const [first = ''] = parts;
    if (first === '') return text.includes(value);
    // "Sort by created or updated date" speaks of `createdAt` and `updatedAt`.
    if (firsts.size === words.length && first.length >= 5 && folded.includes(` ${first}`)) return true;
    const whole = parts.join(' ');
    if (parts.every(isSmallWord))
      return isMarked(value, text) || values.some((other) => areBeside(value, other, text));
    // A longer word that begins with the value explains it as well: "ascending" for `asc`.
    if (folded.includes(whole.length < 3 ? ` ${whole} ` : ` ${whole}`)) return true;
    // "Enable or disable sending" speaks of `enabled`.
    return /..ed$/.test(whole) && [1, 2].some((cut) => folded.includes(` ${whole.slice(0, -cut)} `));
  });
}

/** In quotes, code marks or brackets, or explained: `on: …`, `a = …`, `and(all of them)`. */
function isMarked(value: string, text: string): boolean {
  const at = escaped(value);
  return new RegExp(`['"\`‘“(]${at}['"\`’”)]|(?:^|[\\s(,;:])${at}(?: ?[:=]|\\()`, 'i').test(text);
}

/** "on or off", "a/b". */
function areBeside(value: string, other: string, text: string): boolean {
  if (value === other) return false;
  const [one, two] = [escaped(value), escaped(other)];
  const between = '\\s?(?:,|/|\\||;|, or|\\bor\\b|\\band\\b|\\bto\\b)\\s?';
  return new RegExp(`(?<!\\w)(?:${one}${between}${two}|${two}${between}${one})(?!\\w)`, 'i').test(text);
}

function escaped(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
