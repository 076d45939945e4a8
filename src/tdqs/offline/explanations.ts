/**
 * Which parameters a text explains: it documents one by name, or names it as code, and words of its own
 * follow. Each line and sentence is read by itself and nothing but the text and the names counts, so that
 * taking text away never explains more.
 */
import { searchTerms, stem } from '../../catalog/words.js';
import { isPraise } from './plain-words.js';
import { segmentsOf } from './sentences.js';

export interface Explanation {
  parameter: string;
  text: string;
}

/** Words beyond the names that make a mention an explanation. */
const ENOUGH = 2;
/** Words that say that a parameter is one. */
const HOLLOW = new Set(
  'parameter param argument value field input option unknown string str number integer int float boolean bool array object dict type null set want wanted give given pass call calling function use using provide need fail unless should because whatever wrong correct right'
    .split(' ')
    .map(stem),
);
/** Characters behind a name that can be about it. */
const ABOUT = 400;
const DOCUMENTS =
  /^[\s\-*•]{0,8}[`"'*]{0,2}([\w.$-]{1,64})[`"'*]{0,2}\s{0,3}(?:\([^)\n]{0,60}\))?\s{0,3}(?::|=|–|—|-\s)\s{0,3}\S/;
const TOKEN = /[\w$-]{1,64}/g;
/** No ordinary word: it can only be meant as a name. */
const IDENTIFIER = /\w_\w|[a-z][A-Z]/;
const JSON_LIKE = /"\s?:|\{\s?"/;

/** Lower-case → as the schema writes it. Made once: a hostile schema has many parameters, each with a text. */
export type ParameterNames = ReadonlyMap<string, string>;

export function parameterNames(parameters: readonly string[]): ParameterNames {
  return new Map(parameters.map((one) => [one.toLowerCase(), one]));
}

/** `mode=append reads the end`: what a value does, said of the tool and not of the parameter. */
const VALUE = /^[\s\-*•]{0,8}[`"']?[\w.$-]{1,64}\s?=\s?[`"']?[\w.-]{1,40}[`"']?[,:]?\s\p{L}/u;

/** The parameter that a sentence documents, as in `name: what it is`. */
export function documentedIn(text: string, parameters: ParameterNames): string | undefined {
  const name = DOCUMENTS.exec(text)?.[1];
  if (name !== undefined && VALUE.test(text)) return undefined;
  return name === undefined ? undefined : parameters.get(name.toLowerCase());
}

/** Parameters that a sentence is about beyond doubt: documented by it, in code marks, or no ordinary word. */
export function parametersIn(text: string, parameters: ParameterNames): string[] {
  const found = new Set(mentionsIn(text, parameters).flatMap(({ sure, name }) => (sure ? [name] : [])));
  const documented = documentedIn(text, parameters);
  if (documented !== undefined) found.add(documented);
  return [...found];
}

/** What is said besides that it is a parameter. */
export function tellingTerms(text: string): string[] {
  return searchTerms(text).filter((term) => !HOLLOW.has(term) && !isPraise(term));
}

export function explanationsIn(text: string, parameters: ParameterNames): Explanation[] {
  if (parameters.size === 0) return [];
  return segmentsOf(text).flatMap((segment) => {
    if (JSON_LIKE.test(segment)) return [];
    const mentions = mentionsIn(segment, parameters);
    const documented = mentions.length === 0 ? undefined : documentedIn(segment, parameters);
    const ends = endsOf(mentions);
    return mentions.flatMap(({ name, sure, end, marked }, i) => {
      const documents = marked || (i === 0 && name === documented);
      if (!sure && !documents) return [];
      const after = segment.slice(end, Math.min(ends[i] ?? segment.length, end + ABOUT));
      const own = new Set(searchTerms(name.slice(0, 100)));
      const beyond = new Set(tellingTerms(after).filter((term) => !own.has(term))).size;
      return beyond >= (documents ? 1 : ENOUGH) ? [{ parameter: name, text: segment }] : [];
    });
  });
}

interface Mention {
  name: string;
  start: number;
  end: number;
  /** Meant as a name, not as a word. */
  sure: boolean;
  /** Followed by a colon or an equals sign. */
  marked: boolean;
}

function mentionsIn(text: string, known: ParameterNames): Mention[] {
  return [...text.matchAll(TOKEN)].flatMap((match) => {
    const name = known.get(match[0].toLowerCase());
    if (name === undefined) return [];
    const [start, end] = [match.index, match.index + match[0].length];
    const after = text.slice(end, end + 2);
    const coded = /[`"']/.test(text[start - 1] ?? '') && /^[`"':=]/.test(after);
    const marked = /^\s?[=:]/.test(after);
    return [{ name, start, end, sure: coded || marked || IDENTIFIER.test(match[0]), marked }];
  });
}

/** Where the text about each mention ends: at the next one of another parameter. */
function endsOf(mentions: readonly Mention[]): (number | undefined)[] {
  const ends: (number | undefined)[] = [];
  for (const [i, { name }] of [...mentions.entries()].reverse()) {
    const next = mentions[i + 1];
    ends[i] = next?.name === name ? ends[i + 1] : next?.start;
  }
  return ends;
}
