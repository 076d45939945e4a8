/**
 * What of a description is read: without comments and characters that nobody sees, links, pictures, code, rows of
 * words and lists of what a rubric asks for. Linear in the text.
 */
import { stem } from '../../../catalog/words.js';
import { isJoining } from './prose.js';
import { OTHER_LETTER } from './said.js';

/** "… of numbers max is a tool": what begins with the name is a sentence of its own. */
export function stoppedAt(name: string, text: string): string {
  if (name === '' || name.length > 100 || !text.includes(` ${name} `)) return text;
  const isWord = /^\p{Ll}+$/u.test(name);
  return text
    .split(` ${name} `)
    .map((part, i, all) => {
      if (i === 0) return part;
      const before = all[i - 1] ?? '';
      const begins = (isWord ? TELLS_OF_WORD : TELLS).test(part);
      return begins && /[\p{Ll}\d)]$/u.test(before) ? `. ${name} ${part}` : ` ${name} ${part}`;
    })
    .join('');
}

const TELLS = /^(?:is|does|can|will|has|was|makes|provides|performs|handles|helps|allows)\b/;
/** "Semantic search is chunk-level" goes on, though a tool is called `search`. */
const TELLS_OF_WORD = /^(?:(?:is|was) (?:an?|the|your|our)|makes|provides|performs|handles|helps|allows)\b/;

const FENCED = /^[ \t]*```[\s\S]*?(?:\n[ \t]*```|$(?![\s\S]))/gm;

/** Comments and characters that nobody sees are not part of what is said, and a link says nothing by itself. */
export function visibleText(text: string): string {
  return STEPS.reduce((rest, [needed, step]) => (needed.test(rest) ? step(rest) : rest), text);
}

/** What is cut, and what a text without any of it lacks: most texts have nothing that could be cut. */
const STEPS: readonly (readonly [needed: RegExp, step: (text: string) => string])[] = [
  [/</, (text) => text.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ').replace(UNSEEN, ' ')],
  // Pictures, targets of links and what is struck out are not read; code shows how, and says nothing.
  [
    /[[~]/,
    (text) =>
      text.replace(
        /!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)|^\[[^\]\n]{1,80}\]:.*$|~~[^~\n]+~~|^\[\/\/\]: # .*$/gm,
        ' ',
      ),
  ],
  [/```/, (text) => text.replace(FENCED, '\n')],
  [/\w\(/, (text) => text.replace(SIGNATURE, ' ')],
  [/[A-Za-z\d+/]{40}/, (text) => text.replace(ENCODED, ' ')],
  [/#/, (text) => text.replace(TAGS, ' ')],
  [/ly,? (?:and )?\S{2,40}ly,? /, (text) => text.replace(ADVERBS, '')],
  [/\*\*|__/, (text) => text.replace(/(\*\*|__)\s*([^*_\n]+[.!?])\1/g, '$2')],
  [
    /^[^a-z\n]{20}/m,
    (text) => text.replace(/[^\n]{20,}/g, (line) => (/\p{Ll}/u.test(line) ? line : asWritten(line))),
  ],
  [
    /[.!]\s+(?:\S+ ){0,2}\S*[.!]\s+(?:\S+ ){0,2}\S*[.!]/,
    (text) =>
      text.replace(KEYWORD_SENTENCES, (run) => (/^\p{Ll}/u.test(run) ? (run.split(/\s/, 1)[0] ?? '') : '. ')),
  ],
  [
    /https?:/,
    (text) =>
      text
        // A link ends the sentence where a capital follows.
        .replace(/\bhttps?:\/\/[^\s)>\]"'`]+(?=\s+\p{Lu})/gu, '. ')
        .replace(/\bhttps?:\/\/[^\s)>\]"'`]+/g, ' '),
  ],
  [
    /[^\x00-\x7f]/,
    (text) =>
      text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]+/gu, ''),
  ],
];

/** "Permissions. Limit 100. Errors." in any language: three and more sentences of a word or two each. */
const SHORT_SENTENCE = '(?:\\p{L}+|\\p{Lu}\\p{L}*(?:[ -]\\p{L}+|:? \\d[\\d.,]*(?: ?\\p{L}{1,3})?))[.!]';
const KEYWORD_SENTENCES = new RegExp(`(?<=\\s)(?:${SHORT_SENTENCE}\\s+){2,}${SHORT_SENTENCE}(?=\\s|$)`, 'gu');

/** `#readonly #cached #fast`, and "Automatically, securely and immediately": rows of claims. */
const TAGS = /(?:(?:^|\s)#[\p{L}\p{N}_-]{2,60}){3,}/gu;
const ADVERBS = /\b(?:\p{L}{2,20}ly,? (?:and )?){3,}/gu;

/** Nobody sees what has such a style. */
export const UNSEEN_STYLE =
  /display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|colou?r\s?[:=]\s?["']?(?:white|#fff|transparent)|\shidden\b/i;
const UNSEEN = new RegExp(
  `<(\\w{1,20})[^<>]{0,200}(?:${UNSEEN_STYLE.source})[^<>]{0,200}>[^<]*(?:</\\1>)?`,
  'gi',
);
/** `find(name: string, size: number)`: the schema again. */
const SIGNATURE =
  /\b\w{1,60}\(\s?\w{1,60}\??\s?:\s?[\w[\]|<>]{1,40}(?:\s?,\s?\w{1,60}\??\s?:\s?[\w[\]|<>]{1,40}){0,40}\s?\)/g;

/** What only a decoder reads. */
const ENCODED =
  /(?<![\w/.:-])(?=[A-Za-z+/]*\d)(?=[a-z\d+/]*[A-Z])(?!\S*\/[a-z]{3,}\/)[A-Za-z\d+/]{40,}={0,2}(?![\w/.:-])/g;

/** A line in capitals, as it would be written without them. */
function asWritten(line: string): string {
  return line.toLowerCase().replace(/(?:^|[.!?]\s+)[^\p{L}]*\p{L}/gu, (start) => start.toUpperCase());
}

/** Ten words and more in a row with nothing that joins them; "Don't" is no end of one. */
const WORD_ROW = /(?:(?<![\p{L}\p{N}_])[\p{L}\p{N}]+,? ){9,}[\p{L}\p{N}]+(?![\p{L}\p{N}]|['’]\p{L})/gu;

/** No row without words of three letters and more, which may not join. */
const MAY_BE_ROW = new RegExp(`${OTHER_LETTER}|\\b(?:[A-Za-z\\d]{3,},? ){7}[A-Za-z\\d]{3}`);

/** Fewer words before a row are no sentence either. */
const FEW_LEFT = 3;

/** Cuts rows of words that no small word joins to a sentence. */
export function withoutWordRows(text: string): string {
  if (!MAY_BE_ROW.test(text)) return text;
  return text.replace(WORD_ROW, (row) => {
    const words = row.split(' ');
    const joined = (from: number): number =>
      words.findIndex((word, i) => i >= from && isJoining(word.toLowerCase().replace(',', '')));
    let start = 0;
    for (let small = joined(0); small >= 0 && small - start < IN_A_ROW + 4; small = joined(small + 1))
      start = small + 1;
    return words.length - start >= IN_A_ROW + 4 && joined(start) < 0
      ? `${words.slice(0, Math.max(start < FEW_LEFT ? 0 : start + 1, firstOfList(words))).join(' ')}.`
      : row;
  });
}

/** How many words there are up to the first comma: "Get the block number, gas used, fees …" says what it gets. */
function firstOfList(words: readonly string[]): number {
  const at = words.findIndex((word) => word.endsWith(','));
  return at < OPENING ? at + 1 : 0;
}
const OPENING = 6;

/** Words that name what a rubric asks for; several of them in a row are no sentence. */
const ASKED_FOR = new Set(
  'permissions permission limits limit errors error timeout timeouts returns return rate authentication auth default defaults read only idempotent destructive pagination cached cache retries retry quota when to use behaviour behavior usage parameters purpose examples notes raises args side effects security warning warnings required optional credentials prerequisites constraints limitations alternatives guidelines performance cost'.split(
    ' ',
  ),
);
export const ASKED_TERMS = new Set([...ASKED_FOR].map(stem));
const IN_A_ROW = 4;
/** Several of them with nothing but marks between. */
const MAY_BE_LIST = new RegExp(
  `${OTHER_LETTER}|(?<![A-Za-z\\d])(?:${[...ASKED_FOR].join('|')})(?:[^A-Za-z\\d]{1,8}(?:${[...ASKED_FOR].join('|')})){${IN_A_ROW - 1}}`,
  'i',
);
/** Part of "when to use" and "read only", and no word of such a list by themselves. */
const LEADING_OVER = new Set(['when', 'to', 'only']);

/** Cuts runs of such words, whatever marks stand between them. */
export function withoutKeywordLists(text: string): string {
  if (!MAY_BE_LIST.test(text)) return text;
  let [start, end, count] = [-1, 0, 0];
  const cuts: [number, number][] = [];
  const close = (): void => {
    if (count >= IN_A_ROW) cuts.push([start, end]);
    [start, count] = [-1, 0];
  };
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const between = start < 0 ? '' : text.slice(end, match.index);
    const word = match[0].toLowerCase();
    if (!ASKED_FOR.has(word) || between.length > 8) close();
    if (!ASKED_FOR.has(word)) continue;
    if (start < 0) start = match.index;
    end = match.index + match[0].length;
    if (!LEADING_OVER.has(word)) count += 1;
  }
  close();
  return cuts.reduceRight((rest, [from, to]) => `${rest.slice(0, from)}\n\n${rest.slice(to)}`, text);
}
