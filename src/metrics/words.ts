/** Names and prose as words: `getWeather`, `get_weather` and `Get weather` are the same two. */

/** A word of a text, lower-case, with what stands around it. */
export interface Word {
  text: string;
  /** The word directly follows the one before: only spaces, one run of `_-./:` or a change of case between. */
  joined: boolean;
}

const QUOTES = new Set(['`', '"', "'", '“', '”', '‘', '’', '«', '»', '„']);

function words(text: string): Word[] {
  const spaced = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1\u0000$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1\u0000$2');
  const out: Word[] = [];
  let end = 0;
  for (const match of spaced.matchAll(/[\p{L}\p{N}]+/gu)) {
    const gap = spaced.slice(end, match.index);
    const after = match.index + match[0].length;
    out.push({
      text: match[0].toLowerCase(),
      joined: out.length > 0 && /^(?:[ \t]+|[ \t]*\r?\n[ \t]*|[_./:-]+|\u0000)$/.test(gap),
    });
    end = after;
  }
  return out;
}

/** The words of a name, e.g. `list_open_issues` → list, open, issues. */
export function nameWords(name: string): string[] {
  return words(name).map((word) => word.text);
}

/** Where in a text each word stands, for looking up many names. */
export interface WordIndex {
  words: Word[];
  at: ReadonlyMap<string, number[]>;
  /** Words that no change of case divides → whether one stands alone between quotes or code marks. */
  whole: ReadonlyMap<string, boolean>;
}

export function indexWords(text: string): WordIndex {
  const list = words(text);
  const at = new Map<string, number[]>();
  for (const [i, word] of list.entries()) {
    const places = at.get(word.text);
    if (places) places.push(i);
    else at.set(word.text, [i]);
  }
  return { words: list, at, whole: wholeWords(text) };
}

function wholeWords(text: string): Map<string, boolean> {
  const out = new Map<string, boolean>();
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const quoted =
      QUOTES.has(text.charAt(match.index - 1)) && QUOTES.has(text.charAt(match.index + match[0].length));
    const word = match[0].toLowerCase();
    out.set(word, quoted || out.get(word) === true);
  }
  return out;
}

/** Whether the words stand in the text one directly after the other. */
export function containsPhrase(index: WordIndex, phrase: readonly string[]): boolean {
  const [first] = phrase;
  const starts = first === undefined ? [] : (index.at.get(first) ?? []);
  return starts.some((start) =>
    phrase.every((word, i) => {
      const found = index.words[start + i];
      return found?.text === word && (i === 0 || found.joined);
    }),
  );
}
