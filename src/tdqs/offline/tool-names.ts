/**
 * Names of tools in a text. That a tool is named says nothing about the one that is described: the words of
 * such a name are the other tool's, and those of its own name are known. So they are no words of a sentence.
 */
import { OTHER_LETTER, type Said, told } from './text/said.js';

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}_.:/-]{1,100}/gu;
const TOKEN_OF_ASCII = /[A-Za-z\d][\w.:/-]{1,100}/g;
const BEYOND_ASCII = /[^\x00-\x7f]/;
/** No ordinary word: `find_boat`, `findBoat`. */
const COMPOUND = /[\p{N}_.:/-]|\p{Ll}\p{Lu}/u;
/** A text without one of these has no such word. */
const PART_OF_COMPOUND = new RegExp(`${OTHER_LETTER}|[\\d_:/-]|\\.\\S|[a-z][A-Z]`);

/** The words of a text that are no ordinary ones. */
export const compoundsIn = told((said): readonly string[] => compoundsOf(said.text));

function compoundsOf(text: string): string[] {
  if (!PART_OF_COMPOUND.test(text)) return [];
  const found: string[] = [];
  for (const token of text.match(BEYOND_ASCII.test(text) ? TOKEN : TOKEN_OF_ASCII) ?? []) {
    const word = wordOf(token);
    if (COMPOUND.test(word)) found.push(word);
  }
  return found;
}

function wordOf(token: string): string {
  return '.:/-'.includes(token.at(-1)!) ? token.replace(/[.:/-]+$/, '') : token;
}

/** The text of a sentence without the tools that it names. */
export function withoutToolNames(said: Said, isTool: (name: string) => boolean): string {
  return compoundsIn(said).some(isTool) ? cutToolNames(said.text, isTool) : said.text;
}

export function withoutToolNamesIn(text: string, isTool: (name: string) => boolean): string {
  return compoundsOf(text).some(isTool) ? cutToolNames(text, isTool) : text;
}

function cutToolNames(text: string, isTool: (name: string) => boolean): string {
  return text.replace(TOKEN, (token) => {
    const word = wordOf(token);
    return COMPOUND.test(word) && isTool(word) ? token.slice(word.length) : token;
  });
}

/** Cuts lists of two and more tools: whoever lists them says of none what it is for. */
export function withoutNameLists(text: string, isTool: (name: string) => boolean): string {
  return text
    .split('\n')
    .map((line) => (/,\s/.test(line) ? withoutListsInLine(line, isTool) : line))
    .join('\n');
}

function withoutListsInLine(line: string, isTool: (name: string) => boolean): string {
  const parts = line.split(/,\s+/);
  const named = parts.map((part) => isTool(part.replace(/[`"'.]/g, '').trim()));
  const listed = named.map((one, i) => one && (i > 0 || named[i + 1] === true));
  if (listed.filter(Boolean).length < 2) return line;
  const kept = parts.map((part, i) => {
    if (listed[i]) return '';
    return listed[i + 1] ? withoutLastName(part, isTool) : part;
  });
  return kept
    .filter((part) => part !== '')
    .join(', ')
    .trim();
}

/** Announces a list, and means nothing without it. */
const ANNOUNCED = /(?:^|\s)(?:unlike|see also:?|related(?: tools)?:?|use)\s*$/i;

/** "Unlike find_boat" before ", find_berth, find_quay". */
function withoutLastName(part: string, isTool: (name: string) => boolean): string {
  const words = part.split(' ');
  for (let count = Math.min(8, words.length); count > 0; count -= 1)
    if (isTool(words.slice(-count).join(' ').replace(/[`"']/g, '')))
      return words.slice(0, -count).join(' ').replace(ANNOUNCED, '');
  return part;
}

/** Turns of phrase that lead over to something and say nothing themselves. */
const TURNS =
  /(?<![\p{L}\p{N}])(?:as you can see|in order to be used|in other words|(?:please )?note(?: that)?|it should be noted that|needless to say|of course|as (?:the|its) name (?:says|suggests|implies))[,:]\s*/giu;

/** How they end. */
const MAY_TURN = /[^\x00-\x7f]|(?:see|used|words|note|that|say|course|says|suggests|implies)[,:]/i;

export function withoutTurns(text: string): string {
  return MAY_TURN.test(text) ? text.replace(TURNS, '. ') : text;
}
