/**
 * How much two tools have in common, by the words of name and first sentence, 0 to 1, and which of them
 * nobody can tell apart: the same words throughout, whatever the names are, or names and texts that say
 * nothing at all. A noun of the name that the text takes up tells two tools apart, however alike the rest is.
 */
import { searchTerms } from '../../catalog/words.js';
import type { ToolDef } from '../../types/catalog.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';
import { isVacuous } from './plain-words.js';
import { sentencesIn } from './sentences.js';
import type { Said } from './text/said.js';
import { areToldApart, differInJob, ToldOf } from './told-apart.js';

const TWINS = 0.75;
/** From so many tools on, a sentence that opens more than half of them is about the server. */
const MANY = 5;
/** "Premium" or "Read only" before a dash: so few words that open so many descriptions are a label. */
const SEVERAL = 3;
const LABEL_WORDS = 3;
/** Pairs that are compared; a word shared by more tools than this names no twin. */
const MAX_SHARED = 60;

interface PurposeOfTool {
  place: number;
  /** Words of name and first sentence of its own. */
  terms: Set<string>;
  /** Words of that sentence, each once and in order. */
  said: string;
  told: ToldOf;
  vague: boolean;
}

function sentencesOf(tool: ToolDef): readonly Said[] {
  return sentencesIn((descriptionOf(tool) ?? '').slice(0, 2000)).filter(({ text }) => !LABEL.test(text));
}

/** "**Purpose:**" stands above what the tool does, "[BETA]" before it. */
const LABEL = /^[\s*#_]*[\p{L}\s]{1,40}:[\s*_]*$|^\[[^\]]{1,40}\]$/u;

function purposeOf(tool: ToolDef, place = 0, sentence = sentencesOf(tool)[0]): PurposeOfTool {
  const words = new Set(sentence?.terms);
  const told = new ToldOf(toolName(tool), sentence?.text ?? '', words);
  const terms = new Set([...told.name, ...words]);
  return { place, said: [...words].sort().join(' '), told, terms, vague: isVague(terms) };
}

export function likeness(a: ToolDef, b: ToolDef): number {
  return overlap(purposeOf(a).terms, purposeOf(b).terms);
}

/** Whether names and texts agree that the two are for something else: `delete_project`, `delete_branch`. */
export function haveOtherJobs(a: ToolDef, b: ToolDef): boolean {
  return differInJob(purposeOf(a).told, purposeOf(b).told);
}

/** Shared words over all words. */
function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Whether they overlap so much that the two could be twins; most pairs lack too many words after a few. */
function areTwins(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  // What they share would have to be TWINS of all: of both together without what is shared.
  const least = (TWINS * (a.size + b.size)) / (1 + TWINS);
  if (Math.min(a.size, b.size) < least) return false;
  let most = a.size;
  for (const term of a) {
    if (b.has(term)) continue;
    most -= 1;
    if (most < least) return false;
  }
  return true;
}

/** Neither its name nor its text has a word that would not fit any tool. */
function isVague(terms: ReadonlySet<string>): boolean {
  for (const term of terms) if (!isVacuous(term) && !VAGUE.has(term) && !/^v?\d+$/.test(term)) return false;
  return true;
}

const VAGUE = new Set(
  searchTerms(
    'process run execute do thing helper transform handle request perform action operation task work util utility data v2',
  ),
);

/** Pairs of places of tools that say nearly the same. */
export function nearTwins(tools: readonly ToolDef[]): [number, number][] {
  const sentences = tools.map(sentencesOf);
  const ofServer = commonOpenings(sentences);
  const all = tools.map((tool, place) => {
    const own = sentences[place]!.find(({ text }) => !ofServer.has(text)) ?? sentences[place]![0];
    return purposeOf(tool, place, own);
  });
  const found: [number, number][] = [];
  const compared = new Set<number>();
  const compare = (a: PurposeOfTool, b: PurposeOfTool): void => {
    const key = a.place * tools.length + b.place;
    if (compared.has(key)) return;
    compared.add(key);
    const same = a.said !== '' && a.said === b.said;
    const alike = same || (a.vague && b.vague) || areTwins(a.terms, b.terms);
    if (alike && !areToldApart(a.told, b.told)) found.push([a.place, b.place]);
  };
  for (const group of groupsOf(all)) {
    if (group.length > MAX_SHARED) continue;
    for (let i = 0; i < group.length; i += 1)
      for (let j = i + 1; j < group.length; j += 1) compare(group[i]!, group[j]!);
  }
  return found;
}

/** "This is the public API of the shop.", before what each tool does. */
function commonOpenings(sentences: readonly (readonly Said[])[]): Set<string> {
  if (sentences.length < MANY) return new Set();
  const counts = new Map<string, number>();
  for (const [first] of sentences) {
    if (first !== undefined) counts.set(first.text, (counts.get(first.text) ?? 0) + 1);
  }
  const isOfServer = ([opening, many]: [string, number]): boolean =>
    many * 2 > sentences.length || (many >= SEVERAL && opening.split(' ').length <= LABEL_WORDS);
  return new Set([...counts].filter(isOfServer).map(([opening]) => opening));
}

/** Those that share a word, each word once; those that say nothing are one group. */
function groupsOf(tools: readonly PurposeOfTool[]): Iterable<PurposeOfTool[]> {
  const groups = new Map<string, PurposeOfTool[]>();
  const put = (key: string, tool: PurposeOfTool): void => {
    const group = groups.get(key);
    if (group) group.push(tool);
    else groups.set(key, [tool]);
  };
  for (const tool of tools) {
    if (tool.vague) put('', tool);
    for (const term of tool.terms) put(term, tool);
    put(`= ${tool.said}`, tool);
  }
  return groups.values();
}
