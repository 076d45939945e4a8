/** What a tool does to the world, as far as its name and its first sentence say: reads, or changes something. */
import { splitWords, stem } from '../../catalog/words.js';
import type { Reading } from './reading.js';

const stems = (words: string): Set<string> => new Set(words.trim().split(/\s+/).map(stem));

/** Takes away what was there. */
const DESTROYS = stems('delete destroy drop erase purge wipe truncate');

const WRITES = stems(`
  activate add append apply approve archive assign attach ban block book buy cancel change cleanup clear
  close commit configure connect control create deactivate deploy disable edit enable execute generate
  import insert install invite invoke kill launch lock log merge modify move mute open pause patch pay
  persist pin play post provision prune publish push put record register rename reopen replace reply
  reset restart restore resume revoke rollback run save schedule send set share skip start stop store
  submit subscribe sync tag transfer trigger unarchive unassign uninstall unlock unregister unsubscribe
  update upgrade upload upsert write remove`);

/** Verbs that leave no doubt that something is changed: a hint that says otherwise is wrong. */
const SURELY_WRITES = stems(`
  create insert update delete remove write overwrite modify rename upload publish send destroy drop erase
  purge wipe edit append revoke uninstall archive`);

/** In front of the verb: "This tool creates", "Use this to create", "Allows you to create". */
const BEFORE_VERB = new Set(
  'this tool function command use it to lets let you allows allow can will the user users the'.split(' '),
);

/** The first word of the description that can be its verb, endings taken off. */
export function leadVerb(reading: Reading): string | undefined {
  const lead = reading.sentences[0]?.text ?? '';
  const word = splitWords(lead.slice(0, 300)).find((one) => !BEFORE_VERB.has(one));
  return word === undefined ? undefined : stem(word);
}

export function changesThings(reading: Reading): boolean {
  const verb = leadVerb(reading);
  if (verb !== undefined && (WRITES.has(verb) || DESTROYS.has(verb))) return true;
  return reading.nameTerms.some((term) => SURELY_WRITES.has(term));
}

/** The hint that the description denies, in words; undefined when they agree. */
export function contradiction(reading: Reading): string | undefined {
  const { readOnly, destructive } = reading.signals.annotationValues;
  const verb = leadVerb(reading);
  if (verb === undefined) return undefined;
  if (readOnly === true && SURELY_WRITES.has(verb)) return 'readOnlyHint is true';
  if (readOnly !== true && destructive === false && DESTROYS.has(verb)) return 'destructiveHint is false';
  return undefined;
}
