/**
 * How careful one has to be with a tool: what its annotations say counts first, its name second. A tool
 * that neither speaks for is `mutating`: it is called once, never twice for the sake of looking.
 */
import type { ToolDef } from '../types/catalog.js';
import { ownValue } from '../util/plain.js';
import { splitWords } from './words.js';

export type SafetyClass = 'read-only' | 'mutating' | 'destructive';

const DESTROYS = new Set(
  (
    'delete deletes deleting destroy drop erase expunge flush format kill nuke obliterate overwrite prune ' +
    'purge remove removes reset revert revoke rollback shutdown terminate truncate unlink uninstall unpublish ' +
    'wipe rm rmdir del evict cancel clear discard drain evacuate force'
  ).split(' '),
);

const READS = new Set(
  (
    'analyse analyze ask browse calculate check compare compute count describe detect diff discover ' +
    'echo estimate evaluate examine explain explore export fetch find forecast get geocode help inspect ' +
    'introspect is list look lookup measure peek ping preview print query read resolve retrieve scan search ' +
    'select show stat status sum summarise summarize tail translate validate verify view whoami'
  ).split(' '),
);

/** Verbs that come last in a name, after whose they are: `brave_web_search`. */
const READS_LAST = new Set('find fetch forecast geocode lookup search translate whoami'.split(' '));

const CHANGES = new Set(
  (
    'add append apply approve archive assign book build bulk buy cache close commit configure copy create cron ' +
    'deploy disable do edit enable exec execute import index insert install invite invoke launch load log make mark ' +
    'merge modify move new open order patch pay perform pin post publish push put queue record refresh register ' +
    'reindex rename replace run save schedule send set share start stop store submit subscribe sync toggle ' +
    'trigger update upload upsert write'
  ).split(' '),
);

/** Of these the words that are seldom a noun: `get_order` and `list_open_issues` read, `find_replace` does not. */
const CHANGES_ANYWHERE = new Set(
  (
    'add append apply approve archive assign configure create disable edit enable execute insert install invite ' +
    'invoke modify publish register reindex rename replace save send submit subscribe update upload upsert write'
  ).split(' '),
);

/** What stands between two verbs: `get_or_create`. */
const JOINS = new Set(['and', 'or', 'then']);

const MAX_NAME = 200;

export function safetyClass(tool: ToolDef): SafetyClass {
  const destructive = hint(tool, 'destructiveHint');
  const readOnly = hint(tool, 'readOnlyHint');
  if (destructive === true) return 'destructive';
  if (readOnly === true) return 'read-only';
  const name = ownValue(tool, 'name');
  const words = typeof name === 'string' ? splitWords(name.slice(0, MAX_NAME)) : [];
  if (destructive === undefined && words.some((word) => DESTROYS.has(word))) return 'destructive';
  if (destructive === false || readOnly === false) return 'mutating';
  const reads = READS.has(words[0] ?? '') || READS.has(verbAfterPrefix(words)) || readsLast(words);
  return reads && !alsoChanges(words) ? 'read-only' : 'mutating';
}

/** A tool that reads first may change something next: every verb of the name counts. */
function alsoChanges(words: string[]): boolean {
  return words.some((word, at) => {
    if (CHANGES_ANYWHERE.has(word)) return true;
    if (!JOINS.has(words[at - 1] ?? '')) return false;
    // Right behind a verb stands a verb, also one that is not known here: `fetch_and_increment`.
    return CHANGES.has(word) || (READS.has(words[at - 2] ?? '') && !READS.has(word));
  });
}

/** Servers put their own name first: `github_get_file`. A later word is a noun more often than a verb. */
function verbAfterPrefix(words: string[]): string {
  return (words.length > 2 && words[1]) || '';
}

function readsLast(words: string[]): boolean {
  return READS_LAST.has(words.at(-1) ?? '') && !words.some((word) => CHANGES.has(word));
}

function hint(tool: ToolDef, name: string): boolean | undefined {
  const value = ownValue(ownValue(tool, 'annotations'), name);
  return typeof value === 'boolean' ? value : undefined;
}
