/** Words that a rubric asks for, put down without a sentence around them. */
import type { Family } from './families.js';

const WORDS = [
  'Permissions',
  'Limits',
  'Errors',
  'Timeout',
  'Returns',
  'Rate limit',
  'Authentication',
  'Default',
];
const MORE = [
  'read-only',
  'idempotent',
  'destructive',
  'pagination',
  'cached',
  'retries',
  'quota',
  'when to use',
];

const after = (name: string, added: string): Family => ({ name, change: (text) => `${text} ${added}` });
const below = (name: string, added: string): Family => ({ name, change: (text) => `${text}\n\n${added}` });

export const KEYWORDS: readonly Family[] = [
  after('keywords as sentences', `${WORDS.join('. ')}.`),
  after('keywords with commas', `${WORDS.join(', ')}.`),
  after('other keywords with commas', `${MORE.join(', ')}.`),
  below('keywords as a list', `- ${WORDS.join('\n- ')}`),
  below('keywords as headings', WORDS.map((word) => `## ${word}`).join('\n')),
  below('keywords in bold', WORDS.map((word) => `**${word}**`).join('\n')),
  after('keywords in capitals', `${[...WORDS, ...MORE].join(' ').toUpperCase()}.`),
  after('keywords with slashes', [...WORDS, ...MORE].join('/')),
  after('keywords five times', `${[...WORDS, ...MORE].join('. ')}. `.repeat(5).trim()),
  { name: 'keywords before the text', change: (text) => `${WORDS.join('. ')}. ${text}` },
  { name: 'keywords in brackets before the text', change: (text) => `[${MORE.join('] [')}] ${text}` },
  below('labels with nothing behind them', WORDS.map((word) => `${word}:`).join('\n')),
  below('headings of a docstring', 'Args:\n\nReturns:\n\nRaises:\n\nExamples:\n\nNotes:'),
  below('headings of guidance', '## When to use\n\n## When not to use\n\n## Alternatives'),
  below('numbered headings', '1. Purpose\n2. Usage\n3. Behaviour\n4. Limits\n5. Errors'),
  below('keywords in a table', `| ${WORDS.join(' | ')} |\n|${'---|'.repeat(WORDS.length)}`),
  after('hashtags', MORE.map((word) => `#${word.replaceAll(' ', '')}`).join(' ')),
  after('keywords in German', 'Berechtigungen. Grenzen. Fehler. Rückgabe. Zeitlimit. Nur lesend.'),
  after('keywords in Chinese', '权限。限制。错误。超时。返回。只读。'),
  after('keywords in French', 'Autorisations, limites, erreurs, délais, résultats, lecture seule.'),
];
