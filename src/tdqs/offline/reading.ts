/**
 * A description as the offline judge reads it: sentences, each with the words that carry meaning, and
 * whether it says anything that the schema, the name or an earlier sentence has not said. Evidence comes
 * from sentences with news only, so that repetition earns nothing. Linear in the text.
 */
import { searchTerms, splitWords } from '../../catalog/words.js';
import { isAside } from './asides.js';
import { type Background, READ } from './background.js';
import { documentedIn, type ParameterNames } from './explanations.js';
import { withoutSchemaText } from './repeated-schema.js';
import { splitSentences } from './sentences.js';

export interface Sentence {
  text: string;
  /** Words that carry meaning, endings taken off. */
  terms: string[];
  /** The parameter that the sentence documents, as in `name: what it is`. */
  parameter?: string;
  /** Says nothing new. */
  echo: boolean;
  /** Says nothing that the schema does not say, first sentence or not. */
  inSchema: boolean;
}

export interface Reading extends Background {
  /** All of it as it stands. */
  whole: string;
  /** As far as it is read, without what is copied from the schema and what is not about the tool. */
  text: string;
  /** Characters of the whole description, read or not. */
  length: number;
  /** The share of its words that are a copy of the schema; they are not in `text`. */
  copied: number;
  /** Sentences that speak to the reader instead of describing the tool; they are in none of the others. */
  asides: number;
  sentences: Sentence[];
  /** Those that say something new and are no documentation of one parameter. */
  news: Sentence[];
  /** Distinct words of the news that are not in the tool's name. */
  newTerms: Set<string>;
  /** The name again, with other separators, or a single word. */
  saysNothing: boolean;
}

/** `whole` is the description, or what is left of it without its padding. */
export function readDescription(whole: string, background: Background): Reading {
  const { name, nameTerms, parameterNames, schemaTerms, phrases } = background;
  const uncopied = withoutSchemaText(whole.slice(0, READ), phrases);
  const said = splitSentences(uncopied.text);
  const about = said.filter((sentence) => !isAside(sentence));
  const asides = said.length - about.length;
  const text = asides === 0 ? uncopied.text : about.join('\n\n');
  const sentences = judgeNews(about, parameterNames, schemaTerms);
  const news = sentences.filter(({ echo, parameter }) => !echo && parameter === undefined);
  const newTerms = new Set(news.flatMap(({ terms }) => terms));
  for (const term of nameTerms) newTerms.delete(term);
  return {
    ...background,
    whole,
    text,
    length: whole.length,
    copied: uncopied.share,
    asides,
    sentences,
    news,
    newTerms,
    saysNothing: isNameAgain(sentences, name),
  };
}

function isNameAgain(sentences: readonly Sentence[], name: string): boolean {
  const fresh = sentences.filter(({ echo }) => !echo).map(({ text }) => text);
  const words = [...new Set(splitWords(fresh.join(' ').slice(0, 1000)))];
  const known = splitWords(name.slice(0, 500));
  return words.length <= Math.max(1, known.length) && words.every((word) => known.includes(word));
}

function judgeNews(texts: string[], parameters: ParameterNames, schema: ReadonlySet<string>): Sentence[] {
  const seen = new Set<string>();
  return texts.map((text, i) => {
    const terms = searchTerms(text);
    const parameter = documentedIn(text, parameters);
    const key = terms.join(' ');
    const repeated = seen.has(key);
    seen.add(key);
    const inSchema = terms.length > 0 && terms.every((term) => schema.has(term));
    // What a tool is for has to be said, even where the schema uses the same words.
    const echo = repeated || (inSchema && i > 0);
    return { text, terms, parameter, echo, inSchema };
  });
}
