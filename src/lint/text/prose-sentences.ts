/** The sentences of a definition that are prose: descriptions, titles, instructions, and values that are sentences; folded. */
import type { ModelString, Subject } from './model-strings.js';
import { foldText } from './normalise-text.js';
import { type KnownNames, type Sentence, sentencesOf } from './sentences.js';
import type { Place } from './subject-text.js';

export interface ProseSentence {
  sentence: Sentence;
  place(): Place;
}

const PROSE = new Set(['description', 'title', 'instructions']);
/** A value is a word or two; a sentence among them speaks to whoever reads it. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example']);
const WORDS_OF_A_SENTENCE = 5;
/** Less than this is a label. */
const SHORTEST = 20;
/** Fewer words are a heading, or the rest of a sentence that an abbreviation or a list cut in two. */
const FEWEST = 4;

export function proseSentences(subject: Subject, tools: KnownNames['tools']): ProseSentence[] {
  const names = { self: subject.name.toLowerCase(), tools };
  return subject.strings
    .filter(({ role, text }) => text.length >= SHORTEST && isProse(role, text))
    .flatMap((string) => sentencesIn(string, names));
}

function isProse(role: string, text: string): boolean {
  if (!VALUES.has(role)) return PROSE.has(role);
  return (text.match(/[a-z] /gi)?.length ?? 0) >= WORDS_OF_A_SENTENCE;
}

/** A path or an address says much in few words. */
function isWhole({ tokens }: Sentence): boolean {
  return tokens.length >= FEWEST || tokens.some(({ kind }) => kind?.startsWith('<'));
}

function sentencesIn(string: ModelString, names: KnownNames): ProseSentence[] {
  const { text, offsets } = foldText(string.text);
  const whole = sentencesOf(text, names).filter(isWhole);
  return whole.map((sentence) => ({
    sentence,
    place() {
      const raw = (at: number) => (offsets === undefined ? at : (offsets[at] ?? string.text.length));
      return { string, start: raw(sentence.start), end: raw(sentence.end) };
    },
  }));
}
