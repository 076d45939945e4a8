/**
 * The other tools of a server, as far as their names tell. The names are indexed once for a server, not
 * once for each of its tools; the tool's own name may be among them.
 */
import { searchTerms, stem } from '../../catalog/words.js';
import { GUIDING } from './guidance.js';
import { isGeneral, isVacuous } from './plain-words.js';
import type { Reading, Sentence } from './reading.js';
import { Cue, told } from './text/said.js';
import { compoundsIn } from './tool-names.js';

interface Index {
  names: Set<string>;
  /** Word → the first two names that have it, so that one is left beside the tool itself. */
  byTerm: Map<string, string[]>;
  /** How many of these words would not fit any server. */
  subjects?: number;
}

const indexes = new WeakMap<readonly string[], Index>();

function indexOf(siblings: readonly string[]): Index {
  const known = indexes.get(siblings);
  if (known !== undefined) return known;
  const index: Index = { names: new Set(siblings), byTerm: new Map() };
  for (const name of index.names) {
    for (const term of new Set(searchTerms(name.slice(0, 100)))) {
      const names = index.byTerm.get(term);
      if (names === undefined) index.byTerm.set(term, [name]);
      else if (names.length < 2) names.push(name);
    }
  }
  indexes.set(siblings, index);
  return index;
}

export function hasSiblings({ background: { name, siblings } }: Reading): boolean {
  const { names } = indexOf(siblings);
  return names.size > (names.has(name) ? 1 : 0);
}

/** The names of all tools. */
export function toolNames(siblings: readonly string[]): ReadonlySet<string> {
  return indexOf(siblings).names;
}

/** Whether a word stands in the name of one of the tools. */
export function isNearby(siblings: readonly string[], term: string): boolean {
  return indexOf(siblings).byTerm.has(term);
}

/** How many words of the tools' names would not fit any server. */
export function subjectWords(siblings: readonly string[]): number {
  const index = indexOf(siblings);
  index.subjects ??= [...index.byTerm.keys()].filter((term) => !isGeneral(term)).length;
  return index.subjects;
}

/** Says which of two to take: a name alone does not. */
const CONTRAST = new Cue(
  /\b(?:instead|unlike|rather than|prefer|whereas|as opposed to|not|to|for|when|if|after|before|first|then|from|with|in contrast|compared|faster|slower|cheaper|lighter|without|also)\b/i,
);

export interface NamedSibling {
  sibling: string;
  /** The sentence that names it. */
  text: string;
}

/** The sibling that the text sets apart from this tool, and where. */
export function namedSibling({ sentences, background }: Reading): NamedSibling | undefined {
  const { name, siblings } = background;
  for (const sentence of sentences) {
    const sibling = siblingIn(sentence, name, siblings);
    if (sibling !== undefined) return { sibling, text: sentence.text };
  }
  return undefined;
}

/**
 * A sibling that a sentence sets apart from this tool: it is named, and words of its own say what it is
 * for. An ordinary word counts as a name only in code marks, quotes or as a call.
 */
export function siblingIn(
  { said, text, terms, heading, stray }: Sentence,
  name: string,
  siblings: readonly string[],
): string | undefined {
  if (heading || stray) return undefined;
  const { names, byTerm } = indexOf(siblings);
  const sibling = namesIn(said).find((word) => word !== name && names.has(word) && isJoined(text, word));
  if (sibling === undefined || !CONTRAST.isIn(said)) return undefined;
  if (sendsAway(text, terms, sibling)) return sibling;
  const own = searchTerms(name.slice(0, 100));
  const things = searchTerms(sibling.slice(0, 100)).slice(1);
  // "For barges, call tow_barge": what the other is for, and this tool is not.
  const tellsApart = (term: string): boolean =>
    !byTerm.has(term) || (things.includes(term) && !own.includes(term));
  const beyond = terms.some(
    (term) => tellsApart(term) && !isVacuous(term) && !CHOICES.has(term) && !GUIDING.has(term),
  );
  return beyond ? sibling : undefined;
}

/** "Do not use this to delete a berth; use delete_berth instead": what it is not for is what the other is called after. */
function sendsAway(text: string, terms: readonly string[], sibling: string): boolean {
  const at = SENDS_AWAY.exec(text)?.index;
  if (at === undefined) return false;
  const ofOther = new Set(searchTerms(sibling.slice(0, 100)));
  const before = new Set(searchTerms(text.slice(at, text.indexOf(sibling))));
  return terms.filter((term) => before.has(term) && ofOther.has(term)).length >= 2;
}
const SENDS_AWAY = /\b(?:do not|don't|never) (?:use|call|invoke) (?:this|it)\b/i;

const BEFORE_NAME =
  /(?:^|[,;:(/[\n-]|\b(?:use|using|used|call|calling|called|via|from|by|with|see|than|unlike|to|of|and|or|the|try|prefer|after|before|run|running|like|as|through|in|for|on|tool|tools|instead|also|not|is))\s*[`"'*]{0,3}$/i;
const AFTER_NAME =
  /^[`"'*]{0,3}(?:\(\))?(?:\s+(?:instead|first|before|after|for|to|if|when|which|that|is|does|can|returns?|tools?|and|or|with|has)\b|[,;:)]|\s[-–—])/i;

/** Whether words lead to the name or go on from it; one that is only put behind a sentence says nothing. */
function isJoined(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return (
    BEFORE_NAME.test(text.slice(Math.max(0, at - 20), at)) ||
    AFTER_NAME.test(text.slice(at + word.length, at + word.length + 20))
  );
}

/** Words of choosing, which say nothing of what is chosen. */
const CHOICES = new Set(
  'instead rather than prefer alternative see also related other cases similar unlike different purposes situations'
    .split(' ')
    .map(stem),
);

const QUOTED_OR_CALLED = /[`"']([\p{L}\p{N}_.-]{2,100})[`"']|\b(\p{L}{2,40})\(/gu;

/** What can be the name of a tool: no ordinary word, or one in code marks, in quotes or called. */
const namesIn = told((said): readonly string[] => {
  const found = [...compoundsIn(said)];
  if (!/[`"'(]/.test(said.text)) return found;
  for (const match of said.text.matchAll(QUOTED_OR_CALLED)) found.push(match[1] ?? match[2] ?? '');
  return found;
});

/** A sibling about the same thing: it shares a word of the name that is not the verb. */
export function rivalSibling({ background }: Reading): string | undefined {
  const { name, nameTerms, siblings } = background;
  const { byTerm } = indexOf(siblings);
  const subject = nameTerms.length > 1 ? nameTerms.slice(1) : nameTerms;
  for (const term of subject) {
    const other = byTerm.get(term)?.find((one) => one !== name);
    if (other !== undefined) return other;
  }
  return undefined;
}
