/**
 * Text as the words that a search compares: split at `_`, `-`, dots and camelCase, lower-case, small
 * words left out, endings taken off (`searching`, `searches` and `searched` are all `search`). Linear
 * in the length of the text.
 */

/** Words that say nothing of what a tool does, whatever the catalogue. */
const SMALL = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between ' +
    'both but by can could did do does doing down during each few for from further had has have having he ' +
    'her here hers him his how i if in into is it its itself just me more most my no nor not now of off on ' +
    'once only or other our ours out over own please same she should so some such than that the their them ' +
    'then there these they this those through to too under until up us very was we were what when where ' +
    'which while who whom why will with would you your yours'
  ).split(' '),
);

/** A word longer than this is data, not language. */
const MAX_WORD = 64;

/** Every word as it stands, lower-case; camelCase and digits beside letters stay apart only at capitals. */
export function splitWords(text: string): string[] {
  const spaced = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= MAX_WORD);
}

/** The words that carry meaning, with their endings taken off. */
export function searchTerms(text: string): string[] {
  const out: string[] = [];
  for (const word of splitWords(text)) if (!SMALL.has(word)) out.push(stem(word));
  return out;
}

export function isSmallWord(word: string): boolean {
  return SMALL.has(word);
}

/** The word without its English ending: plural, -ing, -ed, final -e and y; short words stay whole. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let at = singular(word);
  if (/[^aeiou]ied$/.test(at)) at = `${at.slice(0, -3)}y`;
  else at = withoutEnding(at, 'ing') ?? withoutEnding(at, 'ed') ?? at;
  if (at.length > 3 && at.endsWith('e')) at = at.slice(0, -1);
  return at.length > 3 && /[^aeiou]y$/.test(at) ? `${at.slice(0, -1)}i` : at;
}

function singular(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Only where a word with a vowel remains: `sing` and `red` end in nothing. */
function withoutEnding(word: string, ending: string): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const rest = word.slice(0, -ending.length);
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return undefined;
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}
