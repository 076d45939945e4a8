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
  const schema = phrasesOf(own(tool, 'inputSchema'));
  if (schema.runs.size === 0 && schema.short.size === 0) return { text, share: 0 };
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    word: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const end = /[.!?](?=\s|$)|\n/.exec(text)?.index ?? text.length;
  const copied = copiedWords(
    words.map(({ word }) => word),
    words.findIndex(({ start }) => start > end),
    schema,
  );
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

/** `second` is the place of the first word after the first sentence, -1 when there is no other. */
function copiedWords(written: readonly string[], second: number, schema: Phrases): Uint8Array {
  const copied = new Uint8Array(written.length);
  const lower = written.map((word) => word.toLowerCase());
  for (let i = 0; i < written.length; i += 1) {
    if (schema.runs.has(lower.slice(i, i + RUN).join(' '))) copied.fill(1, i, i + RUN);
    if (schema.short.has(written.slice(i, i + 2).join(' '))) copied.fill(1, i, i + 2);
  }
  const first = second < 0 ? written.length : second;
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
  /** Runs of three words, of the schema as JSON and of each parameter as prose. */
  runs: Set<string>;
  /** Whole descriptions of two words, as they are written. */
  short: Set<string>;
  words: Set<string>;
}

function phrasesOf(schema: unknown): Phrases {
  const phrases: Phrases = { runs: new Set(), short: new Set(), words: new Set() };
  if (!isObject(schema)) return phrases;
  const properties = own(schema, 'properties');
  // Names that follow one another in the schema do so in any text about them.
  const names = new Set(
    wordsOf(
      Object.keys(isObject(properties) ? properties : {})
        .join(' ')
        .toLowerCase(),
    ),
  );
  const add = (text: string): void => {
    const words = wordsOf(text.toLowerCase());
    for (let i = 0; i < words.length; i += 1) {
      phrases.words.add(words[i]!);
      const run = words.slice(i, i + RUN);
      if (run.every((word) => names.has(word))) continue;
      if (run.filter((word) => !isSmallWord(word)).length >= 2) phrases.runs.add(run.join(' '));
    }
  };
  try {
    add(JSON.stringify(schema).slice(0, READ));
  } catch {
    // Nested too deep to be written, and so to be copied.
  }
  const entries = (isObject(properties) ? Object.entries(properties) : []).map(([name, one]) => {
    const said = own(one, 'description');
    return { name, said: typeof said === 'string' ? said.slice(0, READ) : '' };
  });
  add(
    entries
      .map(({ name, said }) => `${name} ${said}`)
      .join(' ')
      .slice(0, READ),
  );
  add(
    entries
      .map(({ said }) => said)
      .join(' ')
      .slice(0, READ),
  );
  for (const { said } of entries) {
    const words = wordsOf(said);
    if (words.length === 2) phrases.short.add(words.join(' '));
  }
  return phrases;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
