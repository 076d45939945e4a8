/**
 * Which parameters a text explains: it documents one by name, or names it as code, and words of its own
 * follow. Each line and sentence is read by itself and nothing but the text and the names counts, so that
 * taking text away never explains more.
 */
import { searchTerms, stem } from '../../catalog/words.js';
import { isPraise } from './plain-words.js';
import { segmentsIn } from './sentences.js';
import { type Said, told } from './text/said.js';

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
export function documentedIn(said: Said, parameters: ParameterNames): string | undefined {
  const name = documentedName(said);
  return name === '' ? undefined : parameters.get(name);
}

/** In lower case; empty where a sentence documents nothing. */
const documentedName = told(({ text }) => {
  const name = DOCUMENTS.exec(text)?.[1];
  return name === undefined || VALUE.test(text) ? '' : name.toLowerCase();
});

/** Parameters that a sentence is about beyond doubt: documented by it, in code marks, or no ordinary word. */
export function parametersIn(said: Said, parameters: ParameterNames): string[] {
  const found: string[] = [];
  for (const { name, sure } of mentionsIn(said, parameters))
    if (sure && !found.includes(name)) found.push(name);
  const documented = documentedIn(said, parameters);
  if (documented !== undefined && !found.includes(documented)) found.push(documented);
  return found;
}

/** What is said besides that it is a parameter. */
export function tellingTerms(text: string): string[] {
  return searchTerms(text).filter((term) => !HOLLOW.has(term) && !isPraise(term));
}

export function explanationsIn(text: string, parameters: ParameterNames): Explanation[] {
  if (parameters.size === 0 || !holdsName(text.toLowerCase(), parameters)) return [];
  return segmentsIn(text).flatMap((said) => {
    const mentions = mentionsIn(said, parameters);
    const { text: segment } = said;
    if (mentions.length === 0 || JSON_LIKE.test(segment)) return [];
    const documented = documentedIn(said, parameters);
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

/** What could be the name of a parameter: its letters in lower case, and where it stands. */
const tokensIn = told(({ text }) => {
  const tokens: { lower: string; start: number; end: number }[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text))
    tokens.push({ lower: match[0].toLowerCase(), start: match.index, end: TOKEN.lastIndex });
  return tokens;
});

const lowerOf = told(({ text }) => text.toLowerCase());
/** Of more names it takes longer to look for each than to look at every word. */
const FEW_NAMES = 20;

/** Most sentences hold no name at all, whatever stands around it. */
function holdsName(lower: string, known: ParameterNames): boolean {
  if (known.size > FEW_NAMES) return true;
  for (const name of known.keys()) if (lower.includes(name)) return true;
  return false;
}

function mentionsIn(said: Said, known: ParameterNames): Mention[] {
  const mentions: Mention[] = [];
  if (known.size === 0 || !holdsName(lowerOf(said), known)) return mentions;
  const { text } = said;
  for (const { lower, start, end } of tokensIn(said)) {
    const name = known.get(lower);
    if (name === undefined) continue;
    const after = text.slice(end, end + 2);
    const coded = /[`"']/.test(text[start - 1] ?? '') && /^[`"':=]/.test(after);
    const marked = /^\s?[=:]/.test(after);
    const sure = coded || marked || IDENTIFIER.test(text.slice(start, end));
    mentions.push({ name, start, end, sure, marked });
  }
  return mentions;
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
