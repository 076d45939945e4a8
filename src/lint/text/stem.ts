const ENDING = /(?:ies|ied|ings?|ers?|ed|es|s|ly|e|y)$/;

/** `forwarded` and `forwards` say the same of a word that was seen in one form only. */
export function stemOf(word: string): string {
  return word.length < 4 || word.startsWith('<') ? word : word.replace(ENDING, '');
}
