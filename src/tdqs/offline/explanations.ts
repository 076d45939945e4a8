/** Which parameters a text explains: it documents one by name, or names it as code beside words of its own. */
import { searchTerms } from '../../catalog/words.js';

export interface Explanation {
  parameter: string;
  text: string;
}

/** Words beyond the names that make a mention an explanation. */
const ENOUGH = 2;
const DOCUMENTS =
  /^[\s\-*•]{0,8}[`"'*]{0,2}([\w.$-]{1,64})[`"'*]{0,2}\s{0,3}(?:\([^)\n]{0,60}\))?\s{0,3}(?::|=|–|—|-\s)\s{0,3}\S/;
const NAMED =
  /[`"']([\w.$-]{1,64})[`"':=]|([\w$-]{1,64})(?=\s?[=:])|(\w{1,64}[_]\w{1,64}|[a-z]\w{0,63}[A-Z]\w{0,63})/g;
const JSON_LIKE = /"\s?:|\{\s?"/;

/** The parameter that a sentence documents, as in `name: what it is`. */
export function documentedIn(text: string, parameters: readonly string[]): string | undefined {
  const name = DOCUMENTS.exec(text)?.[1]?.toLowerCase();
  return name === undefined ? undefined : parameters.find((one) => one.toLowerCase() === name);
}

/** Parameters that a sentence is about beyond doubt. */
export function parametersIn({ text }: { text: string }, parameters: readonly string[]): string[] {
  const found = new Set<string>();
  const known = new Map(parameters.map((one) => [one.toLowerCase(), one]));
  const documented = documentedIn(text, parameters);
  if (documented !== undefined) found.add(documented);
  for (const match of text.matchAll(NAMED)) {
    const name = known.get((match[1] ?? match[2] ?? match[3]!).toLowerCase());
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

export function explanationsIn(sentences: readonly string[], parameters: readonly string[]): Explanation[] {
  if (parameters.length === 0) return [];
  const names = new Set(parameters.flatMap((one) => searchTerms(one.slice(0, 100))));
  return sentences.flatMap((text) => {
    if (JSON_LIKE.test(text)) return [];
    const beyond = new Set(searchTerms(text).filter((term) => !names.has(term))).size;
    const documented = documentedIn(text, parameters);
    if (documented !== undefined && beyond > 0) return [{ parameter: documented, text }];
    if (beyond < ENOUGH) return [];
    return parametersIn({ text }, parameters).map((parameter) => ({ parameter, text }));
  });
}
