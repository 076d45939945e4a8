/** Text placed where a reader does not scroll. */
import type { CatalogRule } from '../../types/rule.js';
import { securityHit } from '../text/security-hit.js';
import { textsOf } from '../text/subject-text.js';

const BLANKS = /\s{15,}/g;
const HOLDS_BLANKS = /\s{15}/;
const MANY_LINES = 15;
const FAR_RIGHT = 120;
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
      description: `Adds two numbers.${'\n'.repeat(80)}Then rounds.`,
      inputSchema: { type: 'object' },
    };
  },
  good: { name: 'add', description: 'Adds two numbers.\n\n\nThen rounds.', inputSchema: { type: 'object' } },
  scope: 'catalog',
  check(catalog) {
    return textsOf(catalog).flatMap((text) => {
      for (const string of text.subject.strings) {
        const at = afterBlanks(string.text);
        if (at !== undefined) {
          return [
            securityHit(text, {
              rule: this.name,
              what: 'text after a long run of blanks',
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

function afterBlanks(text: string): number | undefined {
  if (text.length < 20 || !HOLDS_BLANKS.test(text)) return undefined;
  for (const { 0: run, index } of text.matchAll(BLANKS)) {
    if (index + run.length === text.length) continue;
    const lines = run.split('\n');
    if (lines.length > MANY_LINES || lines.some((line) => line.length >= FAR_RIGHT))
      return index + run.length;
  }
  return undefined;
}
