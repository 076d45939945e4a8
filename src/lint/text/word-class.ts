/** The class of a word, by any of its forms. */

import { FOREIGN_WORDS } from '../words/foreign-word-classes.js';
import { formsOf } from '../words/verb-forms.js';
import { CLASSES_OF_VERBS, CLASSES_OF_WORDS, IRREGULAR_VERBS } from '../words/word-classes.js';

let known: Map<string, string> | undefined;

/** Of a word in lower case; undefined when it says nothing by itself. */
export function wordClass(word: string): string | undefined {
  known ??= build();
  return known.get(word);
}

function build(): Map<string, string> {
  const classes = new Map<string, string>();
  for (const [name, verbs] of Object.entries(CLASSES_OF_VERBS)) {
    for (const verb of verbs.split(' ')) for (const form of formsOf(verb)) classes.set(form, name);
  }
  for (const list of [IRREGULAR_VERBS, CLASSES_OF_WORDS]) {
    for (const [name, words] of Object.entries(list)) {
      for (const word of words.split(' ')) classes.set(word, name);
    }
  }
  // What a word means in English comes first.
  for (const [name, words] of Object.entries(FOREIGN_WORDS)) {
    for (const word of words.split(' ')) if (!classes.has(word)) classes.set(word, name);
  }
  return classes;
}
