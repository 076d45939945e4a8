/**
 * Sentences that were taken over from another tool of the server. A text that has the first sentence of a
 * neighbour in it speaks of that neighbour, and so do the other sentences of it that stand there; a text
 * that begins with it belongs to whichever of the two has the name that it says. Sentences that tools share
 * without that are what they have in common.
 */
import { searchTerms } from '../../catalog/words.js';
import type { ToolDef } from '../../types/catalog.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';
import { sentencesIn } from './sentences.js';
import { type Said, saidOf, told } from './text/said.js';

const READ = 5000;
/** A first sentence of fewer words may well be said of two tools. */
const LEAST = 4;
/** One of so many words is said of two tools by no chance. */
const LONG = 12;
const LONGEST_LEAD = 1000;
/** By how much of a name the first sentence has to say one tool's rather than the other's. */
const CLEARLY = 0.3;

interface Neighbour {
  name: string;
  text: string;
}

interface Index {
  /** What several tools begin with; it says of none of them what it is for. */
  shared: Set<string>;
  /** The first sentence beside those → the tools that have it. */
  leads: Map<string, Neighbour[]>;
}

const indexes = new WeakMap<readonly ToolDef[], Index>();
/** Tools that begin with a sentence that belongs to none of them. */
const SHARED = 3;
/** Sentences among which the first of its own has to be. */
const AMONG = 4;

function indexOf(tools: readonly ToolDef[]): Index {
  const known = indexes.get(tools);
  if (known !== undefined) return known;
  const texts = tools.map((tool) => (descriptionOf(tool) ?? '').slice(0, READ));
  const begun = texts.map((text) => sentencesIn(text.slice(0, LONGEST_LEAD)).slice(0, AMONG).map(keyOf));
  const counts = new Map<string, number>();
  for (const [first] of begun) if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  const index: Index = {
    shared: new Set([...counts].flatMap(([key, count]) => (count >= SHARED ? [key] : []))),
    leads: new Map(),
  };
  for (const [i, tool] of tools.entries()) {
    const lead = begun[i]?.find((key) => !index.shared.has(key)) ?? '';
    if (!lead.includes(' ')) continue;
    const same = index.leads.get(lead) ?? [];
    index.leads.set(lead, same);
    if (same.length < 20) same.push({ name: toolName(tool), text: texts[i] ?? '' });
  }
  indexes.set(tools, index);
  return index;
}

/** A sentence without its marks and capitals. */
const keyOf = told(({ text }) =>
  text
    .toLowerCase()
    .replace(BEYOND_ASCII.test(text) ? MARKS : MARKS_OF_ASCII, ' ')
    .trim(),
);
const BEYOND_ASCII = /[^\x00-\x7f]/;
const MARKS = /[^\p{L}\p{N}]+/gu;
const MARKS_OF_ASCII = /[^a-z0-9]+/g;

/** Words in a row that two texts have in common by no chance, and the share of a sentence's runs that make it a copy. */
const RUN = 4;
const COPIED = 0.6;

/** Tells which sentences are another tool's, however they are cut. */
export function takenOver(
  name: string,
  sentences: readonly Said[],
  tools: readonly ToolDef[],
): (sentence: Said) => boolean {
  const taken = keysTakenOver(name, sentences, tools);
  if (taken.size === 0) return () => false;
  const runs = new Set([...taken].flatMap(runsIn));
  const isCopy = (sentence: Said): boolean => {
    const key = keyOf(sentence);
    if (taken.has(key)) return true;
    const own = runsIn(key);
    return own.length > 0 && own.filter((run) => runs.has(run)).length >= COPIED * own.length;
  };
  return (sentence) => isCopy(sentence) || afterColon(sentence).some(isCopy);
}

function runsIn(key: string): string[] {
  const words = key.split(' ');
  return words.slice(RUN - 1).map((_, i) => words.slice(i, i + RUN).join(' '));
}

/** The sentences, as `keyOf` writes them, that are another tool's. */
function keysTakenOver(name: string, sentences: readonly Said[], tools: readonly ToolDef[]): Set<string> {
  const { shared, leads } = indexOf(tools);
  const own = new Set(sentences.map(keyOf));
  const several = [...own].filter((key) => shared.has(key));
  const taken = new Set(several.length < own.size ? several : []);
  const telling = [...own].filter((key) => !shared.has(key));
  // A copy may stand behind "…, of which it is said:".
  const quoted = sentences.flatMap(afterColon).map(keyOf);
  for (const [i, key] of [...telling, ...quoted].entries()) {
    const others = leads.get(key)?.filter((one) => one.name !== name) ?? [];
    // Of a sentence that several others begin with, nobody can tell whose it is.
    if (i === 0 && others.length > 1) continue;
    for (const { name: other, text } of others) {
      const theirs = sentencesIn(text).map(keyOf);
      const more = namedIn(key, other) - namedIn(key, name);
      const alike = (i === 0 && !isWhole(theirs, own)) || key.split(' ').length < LEAST;
      const isOurs = more <= -CLEARLY || (more < CLEARLY && alike);
      if (!isOurs) for (const one of theirs) taken.add(one);
    }
  }
  return taken;
}

const afterColon = told(({ text }): readonly Said[] => {
  const at = text.lastIndexOf(': ');
  return at < 0 ? [] : [saidOf(text.slice(at + 2))];
});

/** All of another's text and more is a copy with something added. */
function isWhole(theirs: readonly string[], own: ReadonlySet<string>): boolean {
  const long = theirs.length > 1 || (theirs[0] ?? '').split(' ').length >= LONG;
  return long && theirs.length < own.size && theirs.every((one) => own.has(one));
}

/** The share of a name's words that a sentence has. */
function namedIn(key: string, name: string): number {
  const words = new Set(searchTerms(key));
  const terms = searchTerms(name.slice(0, 200));
  return terms.length === 0 ? 1 : terms.filter((term) => words.has(term)).length / terms.length;
}

interface Spread {
  /** How many tools have the word in their texts. */
  tools: number;
  /** The last of them. */
  last: number;
}

const serverWords = new WeakMap<readonly ToolDef[], Map<string, Spread>>();
/** A word is the server's own when so many of the other tools, and this share of them, have it in their texts. */
const SEVERAL = 2;
const SHARE = 0.1;

/** Whether a word stands in the texts of several tools beside this one. */
export function isWordOfServer(tools: readonly ToolDef[], term: string): boolean {
  let counts = serverWords.get(tools);
  if (counts === undefined) {
    counts = countWords(tools);
    serverWords.set(tools, counts);
  }
  // The tool itself may be one of them.
  return (counts.get(term)?.tools ?? 0) > Math.max(SEVERAL, SHARE * tools.length);
}

function countWords(tools: readonly ToolDef[]): Map<string, Spread> {
  const counts = new Map<string, Spread>();
  for (const [i, tool] of tools.entries()) {
    for (const word of searchTerms((descriptionOf(tool) ?? '').slice(0, READ))) {
      const known = counts.get(word);
      if (known === undefined) counts.set(word, { tools: 1, last: i });
      else if (known.last !== i) {
        known.tools += 1;
        known.last = i;
      }
    }
  }
  return counts;
}
