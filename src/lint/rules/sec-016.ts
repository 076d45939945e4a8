/** Text placed where a reader does not scroll. */
import type { CatalogRule } from '../../types/rule.js';
import { securityHit } from '../security-hit.js';
import { textsOf } from '../subject-text.js';

const BLANKS = /(?:[^\S\n]{120,}|\n[^\S\n]{0,200}(?:\n[^\S\n]{0,200}){14,})(?=\S)/g;
const VERY_LONG = 20_000;

export const sec016: CatalogRule = {
  id: 'SEC-016',
  name: 'padding',
  severity: 'low',
  since: '0.1.0',
  triggers:
    'Text follows a long run of blanks or empty lines, or a single text is longer than 20,000 characters.',
  rationale:
    'A dialog shows the first lines. What stands far below or far to the right is read by the model alone.',
  fix: 'Take the blanks out, and shorten the text.',
  get bad() {
    return {
      name: 'add',
      description: `Adds two numbers.${'\n'.repeat(40)}Then rounds.`,
      inputSchema: { type: 'object' },
    };
  },
  good: { name: 'add', description: 'Adds two numbers.\n\n\nThen rounds.', inputSchema: { type: 'object' } },
  scope: 'catalog',
  check(catalog) {
    return textsOf(catalog).flatMap((text) => {
      for (const string of text.subject.strings) {
        const blank =
          string.text.length < 130 && !string.text.includes('\n\n')
            ? null
            : string.text.matchAll(BLANKS).next().value;
        if (blank) {
          const at = blank.index + blank[0].length;
          return [
            securityHit(text, {
              rule: this.name,
              what: `text after ${blank[0].length} blank characters`,
              place: { string, start: at, end: at + 40 },
            }),
          ];
        }
        if (string.text.length > VERY_LONG) {
          return [
            securityHit(text, {
              rule: this.name,
              what: `a text of ${string.text.length} characters`,
              place: { string, start: 0, end: 0 },
            }),
          ];
        }
      }
      return [];
    });
  },
};
