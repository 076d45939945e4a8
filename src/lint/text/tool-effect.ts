/** What a call of a tool does, told from the first verb of its name, or else of its description. */
import type { ToolDef } from '../../types/catalog.js';
import { ownValue } from '../../util/plain.js';
import { DELETES, READS, REMOVES, SENDS, WRITES } from '../words/effects.js';
import { foldedWords } from './prose.js';

export type Effect = 'deletes' | 'removes' | 'sends' | 'writes' | 'reads';

export interface ToolEffect {
  effect: Effect;
  verb: string;
  /** Told by the name itself, which is what a client and a user see. */
  isNamed: boolean;
}

const MAX_NAME = 200;
/** Nouns that turn the verb before them into what is read: `deploy_status`. */
const READERS = new Set([
  'reader',
  'viewer',
  'status',
  'history',
  'logs',
  'log',
  'info',
  'details',
  'list',
  'preview',
  'report',
  'stats',
]);

/** At the start of a sentence these are as often nouns. */
const NOUNS = new Set(
  'mail email transfer wire charge refund purchase drop tweet broadcast post set lock archive commit patch merge move update'.split(
    ' ',
  ),
);

/** A tool that tells how something is done does not do it: `cli_install` may only print the steps. */
const TELLS_HOW =
  /^[\s*#_"'`]{0,10}(?:provides?|gives?|returns?|gets?|shows?|lists?)\s[^.]{0,60}\b(?:instructions?|guides?|guidance|steps|how to)\b/i;
/** The end of what the server itself holds open changes nothing else. */
const OWN_END =
  /^[\s*#_"'`]{0,10}closes?\s[^.]{0,40}\b(?:connections?|sessions?|cursors?|handles?|pages?|tabs?|browsers?|windows?)\b/i;
/** Stopped, and can be started again: nothing of it is gone. */
const RUNNING = new Set(
  'app apps application process processes program session task job run execution'.split(' '),
);
/** What is taken out of a value that was passed in is computed: nothing is gone. */
const COMPUTES =
  /\bfrom (?:an?|the|this|each|given|your|any)? ?(?:[\w-]{1,20} ){0,2}(?:images?|pictures?|photos?|text|strings?|sentences?|molecules?|arrays?|vectors?|matri(?:x|ces)|tensors?|data ?frames?|audio|html|markdown|sequences?)\b|\band returns? (?:it|them|the (?:result|rest|others?))\b|^[\s*#_"'`]{0,10}returns? [^.]{0,60}\bwithout\b|\bpure (?:computation|function)\b/i;

/** What is added in arithmetic. */
const ADDENDS = /\b(?:numbers?|integers?|decimals?|operands?|addends?|sum|vectors?|matri(?:x|ces))\b/i;

export function effectOf(tool: ToolDef): ToolEffect | undefined {
  const name = ownValue(tool, 'name');
  if (typeof name !== 'string') return undefined;
  const words = foldedWords(name.slice(0, MAX_NAME));
  const description = ownValue(tool, 'description');
  const start = typeof description === 'string' ? description.slice(0, MAX_NAME) : '';
  if (words.some((word) => READERS.has(word))) return { effect: 'reads', verb: 'read', isNamed: true };
  return effectOfName(words, start) ?? effectOfText(start);
}

function effectOfName(words: readonly string[], start: string): ToolEffect | undefined {
  // A server puts its own name first (`github_delete_file`), so the verb need not be the first word.
  for (const [at, verb] of words.entries()) {
    const effect = effectOfVerb(verb);
    if (effect === undefined || isNoun(words, at, start)) continue;
    // A name that begins with what it does is believed more than its description.
    const isTold = effect === 'writes' && at > 0 && TELLS_HOW.test(start);
    const isOwnEnd = verb === 'close' && OWN_END.test(start);
    const isComputed = (effect === 'deletes' || effect === 'removes') && COMPUTES.test(start);
    const isSum = verb === 'add' && ADDENDS.test(start);
    const isRead = isTold || isOwnEnd || isComputed || isSum;
    if (isRead) return { effect: 'reads', verb, isNamed: true };
    const isStopped = verb === 'terminate' && words.slice(at).some((word) => RUNNING.has(word));
    return { effect: isStopped ? 'writes' : effect, verb, isNamed: true };
  }
  return undefined;
}

/** `email_finder`, `share-email`, `drag_and_drop`: a verb only where it leads, or where the text begins with it. */
function isNoun(words: readonly string[], at: number, start: string): boolean {
  const word = words[at] ?? '';
  if (!NOUNS.has(word) || effectOfVerb(word) === 'writes') return false;
  if (firstWord(start).replace(/s$/, '') === word) return false;
  if (at > 0) return true;
  const next = words[1] ?? '';
  return effectOfVerb(next) !== undefined || /(?:er|or)$/.test(next);
}

function effectOfText(start: string): ToolEffect | undefined {
  const first = firstWord(start);
  const effect = effectOfVerb(first) ?? effectOfVerb(first.replace(/s$/, ''));
  if (effect === undefined || NOUNS.has(first) || OWN_END.test(start) || COMPUTES.test(start))
    return undefined;
  if (/^adds?$/.test(first) && ADDENDS.test(start)) return undefined;
  return { effect, verb: first, isNamed: false };
}

function firstWord(start: string): string {
  return (/^[\s*#_"'`]{0,10}([A-Za-z]{2,20})/.exec(start)?.[1] ?? '').toLowerCase();
}

const EFFECTS = new Map<string, Effect>();
// A verb of two lists does what the later one says.
for (const [effect, verbs] of [
  ['reads', READS],
  ['writes', WRITES],
  ['sends', SENDS],
  ['removes', REMOVES],
  ['deletes', DELETES],
] as const) {
  for (const verb of verbs) EFFECTS.set(verb, effect);
}

function effectOfVerb(verb: string): Effect | undefined {
  return EFFECTS.get(verb);
}

/** Declared by the server; a value of another type counts as nothing. */
export function hintOf(tool: ToolDef, hint: string): boolean | undefined {
  const value = ownValue(ownValue(tool, 'annotations'), hint);
  return typeof value === 'boolean' ? value : undefined;
}
