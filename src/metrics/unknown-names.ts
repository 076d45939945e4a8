/**
 * The tool names of a test against the tools that there are. A misspelt name would be called by nobody, and
 * a rule about it kept for ever: it fails the test and says what was probably meant. A name that may be
 * right, though no server has the tool today, is a note.
 */
import { splitWords, stem } from '../catalog/words.js';
import type { ToolDef } from '../types/catalog.js';
import type { Assertion, MetricSpec } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { didYouMean } from '../util/did-you-mean.js';
import { namesInExpect } from './expected-names.js';
import { show } from './explain.js';
import { type NamedTools, namedTools } from './named-tools.js';
import { isOrdinaryWord } from './ordinary-words.js';
import { serverPrefix } from './tool-id.js';

export interface KnownTools {
  /** The servers of the test; their tools are all known when the catalogue has each of them. */
  servers: Iterable<string>;
  /** Server name → its tools. */
  catalog?: Readonly<Record<string, readonly ToolDef[]>>;
  /** Ids of tools that were added to the list. */
  distractors?: Iterable<string>;
  /** Ids of further tools that are there, though no catalogue has them. */
  others?: Iterable<string>;
  /** Ids of tools that were called. */
  called?: Iterable<string>;
}

export interface NameFindings {
  checks: Check[];
  notes: string[];
}

export function judgeNames(
  metrics: readonly MetricSpec[],
  tools: KnownTools,
  assertions: readonly Assertion[] = [],
): NameFindings {
  const places = [...metrics.flatMap(namedTools), ...namesInExpect(assertions)];
  if (places.length === 0) return { checks: [], notes: [] };
  const book = openBook(tools);
  const found = places.map((place) => judgePlace(place, book));
  const unsure = new Set(
    places.flatMap((place) => place.names.filter((name) => book.stateOf(name, place) === 'unsure')),
  );
  const notes = found.flatMap((one) => one.notes);
  if (unsure.size > 0) notes.push(unchecked([...unsure]));
  return { checks: found.flatMap(({ checks }) => checks), notes };
}

function judgePlace(place: NamedTools, book: ToolBook): NameFindings {
  const checks: Check[] = [];
  const notes: string[] = [];
  for (const name of place.bare ? place.names : []) {
    const short = book.shortOf(name);
    if (short !== undefined) checks.push(qualified(place, name, short));
  }
  const unknown = place.names.filter((name) => book.stateOf(name, place) === 'unknown');
  const needed = place.rule === 'each' || (place.rule === 'class' && unknown.length === place.names.length);
  for (const name of new Set(unknown)) {
    const meant = book.meant(name, place, needed);
    if (needed || meant !== undefined) checks.push(failed(place, name, meant ?? book.offer));
    else notes.push(`${place.target} names ${show(name)}, and no server of this test has such a tool`);
  }
  return { checks, notes };
}

type NameState = 'known' | 'unknown' | 'unsure';

interface ToolBook {
  stateOf(name: string, place: NamedTools): NameState;
  /** What to write instead, as the end of a sentence. */
  meant(name: string, place: NamedTools, needed: boolean): string | undefined;
  /** The name without its server, of a tool that is there, where no tool has the whole as its name. */
  shortOf(name: string): string | undefined;
  /** What there is, in place of a guess. */
  offer: string;
}

interface NameSet {
  ids: Set<string>;
  bare: Set<string>;
}

function openBook({
  servers,
  catalog = {},
  distractors = [],
  others = [],
  called = [],
}: KnownTools): ToolBook {
  const listed = new Set(Object.keys(catalog));
  const all = new Set([...servers, ...listed]);
  const complete = listed.size > 0 && [...all].every((server) => listed.has(server));
  const added = new Set(distractors);
  const ids = Object.entries(catalog).flatMap(([server, defs]) =>
    defs.map(({ name }) => `${server}.${name}`),
  );
  const real = namesOf(
    ids.filter((id) => !added.has(id)),
    all,
  );
  const seen = namesOf([...added, ...others], all);
  const isIn = (set: NameSet, name: string) =>
    set.ids.has(name) || (serverPrefix(name, all) === undefined && set.bare.has(name));
  return {
    stateOf(name, place) {
      if (isIn(real, name) || (!place.real && isIn(seen, name))) return 'known';
      const server = serverPrefix(name, all);
      return (server === undefined ? complete : listed.has(server)) ? 'unknown' : 'unsure';
    },
    meant(name, place, needed) {
      const sets = place.real ? [real] : [real, seen];
      for (const set of sets) {
        const near = didYouMean(name, [...set.bare, ...set.ids]);
        if (near !== undefined && (needed || isMisspelt(name, near))) return `did you mean ${show(near)}?`;
      }
      return undefined;
    },
    shortOf(name) {
      const prefix = serverPrefix(name, all);
      const ofCalls = namesOf([...called], all);
      const sets = [real, seen, ofCalls];
      if (prefix === undefined || sets.some(({ bare }) => bare.has(name))) return undefined;
      return sets.some((set) => set.ids.has(name)) ? name.slice(prefix.length + 1) : undefined;
    },
    offer: offerOf([...real.bare]),
  };
}

function namesOf(ids: readonly string[], servers: ReadonlySet<string>): NameSet {
  const bare = ids.map((id) => {
    const server = serverPrefix(id, servers);
    return server === undefined ? id : id.slice(server.length + 1);
  });
  return { ids: new Set(ids), bare: new Set(bare) };
}

/** `set_user` is near `get_user` and yet another tool: what stands in place of a word is a word itself. */
function isMisspelt(name: string, near: string): boolean {
  const words = new Set(splitWords(near).map(stem));
  const others = splitWords(name).filter((word) => !words.has(stem(word)));
  return others.length === 0 || !others.every((word) => isOrdinaryWord(word) || VERSION.test(word));
}

const VERSION = /^v?\d+$/;
const MOST_OFFERED = 8;

function offerOf(names: readonly string[]): string {
  if (names.length === 0) return 'its servers have no tools';
  const rest = names.length > MOST_OFFERED ? `, and ${names.length - MOST_OFFERED} more` : '';
  return `there are ${names.slice(0, MOST_OFFERED).map(show).join(', ')}${rest}`;
}

function failed({ target }: NamedTools, name: string, instead: string): Check {
  return {
    target,
    matcher: 'known',
    expected: name,
    outcome: 'fail',
    message: `no server of this test has a tool ${show(name)}: ${instead}`,
  };
}

function qualified({ target }: NamedTools, name: string, short: string): Check {
  return {
    target,
    matcher: 'known',
    expected: name,
    outcome: 'fail',
    message: `${target} has names without their servers, so ${show(name)} is never among them: write ${show(short)}`,
  };
}

function unchecked(names: readonly string[]): string {
  const rest = names.length > MOST_OFFERED ? `, and ${names.length - MOST_OFFERED} more` : '';
  const shown = names.slice(0, MOST_OFFERED).map(show).join(', ');
  return `not checked whether these are tools, since the catalogue is not known: ${shown}${rest}`;
}
