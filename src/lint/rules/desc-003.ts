/** A description that repeats the tool's name or its title. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { foldedWords } from '../text/prose.js';

/** Nothing longer can be a name again. */
const LONGEST_NAME = 1000;
/** From so many words on a text is a sentence and no heading. */
const SENTENCE = 6;

export const desc003: ToolRule = {
  id: 'DESC-003',
  name: 'description-repeats-name',
  severity: 'critical',
  since: '0.1.0',
  triggers:
    'The description is the name of the tool, or its title, in other spelling: case, `_`, `-`, camelCase, white space and a trailing period make no difference. A real sentence that the title repeats passes: then the title is the copy.',
  rationale:
    'An agent has read the name already. A description that repeats it costs tokens and adds nothing by which to choose the tool or to fill in its arguments.',
  fix: 'Say what the name does not: on what the tool acts, what it returns, when to use it.',
  bad: { name: 'list_open_invoices', description: 'List open invoices.', inputSchema: { type: 'object' } },
  good: {
    name: 'list_open_invoices',
    description:
      'List the invoices of a customer that are not paid yet, the oldest first, with amount and due date.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const { description } = context.view(tool);
    if (description === '' || description.length > LONGEST_NAME) return [];
    const called = textOf(ownValue(tool, 'name'));
    const titles = [ownValue(tool, 'title'), ownValue(ownValue(tool, 'annotations'), 'title')].map(textOf);
    const longest = titles.reduce((most, { length }) => Math.max(most, length), called.length);
    // In small letters a sign may become three.
    if (countLettersAndDigits(description) > 3 * longest) return [];
    const name = foldedWords(called);
    const words = foldedWords(description);
    const said = words.join('');
    if (said === '') return [];
    let repeated: string | undefined;
    if (said === name.join('')) repeated = 'name';
    else if (titles.some((title) => foldedWords(title).join('') === said) && !saysMore(words, name))
      repeated = 'title';
    if (repeated === undefined) return [];
    return [
      {
        pointer: '/description',
        message: `the description only repeats the ${repeated}`,
        excerpt: description,
      },
    ];
  },
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_NAME) : '';
}

/** A sentence that tells what the name does not. */
function saysMore(words: readonly string[], name: readonly string[]): boolean {
  const fresh = words.filter((word) => !name.includes(word));
  return words.length >= SENTENCE && fresh.length >= SENTENCE / 2;
}

/** Of ASCII; all of them are in the words of a text. */
function countLettersAndDigits(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const small = code | 32;
    if ((small >= 97 && small <= 122) || (code >= 48 && code <= 57)) count += 1;
  }
  return count;
}
