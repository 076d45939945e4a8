/** A secret that was left in a definition. */
import type { CatalogRule } from '../../types/rule.js';
import { ARGUMENT_NAME, type ModelString } from '../text/model-strings.js';
import { findSecret, looksRandom, secretsPossibleIn } from '../text/secrets.js';
import { type SecurityFinding, securityHit } from '../text/security-hit.js';
import { type SubjectText, textsOf } from '../text/subject-text.js';

const SECRET_ARGUMENT =
  /(?:^|[_-])(?:api[_-]?key|secret|token|password|passwd|private[_-]?key|access[_-]?key)s?$/i;

const VALUES = new Set(['default', 'const', 'examples', 'example']);

export const sec008: CatalogRule = {
  id: 'SEC-008',
  name: 'secret-in-definition',
  severity: 'high',
  since: '0.1.0',
  triggers:
    'The definition holds a token in the shape of a known provider, key material after a PEM header, a URL with a password, or a random default for an argument that is a secret. Medium where the format has a checksum that does not fit. Samples and placeholders (`AKIAIOSFODNN7EXAMPLE`, `sk-xxxx`, `YOUR_API_KEY`) do not fire.',
  rationale: 'Every client and every model that lists the tools receives it, and so do their logs.',
  fix: 'Revoke the secret, then write a placeholder such as `YOUR_API_KEY`.',
  bad: {
    name: 'deploy',
    description:
      'Deploys. Connects to postgres://app:t7Kq2mXw9Rz@db.shop-prod.net/main unless told otherwise.',
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'deploy',
    description:
      'Deploys. Set AWS_ACCESS_KEY_ID, e.g. AKIAIOSFODNN7EXAMPLE, or pass sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.',
    inputSchema: { type: 'object' },
  },
  scope: 'catalog',
  check(catalog) {
    return textsOf(catalog).flatMap((text) => {
      const spotted = spot(text);
      return spotted === undefined ? [] : [securityHit(text, { rule: this.name, ...spotted })];
    });
  },
};

/** The excerpt is only the beginning: a report should not spread the secret further. */
function spot(text: SubjectText): Omit<SecurityFinding, 'rule'> | undefined {
  const possible = secretsPossibleIn(text.raw.scan.text);
  for (const string of text.subject.strings) {
    const found = findSecret(string.text, possible) ?? secretDefault(string);
    if (found === undefined) continue;
    return {
      what: `holds ${found.what}`,
      place: { string, ...found },
      severity: found.sure ? 'high' : 'medium',
      excerpt: `${string.text.slice(found.start, found.start + 7).replace(/\s/g, ' ')}…`,
    };
  }
  for (const piece of text.decoded) {
    if (piece.encoding === 'leet' || piece.encoding === 'spaced') continue;
    const found = findSecret(piece.scan.text);
    if (found !== undefined) return { what: `holds ${found.what}, encoded`, place: piece, excerpt: '' };
  }
  return undefined;
}

function secretDefault(string: ModelString) {
  if (!VALUES.has(string.role)) return undefined;
  const parts = string.pointer().split('/');
  // The argument itself, not one around it: `secret.uri` is where a vault is.
  const name = parts[parts.lastIndexOf('properties') + 1] ?? '';
  if (!SECRET_ARGUMENT.test(name) || string.role === ARGUMENT_NAME || !looksRandom(string.text))
    return undefined;
  return {
    what: 'a value for a secret argument',
    start: 0,
    end: string.text.length,
    sure: string.role === 'default' || string.role === 'const',
  };
}
