/** Characters that nobody sees. */
import type { CatalogRule, RuleHit } from '../../types/rule.js';
import { hiddenCharacters } from '../text/hidden-characters.js';
import { securityHit } from '../text/security-hit.js';
import { textsOf } from '../text/subject-text.js';

export const sec005: CatalogRule = {
  id: 'SEC-005',
  name: 'hidden-unicode',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'The text holds characters that nobody sees. High: tag characters, bidirectional controls, terminal escape sequences. Medium: zero-width characters, fillers, stacked variation selectors, other control characters. What a script or an emoji needs is left alone: ZWNJ in Persian and Indic words, ZWJ and U+FE0F in emoji, marks of direction in right-to-left text.',
  rationale:
    'Tag characters spell whole sentences that a model reads and no screen shows; bidirectional controls make a line look like another; escape sequences drive the terminal of whoever lists the tools.',
  fix: 'Remove the characters.',
  bad: { name: 'add', description: 'Adds two\u200b\u200b numbers.', inputSchema: { type: 'object' } },
  good: { name: 'add', description: 'Adds two numbers ✔️ (می‌افزاید).', inputSchema: { type: 'object' } },
  scope: 'catalog',
  check(catalog) {
    return textsOf(catalog).flatMap((text) => {
      // Nothing had to be folded, and what is shorter than two characters is not.
      const isPlain = text.raw === text.folded;
      const strings = text.subject.strings.filter((string) => !isPlain || string.text.length < 2);
      if (strings.length === 0) return [];
      const seen = new Map<string, RuleHit>();
      for (const string of strings) {
        for (const { kind, severity, start, count } of hiddenCharacters(string.text)) {
          if (seen.has(kind)) continue;
          const place = { string, start, end: start + 1 };
          const code = `U+${(string.text.codePointAt(start) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
          seen.set(
            kind,
            securityHit(text, {
              rule: this.name,
              what: `${kind} (${code}, ${count} of them)`,
              place,
              severity,
              excerpt: '',
            }),
          );
        }
      }
      return [...seen.values()];
    });
  },
};
