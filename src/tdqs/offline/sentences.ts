/** A text as sentences: what stands between full stops, empty lines and list items. */
import { nearWords } from '../../catalog/near/near-words.js';
import { isSmallWord, stem } from '../../catalog/words.js';
import { isActionWord } from '../../lint/tool-text.js';
import { remembered } from '../../util/text.js';
import { isGuidance } from './guidance.js';
import { OTHER_LETTER, placesOf, type Said, saidOf, told } from './text/said.js';
import { ASKED_TERMS } from './text/visible.js';

const MAX_SENTENCES = 400;
/** Also where a script without spaces goes over into a sentence in Latin letters. */
const SCRIPT_END =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\s+(?=\p{Lu}\p{Ll}+ [\p{Ll}\d])/u;
const END = /(?<!\b(?:e\.g|i\.e)\.)(?<!\b(?:etc|vs|approx)\.(?=\s+[a-z(]))(?<=[.!?])\s+(?=\S)|(?<=[。！？])/;
/** Also at dashes, stars and pictures, which stand where one thing ends. */
const END_OR_DASH = new RegExp(`${END.source}|\\s+[—–]\\s+|\\s+(?=\\p{So})`, 'u');
/** Words that begin a sentence, where one without a full stop stands before it: "Finds boats Use it when …". */
const BEGINNINGS =
  /^(?:Use|Do|Don't|Never|Unlike|For|If|When|See|This|It|In|There|Subject|Limited|Permissions|Limits|Note|Rated|The|An?|Args|Usage|No|Not|To|Useful|Ideal|Everyone|Hello|Licensed|Requires?|Returns?|Fails|Handles|Follows|Needs|As|Always|Whatever|Less|Take|Written|Provided|Works|Pass|Provide|Specify|Supply|Give|Please|Every|Because|Since|Although|While|Yesterday|Today|Tomorrow|Sometimes|Often|Usually|One|Two|Three|Four|Five|Six|Seven|Ten|Only|Also|But|And|So|Then|Just|Here|What|Who|Where|Why|How|Like|You|We|I|He|She|My|Our|Its|Their|Neither|Either|Both|Whoever|Whichever|Used|Oh)$/;
/** After these something has to come. */
const LEADS_OVER = /^(?:an?|the|of|to|for|by|with|from|in|on|at|and|or|as|its|their|your|via|per)$/i;
const BOUNDARY = /(?<=[^\s.!?,;:(&-]) (?=\p{Lu}\p{Ll}*(?:'\p{Ll}*|n't|-\p{Ll}+)?[ .:,])/gu;
/** What a verb is done to begins with one of these. */
const OBJECT =
  /^ (?:an?|the|all|any|every|each|one|your|this|information|details|new|existing|specific|multiple|up)\b/;

/** "Finds a boat which requires …": what a tool asks for, and how it fails, is no part of what it is for. */
const CLAUSE = /,? which (?=(?:requires?|needs?|fails?|returns?|costs?|is limited|takes)\b)/;

/** Without it there is no such boundary. */
const CAPITAL = / [A-Z\u0080-\uffff]/;

/** At places where a capital begins something new and nothing but a full stop is missing. */
function unstopped(sentence: string): string[] {
  if (!CAPITAL.test(sentence)) return [sentence];
  const parts: string[] = [];
  let from = 0;
  for (const index of placesOf(BOUNDARY, sentence)) {
    const words = sentence.slice(from, index).split(' ');
    const before = words.at(-1) ?? '';
    const word = /^[\p{L}']+/u.exec(sentence.slice(index + 1))?.[0] ?? '';
    const after = sentence.slice(index + 1 + word.length, index + 30 + word.length);
    const guides = isGuidance(sentence.slice(index + 1, index + 60));
    if (isName(word, after) || (!guides && goesOn(words, word, after))) continue;
    const again = index > 20 && sentence.startsWith(`${word} `) && !/^ \p{Lu}/u.test(after);
    const begins =
      again ||
      (BEGINNINGS.test(word) && !LEADS_OVER.test(before)) ||
      (isSmallWord(word.toLowerCase()) && /^ \p{Ll}/u.test(after)) ||
      beginsAnew(before, word, after) ||
      guides ||
      isUnusualOpening(before, word, after) ||
      isRunOn(sentence.slice(from, index), sentence.slice(index + 1));
    // "Coins List with …" is a title.
    if (!begins || /^[A-Za-z]{1,40}$/.test(sentence.slice(from, index))) continue;
    parts.push(sentence.slice(from, index));
    from = index + 1;
  }
  return [...parts, sentence.slice(from)];
}

/** One or two words at the end are a name: "to Apple Reminders." A verb and what a rubric asks for are none. */
function isName(word: string, after: string): boolean {
  const [whole, next] = /^(?: ([\p{L}\p{N}'-]{1,20}))?\.?$/u.exec(after) ?? [];
  const isAsked = (one: string): boolean => ASKED_TERMS.has(stem(one.toLowerCase()));
  return (
    whole !== undefined && !isPlainVerb(word) && !(isAsked(word) && (next === undefined || isAsked(next)))
  );
}

/** What stands before a capital shows that it belongs together: "the iOS Simulator", "204 No Content", "should I go". */
function goesOn(words: readonly string[], word: string, after: string): boolean {
  const before = words.at(-1) ?? '';
  // An identifier ends a text as well: "… and targetType For other cases …".
  if (/^\p{Ll}+\p{Lu}/u.test(before)) return !BEGINNINGS.test(word);
  if (/^\d+$|['\u2019]s$/u.test(before)) return true;
  if (word === 'I') return isSmallWord(before.toLowerCase());
  if (word === 'To' && after.startsWith(' Do')) return true;
  if (word === 'Do') return before === 'To';
  // "a Docker Compose project", but not "from Docker Compose a project": a verb that is part of a name.
  const isVerb = isOrder(word) && !BEGINNINGS.test(word) && !OBJECT.test(after);
  const isNamed = /^\p{Lu}\p{Ll}/u.test(before) && !BEGINNINGS.test(before);
  return isVerb && isNamed && words.length > 2 && !LEADS_TO_NAME.test(words.at(-2) ?? '');
}

const LEADS_TO_NAME = /^(?:in|to|from|for|with|via|on|of|by|at|through|into|and)$/i;

/** "Compose" and not "Composes". */
function isOrder(word: string): boolean {
  return isPlainVerb(word) && !/[^s]s$/.test(word);
}

/** "… from a system `groups` must be …": a name in code marks and its verb begin a sentence. */
const CODE_BEGINS =
  /(?<=[\p{L}\p{N})]) (?=`[^`\n]{1,80}` (?:is|are|was|must|should|can|cannot|may|has|will|needs|defaults|means)\b)/gu;
const CODE_OF =
  /^(?:param(?:eter)?|argument|arg|field|option|value|flag|property|key|mode|tool|function)s?$/i;

function codeParts(sentence: string): string[] {
  if (!sentence.includes('` ')) return [sentence];
  const parts: string[] = [];
  let from = 0;
  for (const index of placesOf(CODE_BEGINS, sentence)) {
    const words = sentence.slice(from, index).split(' ');
    const last = words.at(-1) ?? '';
    if (words.length <= FEW || isSmallWord(last.toLowerCase()) || CODE_OF.test(last)) continue;
    parts.push(sentence.slice(from, index));
    from = index + 1;
  }
  return [...parts, sentence.slice(from)];
}

/** Words before a place where something may have been run on, and words behind it. */
const FEW = 2;
const SOME = 4;
const MANY = 5;
/** Characters on either side that are looked at. */
const NEAR = 200;
/** After these a noun still has to come. */
const DESCRIBING =
  /(?:[^e]ed|ous|'s|s')$|^(?:new|own|raw|open|live|full|free|custom|single|multiple|specific|root|default|main|primary|parent|modern|beautiful|(?:lat|new|old|high|low|larg)est|public|private|personal|your|all|any|via|per|like|plus|vs|given|current|existing|available|active|recent|popular|local|global|remote|internal|external|official|optional|valid|real|native|direct|different|individual|additional|corresponding|using|including|following|matching)$/;
const VERB_FOLLOWS = /^(?:to|and|or|can|will|must|please|[-–—])$/i;
/** A word, and the verb that it is the subject of. */
const SUBJECT =
  /^[\p{L}']+ (?:is|are|was|were|has|have|had|does|did|can|could|will|would|may|might|must|shall|should)\b/u;

/** Words that no name of a product is: "Reviewed and", "Automatically adds", "Nothing in". */
const OPENS =
  /^(?:\p{Lu}\p{Ll}{2,}(?:ed|ing|ly)|Nothing|Nobody|Everything|Everybody|Something|Somebody|Anything|Anyone|Each|Some|Most|Many|Such|These|Those|They|Last) \p{Ll}/u;
/** "Harbour - Ports: …" */
const TITLE = /^\p{Lu}\p{L}+(?: [-–] \p{Lu}\p{L}+)?:\s/u;

/** "Finds a boat Rumour has it …": a capital begins words of their own, and nothing leads over to it. */
function isRunOn(before: string, rest: string): boolean {
  const words = before.slice(-NEAR).split(' ');
  const last = words.at(-1) ?? '';
  if (words.length < FEW || isSmallWord(last.toLowerCase())) return false;
  if (SUBJECT.test(rest) || TITLE.test(rest.slice(0, NEAR)) || OPENS.test(rest)) return true;
  const behind = rest.slice(0, NEAR).split(' ', MANY);
  // "… em Portugal Use it when …": the sentence begins a word later.
  if (BEGINNINGS.test(behind[1] ?? '')) return false;
  if (words.length < SOME || behind.length < MANY) return behind.length >= SOME && isForeign(behind);
  const isVerb = isActionWord(last) && VERB_FOLLOWS.test(words.at(-2) ?? '');
  return (/^\p{Ll}/u.test(last) && !DESCRIBING.test(last) && !isVerb) || isForeign(behind);
}

/** "… of a boat Cloudy with errors": a word with a capital that is no name, since small words go on, and of no tool. */
function isUnusualOpening(before: string, word: string, after: string): boolean {
  if (isSmallWord(before.toLowerCase()) || DESCRIBING.test(before)) return false;
  const next = /^,? ([\p{Ll}\d]+)/u.exec(after)?.[1];
  if (next === undefined || AFTER_NAMES.test(next)) return false;
  return isSmallWord(next) && nearWords().use(stem(word.toLowerCase())) === 'never';
}
/** These follow a name as well: "boats Rotterdam and". */
const AFTER_NAMES = /^(?:and|or|of|for|to|in|on|by|at|from|as)$/;

/** Hardly one of them is a word of English. */
function isForeign(words: readonly string[]): boolean {
  const near = nearWords();
  const known = words.filter((word) => {
    const bare = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    return isSmallWord(bare) || near.vector(stem(bare)) !== undefined;
  });
  return 4 * known.length <= words.length;
}

const TITLE_END = /^(?: [-–] \p{Lu}\p{L}+)?:\s/u;

function beginsAnew(before: string, word: string, after: string): boolean {
  if (isActionWord(word.toLowerCase()) && OBJECT.test(after)) return true;
  const leads = isSmallWord(before.toLowerCase());
  if (!leads && isPlainVerb(word) && /^,? [\p{Ll}`]/u.test(after)) return true;
  if (!/^\p{Ll}/u.test(before)) return false;
  // "… of a boat Harbour - Ports: …": a title stands before a colon.
  if (!leads && TITLE_END.test(after)) return true;
  // "… of a boat Permissions. Limits.": a noun with a capital, and nothing leads over to it.
  return !leads && (isPlainVerb(word) || /^\.(?:\s|$)/.test(after));
}

/** "Retrieve", "Creates": nothing but a verb. A "Shared Drive" is none. */
function isPlainVerb(word: string): boolean {
  if (NOUNS.has(word) || /(?:ed|ing)$/.test(word)) return false;
  return (word.length > 3 || SHORT_VERBS.has(word)) && isActionWord(word.toLowerCase());
}

const SHORT_VERBS = new Set(['Get', 'Add', 'Buy', 'Put', 'Pay', 'Cut']);
/** Verbs that names of products and parts of a page are made of. */
const NOUNS = new Set(
  'Search Issues Issue Build Run Commit Message Messages Project Set Test Tests Code Drive Maps Map Post Posts Page Pages Report Reports Request Requests View Views Query Queries Model Models'.split(
    ' ',
  ),
);

/** Where three words in capitals begin after words that are not. */
const CAPITALS = /(?<=\p{Ll}) (?=(?:\p{Lu}{2,}:? ){3})/u;

/** One text is split several times while its tool is judged, in whole and in part. */
const MOST_KEPT = 256;

/** At full stops, empty lines, list items and lines that begin anew; wrapped lines are joined. */
export const sentencesIn: (text: string) => readonly Said[] = remembered(MOST_KEPT, split);

export function splitSentences(text: string): string[] {
  return sentencesIn(text).map((one) => one.text);
}

function split(text: string): readonly Said[] {
  const found: Said[] = [];
  for (const block of blocksOf(text)) {
    for (const piece of piecesOf(block)) {
      for (const part of unstoppedParts(saidOf(piece))) {
        const bare = part.text.trim();
        if (/[\p{L}\p{N}]/u.test(bare)) found.push(bare === part.text ? part : saidOf(bare));
        if (found.length === MAX_SENTENCES) return found;
      }
    }
  }
  return found;
}

/** Lines, those that go on in the next one joined to it. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (const raw of text.split('\n')) {
    const line = lineOf(raw);
    const before = blocks.at(-1);
    const wraps =
      before !== undefined &&
      before !== '' &&
      /^[a-z(]/.test(line) &&
      !/^[\w-]{1,40}\s{0,3}(?:\([^)]{0,60}\))?\s?[:=]/.test(line) &&
      !/[.!?:]$/.test(before);
    if (wraps) blocks[blocks.length - 1] = `${before} ${line}`;
    else blocks.push(line);
  }
  return blocks;
}

/** Long runs of white space would make the patterns slow. */
function lineOf(raw: string): string {
  return (/[^\S ]| {2}/.test(raw) ? raw.replace(/\s+/g, ' ') : raw).trim();
}

const BEYOND_ASCII = /[^\x00-\x7f]/;
const OTHER_LETTERS = new RegExp(OTHER_LETTER);
const STOP_WITHIN = /[.!?] /;
const CAPITALS_WITHIN = /[A-Z]{2}/;

/** What stands between the ends of sentences; a pattern is tried only where a line has what it needs. */
function piecesOf(block: string): string[] {
  const isAscii = !BEYOND_ASCII.test(block);
  let pieces = isAscii && !STOP_WITHIN.test(block) ? [block] : block.split(END_OR_DASH);
  const hasOthers = !isAscii && OTHER_LETTERS.test(block);
  if (hasOthers || CAPITALS_WITHIN.test(block)) pieces = pieces.flatMap((one) => one.split(CAPITALS));
  if (hasOthers) pieces = pieces.flatMap((one) => one.split(SCRIPT_END));
  return block.includes(' which ') ? pieces.flatMap((one) => one.split(CLAUSE)) : pieces;
}

/** `Returns:`, `## When to use`, `**Limits**`: a few words that only announce what follows. */
const HEADING =
  /^(?:#{1,6} .{1,60}|[*_]{1,3}[^*_]{1,60}[*_]{1,3}[:.]{0,2}|[\p{L}\p{N}][\p{L}\p{N} '&/()-]{0,50}:)$/u;
const MAY_BE_HEADING = /^[#*_]|:$/;

export function isHeading(sentence: string): boolean {
  return (
    sentence.length < 70 &&
    MAY_BE_HEADING.test(sentence) &&
    HEADING.test(sentence) &&
    sentence.split(' ').length <= 8
  );
}

/** "Harbour-mcp — Lists boats": an identifier or a tag that stands before what the tool does. */
export function isLabel(sentence: string): boolean {
  return /^(?:\[[^\]\n]{1,40}\]|[\w.]{1,40}(?:-[\w.]{1,40}){1,5})$/.test(sentence);
}

/** The parts between which nothing but a full stop is missing. */
export const unstoppedParts = told((said): readonly Said[] => {
  const parts = unstopped(said.text).flatMap(codeParts);
  return parts.length === 1 ? [said] : parts.map(saidOf);
});

/** Lines, and the sentences in them, each as if it stood alone: what is taken out changes no other. */
export const segmentsIn: (text: string) => readonly Said[] = remembered(MOST_KEPT, (text) =>
  text.split('\n').flatMap((raw) => {
    const line = lineOf(raw);
    const parts = STOP_WITHIN.test(line) || BEYOND_ASCII.test(line) ? line.split(END) : [line];
    return parts.filter((one) => one !== '').map(saidOf);
  }),
);
