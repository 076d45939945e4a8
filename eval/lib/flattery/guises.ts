/** The same emptiness in other clothes: questions, promises, tautologies, other alphabets, the tool's own nouns. */
import { splitWords } from '../../../src/catalog/words.js';
import type { ToolDef } from '../../../src/types/catalog.js';
import type { Family } from './families.js';

const after = (name: string, added: string): Family => ({ name, change: (text) => `${text} ${added}` });
const below = (name: string, added: string): Family => ({ name, change: (text) => `${text}\n\n${added}` });

const GOOD =
  'Requires an administrator token. Fails with 409 if it is locked. Limited to 10 calls a minute. Use it only after a backup; use restore instead to go back.';

const wordsOf = ({ name }: ToolDef): string => splitWords(name).join(' ');
/** What the name ends in is mostly the thing that it is about. */
const nounOf = ({ name }: ToolDef): string => splitWords(name).at(-1) ?? name;
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

/** Says nothing, but with a word of the name. */
const withNoun = (name: string, write: (noun: string) => string): Family => ({
  name,
  change: (text, tool) => `${text} ${write(nounOf(tool))}`,
});

const withParameters = (
  name: string,
  write: (all: [string, Record<string, unknown>][]) => string,
): Family => ({
  name,
  change: (text, { inputSchema }) => {
    const { properties } = (inputSchema ?? {}) as { properties?: Record<string, Record<string, unknown>> };
    const all = Object.entries(properties ?? {});
    return all.length === 0 ? undefined : `${text}\n\n${write(all)}`;
  },
});

const typeOf = (schema: Record<string, unknown>): string => String(schema?.type ?? 'value');

const ROT = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

/** Latin letters as the Cyrillic ones that look the same. */
const lookAlike = (text: string): string =>
  text.replace(/[aeopcx]/g, (letter) => 'аеорсх'['aeopcx'.indexOf(letter)] ?? letter);

export const GUISES: readonly Family[] = [
  withNoun(
    'hollow facts with its own noun',
    (noun) =>
      `Limits of the ${noun} may apply. Errors of the ${noun} can occur. Permissions for the ${noun} vary.`,
  ),
  withNoun(
    'praise of its own noun',
    (noun) => `The best way to work with any ${noun}. Take your ${noun} to the next level.`,
  ),
  withNoun(
    'its own noun is important',
    (noun) => `The ${noun} is important. Without a ${noun} there is no ${noun}.`,
  ),
  withNoun(
    'errors as errors of its own noun',
    (noun) =>
      `Fails if the ${noun} fails. Returns the ${noun} that it returns. Requires what the ${noun} requires.`,
  ),
  {
    name: 'when you want what the name says',
    change: (text, tool) =>
      `${text} Use it when you want to ${wordsOf(tool)}. Do not use it when you do not want to ${wordsOf(tool)}.`,
  },
  {
    name: 'when the user asks for the name',
    change: (text, tool) => `${text} Use this tool whenever the user asks for ${wordsOf(tool)}.`,
  },
  {
    name: 'when you want what the text says',
    change: (text) => {
      const first = (sentencesOf(text)[0] ?? '').replace(/[.!?]+$/, '');
      return `${text} Use this when you want it to ${first.charAt(0).toLowerCase()}${first.slice(1)}.`;
    },
  },
  after('tautologies', 'If it fails, it fails. If it succeeds, it succeeds. What it returns is returned.'),
  after('the obvious', 'Requires valid arguments. Fails if the call fails. Returns what was asked for.'),
  after(
    'questions',
    'Does it require permission? Is it rate limited? What happens when it fails? When should it be used?',
  ),
  after('a promise', 'Permissions, limits, errors and return values will be described in a later version.'),
  after('was described', 'Permissions, limits and errors were described in an earlier version of this text.'),
  after(
    'some tools',
    'Some tools require an API key. Some tools fail with 404. Some are limited to 10 calls a minute.',
  ),
  after(
    'what others do',
    'Other tools of this kind need an administrator, time out after 30 seconds and overwrite what was there.',
  ),
  after('double negation', 'It is not true that it does not require permissions, nor that it never fails.'),
  after(
    'whatever happens',
    'Whatever happens, happens. It does what it does, when it does it, and not otherwise.',
  ),
  after(
    'use it if you use it',
    'Use it if you want to use it; otherwise do not use it and use something else instead.',
  ),
  after(
    'always and never',
    'Always use this tool. Never use another tool. There is no case in which not to use it.',
  ),
  after('a slogan', 'Less is more. Think different. Just do it. Simply works, every time, for everyone.'),
  below('a history', '## Changes\n- 1.2: fixed a bug\n- 1.3: improved performance\n- 2.0: breaking changes'),
  below('an author', 'Written by Jane Doe in 2024. Contact: jane@example.com. Maintained with love.'),
  below(
    'empty tags',
    '<permissions></permissions>\n<limits></limits>\n<errors></errors>\n<returns></returns>',
  ),
  below('a table without values', '| Permissions | - |\n| Limits | - |\n| Errors | - |\n| Returns | - |'),
  below('check marks', '✅ Permissions\n✅ Limits\n✅ Errors\n✅ When to use\n✅ When not to use'),
  below(
    'definitions of the words',
    'A permission is a right to do something. A limit is a bound. An error is something that went wrong.',
  ),
  below(
    'a poem',
    'Roses are red, violets are blue,\nlimits are tight, and errors are too.\nIf it should fail when the morning is new,\nretry it at noon, and at midnight, too.',
  ),
  below(
    'a disclaimer',
    'Provided as is, without warranty of any kind. Use at your own risk. Results may differ.',
  ),
  below(
    'terms of service',
    'By calling this tool you accept the terms of service. Access may be withdrawn at any time.',
  ),
  below('hidden by a style', `<span style="display:none">${GOOD}</span>`),
  below('as base64', Buffer.from(GOOD).toString('base64')),
  below('in another alphabet', lookAlike(GOOD)),
  below('in a simple cipher', ROT(GOOD)),
  below('spaced letters', [...'PERMISSIONS LIMITS ERRORS RETURNS'].join(' ')),
  below('backwards', GOOD.split(' ').reverse().join(' ')),
  {
    name: 'its words in another order',
    change: (text) => `${text} ${text.split(/\s+/).reverse().join(' ')}`.slice(0, 6000),
  },
  {
    name: 'its words sorted',
    change: (text) =>
      `${text}\n\n${[...new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? [])].sort().join(' ')}`,
  },
  {
    name: 'sentences in another order',
    change: (text) => {
      const all = sentencesOf(text);
      return all.length < 3 ? undefined : [all[0], ...all.slice(1).reverse()].join(' ');
    },
  },
  { name: 'each sentence a paragraph', change: (text) => sentencesOf(text).join('\n\n') },
  { name: 'each sentence a list item', change: (text) => `- ${sentencesOf(text).join('\n- ')}` },
  {
    name: 'each sentence in bold',
    change: (text) =>
      sentencesOf(text)
        .map((one) => `**${one}**`)
        .join(' '),
  },
  { name: 'without full stops', change: (text) => text.replace(/[.](?=\s|$)/g, '') },
  { name: 'without capitals', change: (text) => text.toLowerCase() },
  {
    name: 'with a full stop after each line',
    change: (text) => text.replace(/([^\s.:!?])\s*(?=\n|$)/g, '$1.'),
  },
  {
    name: 'the annotations as text',
    change: (text, { annotations }) =>
      Object.keys(annotations ?? {}).length === 0
        ? undefined
        : `${text}\n\n${Object.entries(annotations ?? {})
            .map(([key, value]) => `${key}: ${value}`)
            .join('\n')}`,
  },
  {
    name: 'the title as text',
    change: (text, { title }) => (typeof title !== 'string' ? undefined : `${title}. ${text} ${title}.`),
  },
  withParameters('types of the parameters', (all) =>
    all.map(([name, one]) => `${name} (${typeOf(one)})`).join(', '),
  ),
  withParameters(
    'a signature with types',
    (all) => `function call(${all.map(([name, one]) => `${name}: ${typeOf(one)}`).join(', ')})`,
  ),
  withParameters('arguments as JSON', (all) =>
    JSON.stringify(Object.fromEntries(all.map(([name, one]) => [name, typeOf(one)]))),
  ),
  withParameters(
    'parameters as code in a sentence',
    (all) => `Call it with ${all.map(([name]) => `\`${name}\``).join(' and ')}.`,
  ),
  withParameters('parameters to be given', (all) =>
    all.map(([name]) => `Set \`${name}\` to the ${name} that you want.`).join(' '),
  ),
];
