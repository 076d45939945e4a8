/** Whether a description is about its tool, by those of its sentences that can show it. */
import { searchTerms, stem } from '../../catalog/words.js';
import type { Background } from './background.js';
import { type Fit, fitOf } from './fit.js';
import { guidesToTool } from './guidance.js';
import type { Sentence } from './reading.js';
import { OTHER_LETTER, type Said, told } from './text/said.js';
import { compoundsIn, withoutToolNamesIn } from './tool-names.js';

/** Guidance decides only where there is nothing else: with it any text could be made to look like one about the tool. */
export function fitOfSentences(
  telling: readonly Sentence[],
  all: readonly Sentence[],
  { name, things, toolNames, parameterNames }: Background,
): Fit {
  // A tool or a parameter that is named can be named in any text.
  const isNamed = (word: string): boolean => toolNames.has(word) || parameterNames.has(word.toLowerCase());
  const ask = (asked: readonly Sentence[], counted: readonly Sentence[]): Fit => {
    const text = asked.map((one) => one.text).join('\n');
    const called = withoutName(text, name);
    const bare = called.includes('`') ? called.replace(/`[^`\n]*`/g, ' ') : called;
    const nameless = withoutToolNamesIn(bare, isNamed);
    const isWhole = nameless === text;
    const terms = new Set(isWhole ? asked.flatMap(({ said }) => said.terms) : searchTerms(nameless));
    const joined = isWhole ? asked.flatMap(({ said }) => joinedWords(said)) : joinedWordsIn(nameless);
    for (const term of joined) terms.add(term);
    return fitOf(
      terms,
      nameless,
      things,
      counted.reduce((sum, one) => sum + one.terms.length, 0),
    );
  };
  // Neither is a sentence about another tool.
  const isPlain = ({ said }: Sentence): boolean =>
    !guidesToTool(said) && !compoundsIn(said).some((word) => word !== name && toolNames.has(word));
  const plain = telling.filter(isPlain);
  if (plain.length > 0) {
    const ofPlain = ask(plain, all.filter(isPlain));
    // "Use this tool to check an app on a phone. Also for crashes.": what a text opens with may be all it says of its purpose.
    const [opening] = all;
    const opens = opening !== undefined && guidesToTool(opening.said) && !opening.stray && opening.own;
    return ofPlain === 'unrelated' && opens && ask([opening], all) === 'fits' ? 'unknown' : ofPlain;
  }
  const fit = ask(telling, all);
  return fit === 'fits' || all.some(isPlain) ? fit : 'unknown';
}

/** What the tool is called is not what it does: `find_boat: …`, `# find_boat`, "find_boat is a tool". */
function withoutName(text: string, name: string): string {
  if (name === '' || name.length > 200) return text;
  const isNamed = text.includes(name) && /[ _.\-/:]|\p{Ll}\p{Lu}/u.test(name);
  const rest = isNamed ? text.replaceAll(name, ' ') : text;
  const lead = rest.replace(/^[\s#*`"]+/, '');
  const label =
    lead.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
    /^[`"*]{0,3}\s?[:(-]/.test(lead.slice(name.length));
  const bare = label ? lead.slice(name.length) : rest;
  return /\p{L}/u.test(bare) ? bare : text;
}

/** `PubMed` is one word where a name has it as one. */
const INNER_CAPITAL = /\b\p{L}+\p{Ll}\p{Lu}\p{L}*\b/gu;
/** A text without one of these has no such word. */
const MAY_JOIN = new RegExp(`${OTHER_LETTER}|[a-z][A-Z]`);

export const joinedWords = told(({ text }: Said) => joinedWordsIn(text));

export function joinedWordsIn(text: string): readonly string[] {
  if (!MAY_JOIN.test(text)) return [];
  return (text.match(INNER_CAPITAL) ?? []).map((word) => stem(word.toLowerCase()));
}
