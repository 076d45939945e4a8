/**
 * What an answer says about tools: which it claims to have used, and whether it claims success for one
 * that failed. English, sentence by sentence; a sentence that hedges or denies claims nothing.
 */

/** A tool's spelling in prose → its name. */
export type ToolSpellings = ReadonlyMap<string, string>;

const USED =
  /\b(?:used|using|called|calling|ran|running|invoked|invoking|queried|querying|executed|via|with|through|from|by|according to|returned|returns|reported|reports|shows?|showed|found|says|said|confirmed)\b/i;
const HEDGED =
  /\b(?:not|no|never|none|cannot|could|can|would|should|may|might|if|unless|available|instead|unable|fail(?:ed|s|ure)?|errors?|errored|try|trying|alternatively|recommend|suggest|want|will|without|unavailable|skipped)\b|n['’]t\b|['’]ll\b/i;
const TROUBLE =
  /\b(?:not|cannot|unable|fail(?:ed|s|ing|ure)?|errors?|errored|unsuccessful(?:ly)?|problems?|sorry|apologi[sz]e|unfortunately|timed out|timeout|denied|refused|unavailable|however|retry|try again|went wrong)\b|n['’]t\b/i;
const SUCCESS = /\b(?:successful(?:ly)?|succeeded|done|completed|finished|all set|worked)\b/i;

/** A result in the hand: "I got the weather", "Here are the orders". */
const RESULT =
  /\b(?:i(?:['’]ve| have)?(?: just)? (?:got|found|fetched|retrieved|looked up|checked|read|listed|searched|loaded|downloaded|queried|pulled|obtained|received)|(?:here|these) (?:is|are)|here['’]s)\b/i;
/** Verbs of tools that only read, and of which an answer speaks as one of `RESULT`. */
const READING = new Set(
  'get fetch find list read search lookup look up query check retrieve load download show view describe'.split(
    ' ',
  ),
);

/** Verbs that change something, with their past forms. */
const PAST: Record<string, string> = {
  add: 'added',
  apply: 'applied',
  archive: 'archived',
  assign: 'assigned',
  book: 'booked',
  buy: 'bought',
  cancel: 'cancelled|canceled',
  close: 'closed',
  commit: 'committed',
  copy: 'copied',
  create: 'created',
  delete: 'deleted',
  deploy: 'deployed',
  disable: 'disabled',
  edit: 'edited',
  enable: 'enabled',
  insert: 'inserted',
  install: 'installed',
  invite: 'invited',
  make: 'made',
  merge: 'merged',
  modify: 'modified',
  move: 'moved',
  order: 'ordered',
  pay: 'paid',
  post: 'posted',
  publish: 'published',
  push: 'pushed',
  register: 'registered',
  remove: 'removed',
  rename: 'renamed',
  replace: 'replaced',
  reserve: 'reserved',
  restart: 'restarted',
  save: 'saved',
  schedule: 'scheduled',
  send: 'sent',
  set: 'set',
  start: 'started',
  stop: 'stopped',
  store: 'stored',
  submit: 'submitted',
  transfer: 'transferred',
  update: 'updated',
  upload: 'uploaded',
  write: 'written|wrote',
};

export function sentences(answer: string): string[] {
  return answer.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
}

/** Names of tools that a sentence mentions; one-word names only in code marks, quotes or as "the x tool". */
export function mentioned(sentence: string, spellings: ToolSpellings): Set<string> {
  const out = new Set<string>();
  for (const match of sentence.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_./:-]*/gu)) {
    const token = match[0].replace(/[./:-]+$/, '');
    const name = spellings.get(token.toLowerCase());
    if (name === undefined) continue;
    const before = sentence.charAt(match.index - 1);
    const after = sentence.slice(match.index + token.length, match.index + token.length + 12);
    const marked = /[`"'“‘]/.test(before) && /^[`"'”’]/.test(after);
    const compound = /[_./:-]|\p{Ll}\p{Lu}/u.test(token);
    if (marked || compound || /^\s(?:tool|function)\b/i.test(after)) out.add(name);
  }
  return out;
}

/** Tools that the answer says were used. */
export function claimedTools(answer: string, spellings: ToolSpellings): Set<string> {
  const out = new Set<string>();
  for (const sentence of sentences(answer)) {
    if (!USED.test(sentence) || HEDGED.test(sentence)) continue;
    for (const name of mentioned(sentence, spellings)) out.add(name);
  }
  return out;
}

export interface FailedTool {
  name: string;
  /** The words of the name, lower-case. */
  words: string[];
  /** No call of the run succeeded, so that any claim of success is about a failure. */
  alone: boolean;
}

/** The first sentence that claims success for a tool whose last call failed. */
export function claimedSuccess(
  answer: string,
  failed: readonly FailedTool[],
  spellings: ToolSpellings,
): { tool: string; sentence: string } | undefined {
  const admits = TROUBLE.test(answer);
  for (const sentence of sentences(answer)) {
    if (TROUBLE.test(sentence)) continue;
    const names = mentioned(sentence, spellings);
    for (const tool of failed) {
      const named =
        names.has(tool.name) && (SUCCESS.test(sentence) || USED.test(sentence)) && !HEDGED.test(sentence);
      if (named || (!admits && claimsFor(sentence, tool))) {
        return { tool: tool.name, sentence: sentence.trim() };
      }
    }
  }
  return undefined;
}

function claimsFor(sentence: string, tool: FailedTool): boolean {
  if (saysDone(sentence, tool)) return true;
  return tool.alone && (SUCCESS.test(sentence) || hasResult(sentence, tool));
}

/** "I got the weather" for `get_weather`. Where another call succeeded, the result may be of that one. */
function hasResult(sentence: string, { words }: FailedTool): boolean {
  if (!RESULT.test(sentence) || HEDGED.test(sentence)) return false;
  return namesOneOf(
    sentence,
    words.filter((word) => !READING.has(word)),
  );
}

/** Whether a sentence has one of the words, in the singular or plural; true where there are none. */
function namesOneOf(sentence: string, words: readonly string[]): boolean {
  const spoken = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return (
    words.length === 0 ||
    words.some((word) => spoken.has(word) || spoken.has(`${word}s`) || spoken.has(word.replace(/s$/, '')))
  );
}

/** "I created the issue" for `create_issue`: the verb in the past, and one of the other words. */
function saysDone(sentence: string, tool: FailedTool): boolean {
  const verb = tool.words.find((word) => Object.hasOwn(PAST, word)) ?? '';
  const past = PAST[verb];
  if (past === undefined || HEDGED.test(sentence)) return false;
  const spoken = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  if (!past.split('|').some((form) => spoken.has(form))) return false;
  return namesOneOf(
    sentence,
    tool.words.filter((word) => word !== verb),
  );
}
