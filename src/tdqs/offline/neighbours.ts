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
import { splitSentences } from './sentences.js';

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

const indexes = new WeakMap<readonly ToolDef[], Map<string, Neighbour[]>>();

/** First sentence → the tools that begin with it. */
function indexOf(tools: readonly ToolDef[]): Map<string, Neighbour[]> {
  const known = indexes.get(tools);
  if (known !== undefined) return known;
  const index = new Map<string, Neighbour[]>();
  for (const tool of tools) {
    const text = (descriptionOf(tool) ?? '').slice(0, READ);
    const [first] = splitSentences(text.slice(0, LONGEST_LEAD));
    const lead = first === undefined ? '' : keyOf(first);
    if (lead.split(' ').length < LEAST) continue;
    const neighbour = { name: toolName(tool), text };
    const same = index.get(lead);
    if (same === undefined) index.set(lead, [neighbour]);
    else if (same.length < 20) same.push(neighbour);
  }
  indexes.set(tools, index);
  return index;
}

/** A sentence without its marks and capitals. */
export function keyOf(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The sentences, as `keyOf` writes them, that are another tool's. */
export function takenOver(
  name: string,
  sentences: readonly string[],
  tools: readonly ToolDef[],
): Set<string> {
  const index = indexOf(tools);
  const taken = new Set<string>();
  const own = new Set(sentences.map(keyOf));
  for (const [i, key] of [...own].entries()) {
    const others = (index.get(key) ?? []).filter((one) => one.name !== name);
    for (const neighbour of others) {
      const theirs = splitSentences(neighbour.text).map(keyOf);
      const clearly = namedIn(key, neighbour.name) >= namedIn(key, name) + CLEARLY;
      // All of another's text and more is a copy with something added.
      const telling = theirs.length > 1 || key.split(' ').length >= LONG;
      const whole = telling && theirs.length < own.size && theirs.every((one) => own.has(one));
      if (i === 0 && (others.length > 1 || !(clearly || whole))) continue;
      for (const one of theirs) taken.add(one);
    }
  }
  return taken;
}

/** The share of a name's words that a sentence has. */
function namedIn(key: string, name: string): number {
  const words = new Set(searchTerms(key));
  const terms = searchTerms(name.slice(0, 200));
  return terms.length === 0 ? 1 : terms.filter((term) => words.has(term)).length / terms.length;
}

const serverWords = new WeakMap<readonly ToolDef[], Map<string, number>>();
/** A word is the server's own when so many of the other tools, and this share of them, have it in their texts. */
const SEVERAL = 2;
const SHARE = 0.1;

/** Whether a word stands in the texts of several tools beside this one. */
export function isWordOfServer(tools: readonly ToolDef[], term: string): boolean {
  let counts = serverWords.get(tools);
  if (counts === undefined) {
    counts = new Map();
    for (const one of tools) for (const word of wordsOf(one)) counts.set(word, (counts.get(word) ?? 0) + 1);
    serverWords.set(tools, counts);
  }
  // The tool itself may be one of them.
  return (counts.get(term) ?? 0) > Math.max(SEVERAL, SHARE * tools.length);
}

function wordsOf(tool: ToolDef): Set<string> {
  return new Set(searchTerms((descriptionOf(tool) ?? '').slice(0, READ)));
}
