/** What a tool does to the world, as far as its name and its first sentence say: reads, or changes something. */
import { splitWords, stem } from '../../../catalog/words.js';
import type { Reading } from '../reading.js';

const stems = (words: string): Set<string> => new Set(words.trim().split(/\s+/).map(stem));

/** Takes away what was there. */
const DESTROYS = stems('delete destroy drop erase purge wipe truncate');

const WRITES = stems(`
  activate add append apply approve archive assign attach ban block book buy cancel change cleanup clear
  close commit configure connect control create deactivate deploy disable edit enable execute
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
  'this tool function command use it to lets let you allows allow can will the user users also then and'.split(
    ' ',
  ),
);

/** The first word that can be the verb of a sentence, as it stands there; adverbs are passed over. */
export function verbOf(sentence: string): { verb: string; next: string } | undefined {
  const words = splitWords(sentence.slice(0, 300));
  const at = words.findIndex((one) => !BEFORE_VERB.has(one) && !/..ly$/.test(one));
  const verb = words[at];
  return verb === undefined ? undefined : { verb, next: words[at + 1] ?? '' };
}

export function isSureWrite(verb: string): boolean {
  return SURELY_WRITES.has(stem(verb));
}

export function isDestruction(verb: string): boolean {
  return DESTROYS.has(stem(verb));
}

export function changesThings(reading: Reading): boolean {
  const verb = stem(verbOf(reading.sentences[0]?.text ?? '')?.verb ?? '');
  return (
    WRITES.has(verb) ||
    DESTROYS.has(verb) ||
    reading.background.nameTerms.some((term) => SURELY_WRITES.has(term))
  );
}
