/**
 * Whether a text is about the tool that it describes. Name, title and parameters are compared with all of
 * its words: one that hardly any other tool has is enough, of common ones it takes two or one of the name.
 * A text with little to compare counts as unrelated only when it is long enough to have said one of them.
 */
import { cosine, nearWords } from '../../catalog/near/near-words.js';
import { isGeneral, isVacuous } from './plain-words.js';
import { formsOf, Vocabulary } from './vocabulary.js';

/** `unknown`: there is too little to compare, or the text is not English. */
export type Fit = 'fits' | 'unknown' | 'unrelated';

export interface NamedThings {
  /** Words of name and title. */
  name: readonly string[];
  /** Words of the parameters' names, nested ones too. */
  parameters: readonly string[];
  /** Whether a word stands in the name of another tool of the server. */
  isNearby(term: string): boolean;
  /** Whether a word stands in the texts of several other tools of the server. */
  isOurs(term: string): boolean;
  /** Whether the names of the other tools say what the server is about. */
  hasSubject: boolean;
}

/** Words of a text that could well have named the tool in one of them. */
const ENOUGH = 14;

/** Words that show what a text is about. */
const SUBJECTS = 3;
/** From this cosine on two words are near. */
const NEAR = 0.55;

/** Words of a first sentence that show its language. */
const LONG = 8;

const ENGLISH =
  /\b(?:the|a|an|of|to|for|and|or|by|with|in|on|from|is|are|it|its|this|that|as|at|all|into|if|when|you|your|not|be|can)\b/gi;

/** Verbs that stand for one another wherever something is read. */
const READS = new Set(['get', 'list', 'retriev', 'fetch', 'return', 'show', 'read', 'find', 'search']);

export function fitOf(
  terms: ReadonlySet<string>,
  text: string,
  { name, parameters, isNearby, isOurs, hasSubject }: NamedThings,
  said = terms.size,
): Fit {
  let told: Vocabulary | undefined;
  const isTold = (form: string): boolean => {
    told ??= new Vocabulary(terms);
    return told.has(form);
  };
  // Most texts say a word of the name as it is.
  if (name.some((term) => terms.has(term) && !isVacuous(term))) return 'fits';
  const reads = [...READS].some((verb) => terms.has(verb));
  const meets = (term: string): boolean =>
    terms.has(term) ||
    formsOf(term).some((form) => terms.has(form) || isTold(form)) ||
    (reads && READS.has(term));
  const met = name.filter((term) => meets(term) || isPartOf(term, terms) || isWrittenApart(term, text));
  if (met.some((term) => !isVacuous(term))) return 'fits';
  const shared = parameters.filter((term) => !isVacuous(term) && meets(term));
  if (shared.some((term) => !isGeneral(term))) return 'fits';
  const [named, common] = [met.length, shared.length];
  if (common >= 2 || 2 * named > name.length) return 'fits';
  if (!isEnglish(text)) return 'unknown';
  if ([...terms].some((term) => !isGeneral(term) && (isNearby(term) || isOurs(term)))) return 'unknown';
  const subjects = [...terms].filter((term) => !isGeneral(term));
  // Whoever speaks of nothing in particular does not speak of something else.
  if (subjects.length < SUBJECTS && said < ENOUGH) return 'unknown';
  // Abbreviations, brands and words of another language cannot be compared.
  const telling = new Set([...name, ...parameters].filter((term) => !isVacuous(term) && isKnown(term)));
  const hasKnown = name.some((term) => !isVacuous(term) && isKnown(term));
  if (!hasKnown && [...telling].filter((term) => !isGeneral(term)).length < 2) return 'unknown';
  // Where there is little to compare, a word of the neighbours would have to stand in the text.
  if (telling.size < 2 && !hasSubject && said < ENOUGH) return 'unknown';
  if (common > 0 || (named > 0 && 2 * named >= name.length && said < ENOUGH)) return 'unknown';
  // "Find a place" may well be what `poi_search` does.
  if (named > 0 && name.every((term) => met.includes(term) || isVacuous(term) || !isKnown(term)))
    return 'unknown';
  const own = name.filter((term) => !isGeneral(term));
  return isNear(own, subjects) || own.some((term) => isShortOf(term, terms)) ? 'unknown' : 'unrelated';
}

/** `app` may stand for "application". */
function isShortOf(name: string, terms: ReadonlySet<string>): boolean {
  if (name.length < 3) return false;
  for (const term of terms) if (term.length >= name.length + 4 && term.startsWith(name)) return true;
  return false;
}

/** Whether a word of the name is near in meaning to one of the text. */
function isNear(name: readonly string[], subjects: readonly string[]): boolean {
  const near = nearWords();
  return name.some((term) => {
    const vector = near.vector(term);
    return (
      vector !== undefined &&
      subjects.some((other) => {
        const beside = near.vector(other);
        return beside !== undefined && cosine(vector, beside) >= NEAR;
      })
    );
  });
}

/** A word of ordinary English, of which can be said what it is near to. */
function isKnown(term: string): boolean {
  return nearWords().vector(term) !== undefined;
}

/** `qrcode` as "QR code", `sha512` as "SHA-512". */
function isWrittenApart(name: string, text: string): boolean {
  return (
    name.length >= 4 &&
    text
      .slice(0, 500)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .includes(name)
  );
}

/** `snapshot` of `heapsnapshot`, `config` of `tsconfig`. */
function isPartOf(name: string, terms: ReadonlySet<string>): boolean {
  if (name.length < 6) return false;
  for (const term of terms) if (term.length >= 4 && !isVacuous(term) && name.includes(term)) return true;
  return false;
}
/** A text of some length without any small word of English is in another language, or no prose at all. */
export function isEnglish(text: string): boolean {
  // What is added in another language does not make the first sentence one of it.
  const [first = ''] = text.split('\n', 1);
  const part = (first.split(' ').length >= LONG && first.length < text.length ? first : text).slice(0, 2000);
  const words = part.match(/[A-Za-z]+/g)?.length ?? 0;
  const small = part.match(ENGLISH)?.length ?? 0;
  // An English sentence stays one, whatever is run on to it in another script.
  if (words >= LONG && 5 * small >= words) return true;
  const letters = part.match(/\p{L}/gu)?.length ?? 0;
  const latin = part.match(/[A-Za-z]/g)?.length ?? 0;
  return latin >= 0.8 * letters && (words < 5 || 12 * small >= words);
}
