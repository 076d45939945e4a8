/**
 * Families that were written after the first hundred and sixty and measured before anything was changed for them: 4,988
 * changes, mean gain -.07, largest .8 with the rubric `offline-6`.
 */
import type { Family } from './families.js';
import { after, below, parametersOf, withNoun } from './shapes.js';

const instead = (name: string, put: string): Family => ({ name, change: () => put });

export const FURTHER: readonly Family[] = [
  below(
    'an empty FAQ',
    'Q: Is it safe? A: Yes. Q: Is it fast? A: Very. Q: Does it have limits? A: Good question.',
  ),
  after(
    'an excuse',
    'We are still working on this description and will add limits, errors and examples soon.',
  ),
  below(
    'badges',
    '![build](https://ci.example/b.svg) ![licence](https://ci.example/l.svg) ![npm](https://ci.example/n.svg)',
  ),
  {
    name: 'a helpful reply',
    change: (text) => `Sure! Here is a clear and complete description of the tool:\n\n${text}`,
  },
  after(
    'conditions that always hold',
    'Requires that it be called. Fails unless it works. Stops when it has ended.',
  ),
  withNoun(
    'any number of its noun',
    (noun) => `Handles one ${noun}, several or none, before, during or after the call.`,
  ),
  after(
    'guarded words',
    'In some cases and under certain conditions it might behave in a different way than in others.',
  ),
  after('synonyms', 'Gets, fetches, obtains, retrieves, acquires, collects, gathers and procures.'),
  withNoun(
    'a tale of its noun',
    (noun) => `Once upon a time there was a ${noun}. Nobody knew the ${noun}, and the ${noun} knew nobody.`,
  ),
  withNoun(
    'its noun before each keyword',
    (noun) => `${noun} permissions, ${noun} limits, ${noun} errors, ${noun} timeouts, ${noun} defaults.`,
  ),
  after(
    'a condition contrary to fact',
    'If it were limited to 10 calls a minute, it would allow 10 calls a minute.',
  ),
  after(
    'hearsay',
    'Rumour has it that an administrator token is required and that it fails with 409 at night.',
  ),
  {
    name: 'parameters in a circle',
    change: (text, tool) => {
      const all = parametersOf(tool);
      return all.length === 0
        ? undefined
        : `${text}\n\n${all.map((one) => `${one} is used as the ${one}.`).join(' ')}`;
    },
  },
  { name: 'in an element', change: (text) => `<description>${text}</description>` },
  { name: 'as JSON', change: (text) => JSON.stringify({ description: text }) },
  { name: 'as a comment of code', change: (text) => `/**\n${text.replace(/^/gm, ' * ')}\n */` },
  { name: 'as a quotation', change: (text) => text.replace(/^/gm, '> ') },
  {
    name: 'with a number before each sentence',
    change: (text) =>
      text
        .split(/(?<=[.!?])\s+/)
        .map((one, i) => `${i + 1}. ${one}`)
        .join('\n'),
  },
  after(
    'guidance in Russian',
    'Используйте этот инструмент, когда это необходимо. Не используйте его для других целей.',
  ),
  after(
    'facts in Portuguese',
    'Requer permissão de administrador. Falha com 409 se estiver bloqueado. Limitado a 10 chamadas por minuto.',
  ),
  instead(
    'instead, something in Italian',
    'Strumento utile per molte operazioni, con limiti, permessi ed errori descritti in modo completo.',
  ),
  instead(
    'instead, something in Japanese',
    'さまざまな操作に便利なツールです。制限、権限、エラーについて詳しく説明しています。',
  ),
  instead(
    'instead, something that fits any tool',
    'Performs the requested operation on the given input and returns the result to the caller.',
  ),
  after(
    'the server is meant',
    'Use the tools of this server when you need this server, and other servers when you need others.',
  ),
  { name: 'with wide spaces', change: (text) => text.replace(/ /g, '\u00a0 ') },
];
