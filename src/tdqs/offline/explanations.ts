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
const TOKEN = /[\w$-]{1,64}/g;
/** No ordinary word: it can only be meant as a name. */
const IDENTIFIER = /\w_\w|[a-z][A-Z]/;
const JSON_LIKE = /"\s?:|\{\s?"/;

/** The parameter that a sentence documents, as in `name: what it is`. */
export function documentedIn(text: string, parameters: readonly string[]): string | undefined {
  const name = DOCUMENTS.exec(text)?.[1]?.toLowerCase();
  return name === undefined ? undefined : parameters.find((one) => one.toLowerCase() === name);
}

/** Parameters that a sentence is about beyond doubt: documented by it, in code marks, or no ordinary word. */
export function parametersIn({ text }: { text: string }, parameters: readonly string[]): string[] {
  const found = new Set<string>();
  const known = new Map(parameters.map((one) => [one.toLowerCase(), one]));
  const documented = documentedIn(text, parameters);
  if (documented !== undefined) found.add(documented);
  for (const match of text.matchAll(TOKEN)) {
    const name = known.get(match[0].toLowerCase());
    if (name === undefined) continue;
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 2);
    const marked = /[`"']/.test(text[match.index - 1] ?? '') && /^[`"':=]/.test(after);
    if (marked || /^\s?[=:]/.test(after) || IDENTIFIER.test(match[0])) found.add(name);
  }
  return [...found];
}

export function explanationsIn(sentences: readonly string[], parameters: readonly string[]): Explanation[] {
  if (parameters.length === 0) return [];
  let names: Set<string> | undefined;
  return sentences.flatMap((text) => {
    const named = JSON_LIKE.test(text) ? [] : parametersIn({ text }, parameters);
    if (named.length === 0) return [];
    names ??= new Set(parameters.flatMap((one) => searchTerms(one.slice(0, 100))));
    const beyond = new Set(searchTerms(text).filter((term) => !names!.has(term))).size;
    const documented = documentedIn(text, parameters);
    if (documented !== undefined && beyond > 0) return [{ parameter: documented, text }];
    return beyond < ENOUGH ? [] : named.map((parameter) => ({ parameter, text }));
  });
}
