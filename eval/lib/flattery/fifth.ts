/**
 * The fifth lot of families, written before anybody measured them: words of facts without a fact, sentences that hold for
 * every tool, this tool's own schema and neighbours told again, other languages, and text that stands there for nobody.
 */
import type { ToolDef } from '../../../src/types/catalog.js';
import type { Family } from './families.js';
import { after, below, parametersOf, withNoun } from './shapes.js';

const said = ({ description }: ToolDef): string => String(description ?? '').trim();
const firstOf = (text: string): string => text.split(/(?<=[.!?])\s|\n/)[0] ?? '';
const withParameters = (name: string, write: (parameters: readonly string[]) => string): Family => ({
  name,
  change: (text, tool) => {
    const all = parametersOf(tool);
    return all.length === 0 ? undefined : `${text} ${write(all)}`;
  },
});

export const FIFTH: readonly Family[] = [
  // Words of facts, put together without a fact.
  after('traits with "and"', 'Permissions and limits and errors and timeouts and quotas and retries.'),
  after('traits as adjectives', 'Rate-limited, permissioned, cached, paginated, idempotent and reversible.'),
  after('traits as questions', 'Who may call it? How often? What happens on failure? What is returned?'),
  after('traits in brackets', '[auth] [quota: yes] [errors: yes] [returns: yes] [side effects: yes]'),
  below('traits as a table', '| auth | limits | errors |\n|---|---|---|\n| required | limited | returned |'),
  below('traits as headings', '## Returns\n\n## Errors\n\n## Permissions\n\n## Rate limits\n\n## Examples'),
  after('numbers of nothing', 'Limit 100. Timeout 30 s. Error 429. Version 2. Page 1. Retry 3.'),
  after(
    'capital letters',
    'REQUIRES AUTHENTICATION. RETURNS ERRORS. RATE LIMITED. NOT REVERSIBLE. READ CAREFULLY.',
  ),
  withNoun('limits limit', (noun) => `The limits of the ${noun} limit how many a limited ${noun} may have.`),
  withNoun('errors err', (noun) => `Erroneous ${noun} calls err with the error that the ${noun} has.`),
  withNoun(
    'a permission for whoever may',
    (noun) => `Whoever may use the ${noun} is permitted to; others are not.`,
  ),
  // Sentences for every tool.
  after(
    'the answer answers',
    'The response contains the answer to what was asked, in the form in which it is given.',
  ),
  after('when it works', 'It works when everything is as it should be, and otherwise it does not.'),
  after(
    'the caller decides',
    'It is up to the caller to decide whether this is the right moment; think before and check after.',
  ),
  after(
    'inputs and outputs',
    'Takes inputs, processes them step by step, and gives outputs that depend on the inputs.',
  ),
  after(
    'modern software',
    'Written in modern code, tested daily, reviewed by experts and monitored around the clock.',
  ),
  after('numbers of success', 'Used by 10,000 teams, 99.99 % uptime, 4.9 stars, answers in 12 ms.'),
  after(
    'about the document',
    'This description covers purpose, usage, behaviour, parameters and results in detail.',
  ),
  after(
    'best practice',
    'Follow best practices, handle errors gracefully and respect all rate limits at all times.',
  ),
  withNoun(
    'whenever the noun is needed',
    (noun) => `Use it whenever a ${noun} is needed and do not use it when no ${noun} is needed.`,
  ),
  withNoun(
    'not for other things',
    (noun) => `It is only for the ${noun}; for weather, music or sports there are other tools.`,
  ),
  withNoun(
    'a story of its noun',
    (noun) => `Yesterday somebody lost a ${noun}, got error 404 and was very sad; then it was found again.`,
  ),
  withNoun(
    'the noun in a poem',
    (noun) => `Oh ${noun}, returned by morning light, no limit holds your silent flight.`,
  ),
  withNoun(
    'a definition of its noun',
    (noun) =>
      `A ${noun} is a thing of the kind that is known as a ${noun}; there may be more than one ${noun}.`,
  ),
  withNoun(
    'opposites',
    (noun) => `Changes the ${noun} without changing it, always or never, for everybody and nobody.`,
  ),
  // The schema and the neighbours again.
  withParameters('each parameter with its own name', (all) =>
    all.map((one) => `${one}: the ${one.replace(/[_-]/g, ' ')}.`).join(' '),
  ),
  withParameters(
    'parameters are needed to call',
    (all) => `To call it, give ${all.join(', ')} in the way in which ${all[0]} is meant to be given.`,
  ),
  withParameters(
    'a call as an example',
    (all) => `Example: {${all.map((one) => `"${one}": "..."`).join(', ')}} returns {"result": "..."}.`,
  ),
  {
    name: 'all names of the server',
    change: (text, _, { siblings }) => `${text} See also: ${siblings.join(', ')}.`,
  },
  {
    name: 'before and after a sibling',
    change: (text, tool, { sibling }) =>
      sibling &&
      `${text} Use ${tool.name} before ${sibling.name}, or after ${sibling.name}, or instead of it.`,
  },
  {
    name: 'the text of a sibling in a list',
    change: (text, _, { sibling }) =>
      sibling &&
      `${text}\n\nRelated:\n${said(sibling)
        .split(/(?<=[.!?])\s|\n/)
        .map((one) => `- ${one}`)
        .join('\n')}`,
  },
  {
    name: 'the first sentence in the passive and again',
    change: (text) =>
      `${text} In other words, what is done is this: ${firstOf(text).toLowerCase()} That is what it does.`,
  },
  {
    name: 'the name as a sentence, thrice',
    change: (text, { name }) =>
      `${text} ${name} does ${name}. ${name} returns ${name}. ${name} fails if ${name} fails.`,
  },
  // Other texts and other clothes.
  {
    name: 'two texts of other tools',
    change: (text, _, { donor, second }) => `${text} ${said(donor)} ${said(second)}`,
  },
  {
    name: 'the words of another tool in another order',
    change: (text, _, { donor }) => `${text} ${said(donor).split(/\s+/).reverse().join(' ')}.`,
  },
  {
    name: 'another text below a rule',
    change: (text, _, { donor }) => `${text}\n\n---\n\nNotes: ${said(donor)}`,
  },
  after(
    'Italian facts',
    'Richiede il ruolo di amministratore; restituisce un errore 403 se manca il permesso; al massimo 100 al minuto.',
  ),
  after('Japanese facts', '管理者権限が必要です。上限は毎分100回で、超えると429エラーを返します。'),
  after(
    'base64 facts',
    Buffer.from('Requires admin. Fails with 403. At most 100 per minute.').toString('base64'),
  ),
  below(
    'a changelog',
    'Changelog: 1.2 fixed an error when the limit was exceeded; 1.1 added permission checks; 1.0 first version.',
  ),
];
