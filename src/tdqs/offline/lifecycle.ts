/**
 * Whether what can be made can also be read, changed and taken away: dead ends in the surface. Names are
 * read without the word that most of them begin with, which names the server; where they do not say what
 * the tools are about, nothing can be told, and that is said.
 */
import { splitWords, stem } from '../../catalog/words.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { clip, oneLine, plural } from '../../util/text.js';
import { sharedPrefix, withoutPrefix } from '../name-prefix.js';
import { isOrder, type Step, steps, stepsOf } from './lifecycle-steps.js';
import { isVacuous } from './plain-words.js';

/** What it weighs that a step is missing; a thing that nobody can look at is worse than one that stays. */
const LOSS: Readonly<Record<Exclude<Step, 'create'>, number>> = { read: 1, update: 0.6, delete: 0.4 };
const WHOLE = 2;

export function lifecycle(names: readonly string[]): JustifiedScore {
  const all = namesOf(names);
  const made = [...resourcesOf(all)].filter(([, { offered }]) => offered.has('create'));
  const telling = all.filter((words) => words.some((word) => !isVague(word))).length;
  const gaps = gapsOf(made);
  // "create_item" to "delete_item" is a whole life, whatever an item is.
  const isWhole = made.length > 0 && gaps.length === 0;
  if (names.length > 1 && 2 * telling < names.length && !isWhole)
    return {
      score: 2,
      justification: `Most of the ${plural(names.length, 'name')} say nothing of what the tools are about. What is missing cannot be told.`,
    };
  if (made.length === 0) {
    const only = names.length <= 1;
    return {
      score: only ? 3 : UNTOLD,
      justification: `By their names the tools create nothing${only ? ', and there is one at most' : ''}. No path through them ends in the middle, as far as names can tell.`,
    };
  }
  const loss = gaps.reduce((sum, { step }) => sum + LOSS[step], 0) / (WHOLE * made.length);
  const first = gaps[0];
  const justification =
    first === undefined
      ? `All of the ${plural(made.length, 'resource')} that can be created can be read, changed and deleted. There are no dead ends.`
      : `"${shown(first.written)}" can be created, but no tool says by its name that it can ${first.step} it. ${plural(gaps.length, 'such gap')} over ${plural(made.length, 'resource')}.`;
  if (first === undefined) return { score: 5, justification };
  // Of tools that belong to no such resource nothing is known to be missing.
  const concerned = concernedBy(made, all) / names.length;
  const score = Math.round(concerned * scoreOf(loss, made.length) + (1 - concerned) * UNTOLD);
  return { score, justification };
}

/** What a set is worth of which nothing is known to be missing, nor that all is there. */
const UNTOLD = 4;

/** How many of the tools are about a resource that can be created. */
function concernedBy(made: readonly [string, Resource][], all: readonly (readonly string[])[]): number {
  const resources = new Set(made.map(([resource]) => resource));
  const isConcerned = (words: readonly string[]): boolean => {
    for (const part of partsOf(words.map(stem).join(' '))) if (resources.has(part)) return true;
    return false;
  };
  return all.filter(isConcerned).length;
}

interface Gap {
  written: string;
  step: Exclude<Step, 'create'>;
}

/** What can be created and not read, changed or deleted. */
function gapsOf(made: readonly [string, Resource][]): Gap[] {
  return made.flatMap(([, { offered, written }]) =>
    (['read', 'update', 'delete'] as const)
      .filter((step) => !offered.has(step))
      .map((step) => ({ written, step })),
  );
}

function scoreOf(loss: number, made: number): number {
  if (loss === 0) return 5;
  if (loss <= 0.4) return 4;
  if (loss <= 0.6) return 3;
  return loss === 1 && made > 1 ? 1 : 2;
}

/** A word that could stand in any name, or a verb that does. */
function isVague(word: string): boolean {
  return isVacuous(stem(word)) || VAGUE.has(stem(word)) || /^v?\d+$/.test(word);
}

const VAGUE = steps(
  'process run execute do thing helper transform handle request perform action operation task work util utility data',
);

/** The words of each name, without one that most names begin with. */
function namesOf(names: readonly string[]): readonly string[][] {
  const prefix = sharedPrefix(names);
  return names.map((name) => withoutPrefix(splitWords(name.slice(0, 200)), prefix));
}

interface Resource {
  /** The steps that tools offer for it. */
  offered: Set<Step>;
  /** As the name of the first of them writes it. */
  written: string;
}

/** The words of a name without its verb, endings taken off → what can be done with it. */
function resourcesOf(all: readonly (readonly string[])[]): Map<string, Resource> {
  const found = new Map<string, Resource>();
  const names = all.map((words): Name => ({ words, first: stepsOf(words[0]), last: stepsOf(words.at(-1)) }));
  const ends = verbsEnd(names) ? (['last', 'first'] as const) : (['first', 'last'] as const);
  for (const name of names) {
    const read = resourceIn(name, ends);
    if (read === undefined) continue;
    const known = found.get(read.resource) ?? { offered: new Set<Step>(), written: read.written };
    for (const step of read.offered) known.offered.add(step);
    found.set(read.resource, known);
  }
  shareSteps(found);
  return found;
}

type End = 'first' | 'last';

/** The words of a name, and what those at its ends do. */
interface Name extends Record<End, readonly Step[]> {
  words: readonly string[];
}

/** `view_create` beside `table_create`: most names that have one verb have it at their end. */
function verbsEnd(names: readonly Name[]): boolean {
  const only = (end: End, other: End) =>
    names.filter((name) => name.words.length > 1 && name[end].length > 0 && name[other].length === 0).length;
  return only('last', 'first') > only('first', 'last');
}

/** The verb stands at either end; "lists_get" gets lists; "add label to issue" makes no label. */
function resourceIn(
  name: Name,
  ends: readonly End[],
): { resource: string; written: string; offered: readonly Step[] } | undefined {
  const { words } = name;
  const placeOf = (end: End) => (end === 'first' ? 0 : words.length - 1);
  const verbs = ends.filter((end) => name[end].length > 0);
  const chosen = verbs.find((end) => isOrder(words[placeOf(end)]!)) ?? verbs[0];
  if (chosen === undefined || words.length < 2) return undefined;
  const at = placeOf(chosen);
  const rest = words.filter((_, i) => i !== at);
  const offered = name[chosen];
  // "create from diagram" says what of, and not what.
  const isElsewhere =
    rest[0] === 'from' || (words[at] === 'add' && rest.some((word) => word === 'to' || word === 'from'));
  const resource = rest.map(stem).join(' ');
  return resource === '' || isElsewhere ? undefined : { resource, written: rest.join(' '), offered };
}

/** A resource of more words is a part of nothing: names are shorter, but for those that mean harm. */
const MOST_WORDS = 64;

/** `search code` reads no `code review`, but `get pull request files` reads a `pull request`. */
function shareSteps(found: ReadonlyMap<string, Resource>): void {
  const wider = widerThan(found);
  for (const [resource, { offered }] of found)
    for (const other of wider.get(resource) ?? [])
      for (const step of found.get(other)?.offered ?? []) if (step !== 'create') offered.add(step);
}

/** Each resource → those whose name holds its own, without comparing all with all. */
function widerThan(found: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const wider = new Map<string, string[]>();
  for (const other of found.keys()) {
    for (const part of partsOf(other)) {
      if (part === other || !found.has(part)) continue;
      const known = wider.get(part);
      if (known === undefined) wider.set(part, [other]);
      else known.push(other);
    }
  }
  return wider;
}

/** Every run of words in it. */
function* partsOf(resource: string): Generator<string> {
  const words = resource.split(' ');
  if (words.length > MOST_WORDS) return;
  for (let from = 0; from < words.length; from += 1) {
    let part = '';
    for (let to = from; to < words.length; to += 1) {
      part = part === '' ? (words[to] as string) : `${part} ${words[to]}`;
      yield part;
    }
  }
}

function shown(resource: string): string {
  return clip(oneLine(resource), 40);
}
