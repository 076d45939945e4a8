/** Small readings of a description that several rules share. All are linear in the text. */
import { isObject, ownValue } from '../../util/plain.js';
import { remembered } from '../../util/text.js';
import { actionWord } from '../words/verb-forms.js';

/** The first sentences, ended by a full stop, a question or exclamation mark, or an empty line. */
export function firstSentences(text: string, count: number): string {
  const end = /(?<!\b[ei]\.[ge])[.!?](?=\s)|\n\s{0,20}\n/g;
  for (let found = 0; found < count; found += 1) {
    if (end.exec(text) === null) return text;
  }
  return text.slice(0, end.lastIndex);
}

/** After these, or at the start of a sentence or line, a word such as "order" is a verb. */
const BEFORE_VERB = new Set([
  'and',
  'also',
  'can',
  'it',
  'not',
  'or',
  'that',
  'then',
  'to',
  'tool',
  'which',
  'will',
  'you',
]);

const LATIN_WORD = /[A-Za-z]+/g;

/** What comes later in a text does not tell tools apart any more. */
const READ = 20_000;

/** Whether a word of the text says what is done: a verb, or a noun made of one. */
export function namesAction(whole: string): boolean {
  const text = whole.slice(0, READ);
  let before = '';
  let end = 0;
  LATIN_WORD.lastIndex = 0;
  for (let match = LATIN_WORD.exec(text); match !== null; match = LATIN_WORD.exec(text)) {
    const word = match[0].toLowerCase();
    const kind = word.length <= 20 ? actionWord(word) : undefined;
    if (kind === 'verb' || kind === 'noun') return true;
    const starts =
      before === '' || BEFORE_VERB.has(before) || /[.,:;!?\n]/.test(text.slice(end, match.index));
    if (starts && (kind === 'either' || isFollowedByObject(word, text, LATIN_WORD.lastIndex))) return true;
    before = word;
    end = match.index + match[0].length;
  }
  return false;
}

const AHEAD = 60;
/** With one of these a noun phrase begins, so that the word before it is no part of it. */
const OBJECT =
  /^ (?:an?|the|this|that|these|those|all|any|each|every|both|one|two|three|some|several|your|their|its|his|her|our|my|it|them|him)\b(?<rest>.*)/is;
/** "Files the user has opened": the object is the subject of a clause of its own. */
const OWN_CLAUSE =
  /^(?: [\w-]+){0,3} (?:is|are|was|were|has|have|had|can|could|may|might|must|will|would|should|does|do|did|owns?|wants?|needs?|uses?|likes?|sees?|knows?|made|gave|sent|wrote|bought|saw|opened|created|\w{2,}ed)\b/i;
/** Words of small classes, which stand before an object and are no verbs. */
const SMALL_WORDS = new Set(
  (
    'a an the this that these those all any each every both one two three some several no not only just even also either neither ' +
    'about above across after against along among around as at before behind below beneath beside besides between beyond by ' +
    'despite down during except for from in inside into like near of off on onto out outside over past per since than through ' +
    'throughout till to toward towards under unless until up upon via with within without worth and or but nor so yet if when ' +
    'where while although because though whether once how what which who whom whose why is are was were be been being has have ' +
    'had do does did can could may might must shall should will would such quite rather half twice almost nearly here there ' +
    'it its they them we us you he she i my your his her our their more most less least many much few'
  ).split(' '),
);

/** Whatever else "waters" and "houses" may be, before "the plants" they are verbs: a noun is followed by no object. */
function isFollowedByObject(word: string, text: string, end: number): boolean {
  if (word.length < 3 || SMALL_WORDS.has(word) || /(?:ly|ing|ed)$/.test(word)) return false;
  const rest = OBJECT.exec(text.slice(end, end + AHEAD))?.groups?.rest;
  return rest !== undefined && !OWN_CLAUSE.test(rest);
}

const RETURN_WORD =
  /\b(?:return|output|result|respon(?:se|d)|yield|produc(?:e|es|ing)\b|(?:gives?|sends?|hands?|pass(?:es)?|repeats?|reads?|plays?|reports?) (?:\w{1,20} ){0,4}back\b|echo(?:es)?\b|(?:repl(?:y|ies)|answers?) with\b|(?:as|in) (?:an? )?(?:\w{1,20} )?(?:json|yaml|xml|csv|html|markdown|plain text|text format|base64|table|png|svg)\b)/i;

/** Whether the text says anything about what comes back. */
export function mentionsReturn(text: string): boolean {
  return RETURN_WORD.test(text);
}

const EXAMPLE =
  /\be\.\s?g\.|\beg[.:]\s|\bfor (?:example|instance)\b|\bexamples?\s?(?:[:=(]|usages?|values?\b|calls?\b)|\b(?:such as|like):? ?['"`‘“]/i;

/** Whether the text shows what a value looks like. */
export function givesExample(text: string): boolean {
  return EXAMPLE.test(text.slice(0, READ));
}

/** Words of a name or a text, lower case, with `snake_case`, `kebab-case` and `camelCase` taken apart. */
export function foldedWords(text: string): readonly string[] {
  return text.length > LONGEST_NAME ? splitWords(text) : wordsOfName(text);
}

const LONGEST_NAME = 60;
/** Names come again, in the rules and in the tools of a server. */
const wordsOfName = remembered(5000, splitWords);

function splitWords(text: string): readonly string[] {
  return wordsApart(text).filter((word) => word !== '');
}

const SNAKE_CASE = /^[a-z0-9_]*$/;
const ASCII = /^[\x00-\x7f]*$/;

function wordsApart(text: string): string[] {
  if (SNAKE_CASE.test(text)) return text.split('_');
  return ASCII.test(text) ? apartAscii(text) : apart(text);
}

function apartAscii(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function apart(text: string): string[] {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** The types that a schema names, as a list. */
export function typesOf(schema: unknown): unknown[] {
  const type = ownValue(schema, 'type');
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

/** Whether a value counts as a declared example list, example or default. */
export function hasExample(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const examples = ownValue(schema, 'examples');
  return (
    (Array.isArray(examples) && examples.length > 0) ||
    ownValue(schema, 'example') !== undefined ||
    ownValue(schema, 'default') !== undefined
  );
}
