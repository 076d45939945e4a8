/** Purpose: a verb and what it is done to, and whether siblings can be told from it. */
import { namesAction } from '../../lint/tool-text.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { quote } from './cite.js';
import { isVacuous } from './plain-words.js';
import type { Reading, Sentence } from './reading.js';
import { hasSiblings, namedSibling, rivalSibling } from './siblings.js';

/** Words that could stand in any description. */
const VAGUE = new Set(
  'thing stuff data item object operation action task request process handl manag work perform execut run do someth variou util help tool function input output'.split(
    ' ',
  ),
);
const SCOPE =
  /\b(?:all|every|single|only|each|both|any|specific|given|current|existing|new|multiple|unlike|instead|rather than|without|whole|entire|complete|by|between|within|across|matching|where)\b/i;

export function purpose(reading: Reading): JustifiedScore {
  const lead = reading.first;
  const said = reading.background.lead;
  if (lead === undefined) return silent(reading, said);
  // A word that comes twice tells no more than once.
  const fresh = [...new Set(lead.terms)].filter((term) => reading.newTerms.has(term));
  if (reading.fit === 'unrelated') return misleading(reading, said);
  if (reading.saysNothing || reading.restates) return restated(reading, said);
  const give = (score: number, words: string): JustifiedScore => ({
    score,
    justification: `${said} ${words}`,
  });
  if (fresh.every((term) => isVacuous(term) || /^\d+$/.test(term))) {
    const name = quote(reading.background.name);
    return give(
      isLong(reading) ? 4 : 3,
      `makes a sentence of the name ${name}. It is clear as far as it goes, and goes no further.`,
    );
  }
  if (!namesAction(lead.text) && !namesAction(afterTitle(reading, lead)))
    return give(3, 'names a subject but no action. What the tool does with it is left to the reader.');
  const specific = fresh.filter((term) => !VAGUE.has(term));
  const named = reading.background.nameTerms.filter((term) => !VAGUE.has(term) && lead.terms.includes(term));
  const isAnything = named.length === 0 && specific.every(isVacuous);
  if (isAnything || new Set([...specific, ...named]).size < 2)
    return give(3, 'says that something is done, but hardly to what. The purpose stays vague.');
  if (reading.fit === 'unknown')
    return give(
      3,
      'shares no word with the name or the parameters. Whether it is about this tool cannot be told.',
    );
  const told = toldApart(reading, lead.text, specific.length);
  return give(told.score, `names action and resource. ${told.words}`);
}

/** Of a text that names action and resource: whether its siblings can be told from it. */
function toldApart(reading: Reading, lead: string, specific: number): { score: number; words: string } {
  const named = namedSibling(reading);
  if (named !== undefined)
    return { score: 5, words: `It is told apart from ${quote(named.sibling)}, which the text mentions.` };
  const rival = rivalSibling(reading);
  if (specific >= 3 && hasSiblings(reading) && rival === undefined) {
    const words = "No sibling's name shares its subject, so it cannot be mistaken for one.";
    return { score: 5, words };
  }
  const scope = SCOPE.exec(lead)?.[0];
  if (specific >= 3 && scope !== undefined)
    return { score: 5, words: `"${scope}" sets its scope apart from tools of the same kind.` };
  const beside = rival === undefined ? 'other tools' : quote(rival);
  return { score: 4, words: `It does not say how it differs from ${beside}.` };
}

/** The sentence after a lead of a few words, which is a title. */
function afterTitle({ news }: Reading, lead: Sentence): string {
  const next =
    lead.terms.length <= TITLE
      ? news[news.findIndex(({ text }) => text.startsWith(lead.text)) + 1]
      : undefined;
  return next?.own ? next.text.slice(0, 300) : '';
}
const TITLE = 4;

function misleading({ background: { name } }: Reading, said: string): JustifiedScore {
  return {
    score: 1,
    justification: `${said} speaks of something else: no word of it fits the name ${quote(name)} or a parameter. A text that misleads is worth less than none.`,
  };
}

function silent({ asides }: Reading, said: string): JustifiedScore {
  const justification =
    asides > 0
      ? `${said} speaks to the reader. What the tool does is not said.`
      : 'The description says nothing. There is no verb and no resource in it.';
  return { score: 1, justification };
}

/** A name of three words says what is done to what, and so does its sentence. */
const LONG_NAME = 3;

function isLong({ background: { nameTerms } }: Reading): boolean {
  return new Set(nameTerms.filter((term) => !VAGUE.has(term))).size >= LONG_NAME;
}

function restated(reading: Reading, said: string): JustifiedScore {
  if (reading.saysNothing) {
    return {
      score: 1,
      justification: `${said} is a single word. It says neither what is done nor to what.`,
    };
  }
  return {
    score: isLong(reading) ? 3 : 2,
    justification: `${said} repeats the words of the name ${quote(reading.background.name)}. Nothing is added to them.`,
  };
}
