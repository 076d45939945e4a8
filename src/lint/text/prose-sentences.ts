/** The sentences of a definition that are prose: descriptions, titles, instructions, and values that are sentences; folded. */
import type { ModelString, Subject } from './model-strings.js';
import { foldText } from './normalise-text.js';
import type { PlacedSentence } from './sentence-features.js';
import { type KnownNames, type Sentence, sentencesOf, verbOfName } from './sentences.js';
import type { Place } from './subject-text.js';
import { topicOfNames, topicWith } from './tool-topic.js';

type Offsets = ReturnType<typeof foldText>['offsets'];

export interface ProseSentence extends PlacedSentence {
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
const OF_TOOL = 'tool';

export function proseSentences(subject: Subject, tools: KnownNames['tools']): ProseSentence[] {
  const names = { self: subject.name.toLowerCase(), tools };
  const byName = topicOfNames(subject);
  let topic = byName;
  const does = verbOfName(subject.name);
  const prose: ProseSentence[] = [];
  for (const string of subject.strings) {
    if (string.text.length < SHORTEST || !isProse(string.role, string.text)) continue;
    const field = fieldOf(string);
    const { text, offsets } = foldText(string.text);
    const sentences = sentencesOf(text, names);
    // The description of a tool is read before those of its arguments.
    if (field === OF_TOOL) topic = topicWith(byName, sentences[0]);
    for (let index = 0; index < sentences.length; index += 1) {
      const sentence = sentences[index]!;
      if (!isWhole(sentence)) continue;
      const isLead = field === OF_TOOL && index === 0;
      const setting = { field, index, topic: isLead ? byName : topic, does };
      prose.push({ sentence, setting, place: () => placeOf(sentence, string, offsets) });
    }
  }
  return prose;
}

function placeOf({ start, end }: Sentence, string: ModelString, offsets?: Offsets): Place {
  const last = string.text.length;
  if (offsets === undefined) return { string, start, end };
  return { string, start: offsets[start] ?? last, end: offsets[end] ?? last };
}

/** The field that a sentence stands in: what is said of the tool, of an argument, of its output, or a value. */
function fieldOf({ role, top }: ModelString): string {
  if (role !== 'description') return role;
  if (top === 'description') return OF_TOOL;
  return top === 'outputSchema' ? 'output' : 'argument';
}

function isProse(role: string, text: string): boolean {
  if (!VALUES.has(role)) return PROSE.has(role);
  return (text.match(/[a-z] /gi)?.length ?? 0) >= WORDS_OF_A_SENTENCE;
}

/** A path or an address says much in few words. */
function isWhole({ tokens }: Sentence): boolean {
  return tokens.length >= FEWEST || tokens.some(({ kind }) => kind?.startsWith('<'));
}
