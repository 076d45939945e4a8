/** Data: verbs of tool names by what a call does. */

const set = (words: string) => new Set(words.split(/\s+/));

/** What was there is gone. */
export const DELETES = set(
  'delete erase destroy drop purge wipe truncate uninstall terminate revoke unlink rm del overwrite shred',
);
/** Gone, or only taken out of something: `removeIssueFromProject` deletes no issue. */
export const REMOVES = set('remove');
/** Leaves the house and cannot be called back. */
export const SENDS = set(
  'send email mail pay transfer purchase buy refund charge withdraw wire payout tweet broadcast',
);
/** Changes something, destroyed or not. */
export const WRITES = set(
  'create add insert update edit modify patch write save upload rename move replace set post publish put deploy install enable disable assign merge commit push approve cancel archive close lock invite grant',
);
export const READS = set(
  'get list read search find fetch show describe query lookup view count check inspect preview download export browse retrieve summarize analyze validate verify compare explain estimate calculate compute convert parse format render test diff simulate suggest recommend predict detect classify extract translate',
);
