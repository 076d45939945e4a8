/** Whether a word is a form of a known verb (base, -s, -ing, -ed), or a noun made of one. */
import { ACTION_NOUNS, IRREGULAR_FORMS, NOUN_LIKE, VERBS } from './verbs.js';

/** `verb` and `noun` name an action; `either` does so only where a verb can stand. */
export type ActionWord = 'verb' | 'noun' | 'either';

let known: Map<string, ActionWord> | undefined;

/** The word is lower case. */
export function actionWord(word: string): ActionWord | undefined {
  known ??= build();
  return known.get(word);
}

function build(): Map<string, ActionWord> {
  const words = new Map<string, ActionWord>();
  for (const noun of split(ACTION_NOUNS)) words.set(noun, 'noun').set(third(noun), 'noun');
  for (const form of split(IRREGULAR_FORMS)) words.set(form, 'verb');
  for (const verb of split(VERBS)) for (const form of formsOf(verb)) words.set(form, 'verb');
  for (const verb of split(NOUN_LIKE)) words.set(verb, 'either').set(third(verb), 'either');
  return words;
}

/** Base, -s, -ing and -ed form; both spellings where the last letter may be doubled. */
export function formsOf(verb: string): string[] {
  const forms = [verb, third(verb)];
  if (/ee$/.test(verb)) return [...forms, `${verb}ing`, `${verb}d`];
  if (verb.endsWith('e')) return [...forms, `${verb.slice(0, -1)}ing`, `${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [...forms, `${verb}ing`, `${verb.slice(0, -1)}ied`];
  forms.push(`${verb}ing`, `${verb}ed`);
  if (/[^aeiou][aeiou][bdgklmnprt]$/.test(verb) || /qu[aeiou]t$/.test(verb)) {
    const doubled = verb + verb.at(-1);
    forms.push(`${doubled}ing`, `${doubled}ed`);
  }
  return forms;
}

function third(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(word) ? `${word}es` : `${word}s`;
}

function split(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
