/** What a call of a tool does, told from the first verb of its name, or else of its description. */
import type { ToolDef } from '../../types/catalog.js';
import { ownValue } from '../../util/plain.js';
import { DELETES, READS, REMOVES, SENDS, WRITES } from '../words/effects.js';
import { foldedWords } from './prose.js';

export type Effect = 'deletes' | 'removes' | 'sends' | 'writes' | 'reads';

export interface ToolEffect {
  effect: Effect;
  verb: string;
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
const OWN_END = /^[\s*#_"'`]{0,10}closes?\s[^.]{0,40}\b(?:connections?|sessions?|cursors?|handles?)\b/i;

/** What is added in arithmetic. */
const ADDENDS = /\b(?:numbers?|integers?|decimals?|operands?|addends?|sum|vectors?|matri(?:x|ces))\b/i;

export function effectOf(tool: ToolDef): ToolEffect | undefined {
  const name = ownValue(tool, 'name');
  if (typeof name !== 'string') return undefined;
  // A server puts its own name first (`github_delete_file`), so the verb need not be the first word.
  const words = foldedWords(name.slice(0, MAX_NAME));
  const description = ownValue(tool, 'description');
  const start = typeof description === 'string' ? description.slice(0, MAX_NAME) : '';
  const isArithmetic = ADDENDS.test(start);
  if (words.some((word) => READERS.has(word))) return { effect: 'reads', verb: 'read' };
  for (const [at, verb] of words.entries()) {
    if (verb === 'add' && isArithmetic) return { effect: 'reads', verb };
    const effect = effectOfVerb(verb);
    // A name that begins with what it does is believed more than its description.
    if (effect === 'writes' && at > 0 && TELLS_HOW.test(start)) return { effect: 'reads', verb };
    if (effect !== undefined) return { effect, verb };
  }
  if (typeof description !== 'string') return undefined;
  const first = (/^[\s*#_"'`]{0,10}([A-Za-z]{2,20})/.exec(description)?.[1] ?? '').toLowerCase();
  if (NOUNS.has(first) || OWN_END.test(start) || (/^adds?$/.test(first) && isArithmetic)) return undefined;
  const effect = effectOfVerb(first) ?? effectOfVerb(first.replace(/s$/, ''));
  return effect === undefined ? undefined : { effect, verb: first };
}

function effectOfVerb(verb: string): Effect | undefined {
  if (DELETES.has(verb)) return 'deletes';
  if (REMOVES.has(verb)) return 'removes';
  if (SENDS.has(verb)) return 'sends';
  if (WRITES.has(verb)) return 'writes';
  return READS.has(verb) ? 'reads' : undefined;
}

/** Declared by the server; a value of another type counts as nothing. */
export function hintOf(tool: ToolDef, hint: string): boolean | undefined {
  const value = ownValue(ownValue(tool, 'annotations'), hint);
  return typeof value === 'boolean' ? value : undefined;
}
