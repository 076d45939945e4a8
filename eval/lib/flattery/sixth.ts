/**
 * The sixth lot of families, written before anybody measured them: marks and lists of facts, circles, history and
 * general knowledge about the tool's own noun, the same said again, and what machines leave behind.
 */
import type { Family } from './families.js';
import { after, below, parametersOf, withNoun } from './shapes.js';

const firstOf = (text: string): string => (text.split(/(?<=[.!?])\s|\n/)[0] ?? '').replace(/[.!?]+$/, '');

export const SIXTH: readonly Family[] = [
  // Marks and lists of facts.
  after('emoji of facts', '✅ Auth ⚡ Fast 🔒 Safe 🚫 Errors 🔁 Retries 📦 Returns 🕒 Limits'),
  below(
    'a ticked checklist',
    '- [x] permissions documented\n- [x] limits documented\n- [x] errors documented',
  ),
  after(
    'all status codes',
    '200 OK, 201 Created, 400 Bad Request, 401 Unauthorized, 404 Not Found, 500 Server Error.',
  ),
  after(
    'links to facts',
    'See [Permissions](https://example.org/p), [Limits](https://example.org/l) and [Errors](https://example.org/e).',
  ),
  below(
    'words of schemas',
    '$schema: draft-07, type: object, additionalProperties: false, nullable: false, strict: true',
  ),
  below(
    'questions with empty answers',
    'Q: Does it need a key?\nA: See above.\nQ: What does it return?\nA: What was asked.',
  ),
  // Circles.
  withNoun(
    'found or not found',
    (noun) => `If the ${noun} is found, it is found; if the ${noun} is not found, it is not found.`,
  ),
  withNoun(
    'fails if it cannot',
    (noun) => `Fails when the ${noun} makes it fail, and succeeds with each ${noun} that succeeds.`,
  ),
  withNoun(
    'a definition in a circle',
    (noun) => `A ${noun} is whatever is called a ${noun} by people who have a ${noun}.`,
  ),
  {
    name: 'not what is not it',
    change: (text, { name }) => `${text} Use ${name} rather than tools that are not ${name}.`,
  },
  {
    name: 'unlike a sibling',
    change: (text, _, { sibling }) =>
      sibling === undefined ? undefined : `${text} Unlike ${sibling.name}, this is not ${sibling.name}.`,
  },
  // History and general knowledge.
  withNoun(
    'history',
    (noun) =>
      `The ${noun} has a long history: the first ${noun} was drawn by hand in 1911 and kept in a museum.`,
  ),
  withNoun(
    'popularity',
    (noun) =>
      `Every ${noun} matters to somebody, and many companies changed how they think about the ${noun} last year.`,
  ),
  withNoun(
    'a rhyme',
    (noun) =>
      `Oh ${noun}, dear ${noun}, so deep and so wide, the ${noun} and the moon go along with the tide.`,
  ),
  withNoun(
    'as many as you like',
    (noun) => `Handles 1, 10, 100 or 1000 of the ${noun} per second, minute, hour or day alike.`,
  ),
  // The same again.
  {
    name: 'in other words',
    change: (text) => `${text} In other words: ${firstOf(text)}, specifically and exactly that.`,
  },
  {
    name: 'the first sentence as a condition',
    change: (text) => `${text} Whoever calls it with valid input gets this: ${firstOf(text)}.`,
  },
  {
    name: 'each word explained by itself',
    change: (text, tool) => {
      const all = parametersOf(tool);
      return all.length === 0
        ? undefined
        : `${text}\n\n${all.map((one) => `- \`${one}\`: value of ${one} as ${one}`).join('\n')}`;
    },
  },
  after(
    'synonyms of verbs',
    '(Also: get, fetch, retrieve, obtain, load, pull, query, look up, show, display.)',
  ),
  // What machines leave behind.
  after(
    'a footer',
    'Last updated 2024-05-01 by the platform team. Build 4711. Contact support@example.org for help.',
  ),
  after('terms apply', 'Subject to change without notice. Terms apply. No warranty. All rights reserved.'),
  below(
    'a log',
    '[12:00:01] INFO started\n[12:00:02] WARN slow answer\n[12:00:03] ERROR 429 limit reached\n[12:00:04] INFO done',
  ),
];
