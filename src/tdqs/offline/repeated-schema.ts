/**
 * Finds the parts of a description that are copied from the input schema: runs of three or more words that
 * stand in it in the same order, as prose or as JSON. They are cut out before anything is read, so that a
 * copy of the schema earns nothing. The words that a description begins with are always its own.
 */
import { isSmallWord } from '../../catalog/words.js';
import type { ToolDef } from '../../types/catalog.js';
import { isObject, own } from '../../util/plain.js';

const RUN = 3;
/** How far a copy is followed over words that the schema has in another order. */
const SEAM = 6;
const READ = 200_000;

export interface Uncopied {
  /** The text with a paragraph break in place of each copy. */
  text: string;
  /** The share of the words that were copied. */
  share: number;
}

export function withoutSchemaText(text: string, tool: ToolDef): Uncopied {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    word: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const written = words.map(({ word }) => word);
  const lower = written.map((word) => word.toLowerCase());
  const schema = phrasesOf(own(tool, 'inputSchema'), new Set(runsIn(lower)));
  if (schema.runs.size === 0 && schema.short.size === 0) return { text, share: 0 };
  const end = /[.!?](?=\s|$)|\n/.exec(text)?.index ?? text.length;
  const second = words.findIndex(({ start }) => start > end);
  const copied = copiedWords(written, lower, second < 0 ? words.length : second, schema);
  const count = copied.reduce((sum, one) => sum + one, 0);
  if (count === 0) return { text, share: 0 };
  const kept: string[] = [];
  let from = 0;
  for (let i = 0; i < words.length; i += 1) {
    if (copied[i] !== 1) continue;
    kept.push(text.slice(from, words[i]!.start));
    while (i + 1 < words.length && copied[i + 1] === 1) i += 1;
    from = words[i]!.end;
  }
  kept.push(text.slice(from));
  return { text: kept.join('\n\n'), share: count / words.length };
}

/** `first` is the number of words in the first sentence. */
function copiedWords(
  written: readonly string[],
  lower: readonly string[],
  first: number,
  schema: Phrases,
): Uint8Array {
  const copied = new Uint8Array(written.length);
  for (const [i, run] of runsIn(lower).entries()) if (schema.runs.has(run)) copied.fill(1, i, i + RUN);
  if (schema.short.size > 0) {
    for (let i = 0; i + 1 < written.length; i += 1) {
      if (schema.short.has(`${written[i]} ${written[i + 1]}`)) copied.fill(1, i, i + 2);
    }
  }
  for (let i = 0; i < first && copied[i] === 1; i += 1) copied[i] = 0;
  // The seams of a copy: words around it that the schema also has.
  const spread = (from: number, step: 1 | -1, least: number): void => {
    for (let k = 1, i = from + step; k <= SEAM && i >= least; k += 1, i += step) {
      if (copied[i] !== 0 || !schema.words.has(lower[i]!)) return;
      copied[i] = 2;
    }
  };
  for (let i = 0; i < copied.length; i += 1) {
    if (copied[i] !== 1) continue;
    spread(i, 1, 0);
    spread(i, -1, first);
  }
  return copied.map((one) => (one === 0 ? 0 : 1));
}

interface Phrases {
  /** Runs of three words that the schema has too, as JSON or as the prose of its parameters. */
  runs: Set<string>;
  /** Whole descriptions of two words, as they are written. */
  short: Set<string>;
  words: Set<string>;
}

/** Only runs that are looked for are kept: a schema is often longer than what is said of it. */
function phrasesOf(schema: unknown, wanted: ReadonlySet<string>): Phrases {
  const phrases: Phrases = { runs: new Set(), short: new Set(), words: new Set() };
  if (!isObject(schema)) return phrases;
  const properties = own(schema, 'properties');
  const entries = (isObject(properties) ? Object.entries(properties) : []).map(([name, one]) => {
    const said = own(one, 'description');
    return { name, said: typeof said === 'string' ? said.slice(0, READ) : '' };
  });
  const texts = [
    json(schema),
    entries.map(({ name, said }) => `${name} ${said}`).join(' '),
    entries.map(({ said }) => said).join(' '),
  ].map((text) => wordsOf(text.slice(0, READ).toLowerCase()));
  // Names that follow one another in the schema do so in any text about them.
  const names = new Set(
    wordsOf(
      entries
        .map(({ name }) => name)
        .join(' ')
        .toLowerCase(),
    ),
  );
  for (const words of texts) {
    for (const [i, run] of runsIn(words).entries()) {
      if (wanted.has(run) && isTelling(words.slice(i, i + RUN), names)) phrases.runs.add(run);
    }
  }
  for (const { said } of entries) {
    const words = said.length < 60 ? wordsOf(said) : [];
    if (words.length === 2) phrases.short.add(words.join(' '));
  }
  if (phrases.runs.size > 0 || phrases.short.size > 0) phrases.words = new Set(texts.flat());
  return phrases;
}

function isTelling(run: readonly string[], names: ReadonlySet<string>): boolean {
  return run.filter((word) => !isSmallWord(word)).length >= 2 && !run.every((word) => names.has(word));
}

/** The run that begins at each word. */
function runsIn(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let i = 0; i + RUN <= words.length; i += 1) runs.push(`${words[i]} ${words[i + 1]} ${words[i + 2]}`);
  return runs;
}

function json(schema: unknown): string {
  try {
    return JSON.stringify(schema) ?? '';
  } catch {
    // Nested too deep to be written, and so to be copied.
    return '';
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
