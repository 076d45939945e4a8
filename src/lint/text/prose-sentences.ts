/** The sentences of a definition that are prose: descriptions, titles, instructions; folded. */
import type { ModelString, Subject } from './model-strings.js';
import { foldText } from './normalise-text.js';
import { type KnownNames, type Sentence, sentencesOf } from './sentences.js';
import type { Place } from './subject-text.js';

export interface ProseSentence {
  sentence: Sentence;
  place(): Place;
}

const PROSE = new Set(['description', 'title', 'instructions']);
/** Less than this is a label. */
const SHORTEST = 20;
/** Fewer words are a heading, or the rest of a sentence that an abbreviation or a list cut in two. */
const FEWEST = 4;

export function proseSentences(subject: Subject, tools: KnownNames['tools']): ProseSentence[] {
  const names = { self: subject.name.toLowerCase(), tools };
  return subject.strings
    .filter(({ role, text }) => PROSE.has(role) && text.length >= SHORTEST)
    .flatMap((string) => sentencesIn(string, names));
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
