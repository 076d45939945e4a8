/**
 * A description without what is only wrapped around it. How a text is set says nothing of the tool: JSON, elements,
 * comments of code, quotation marks, wide spaces and letters that only look different are taken off first.
 */
import { isObject } from '../../../util/plain.js';
import { UNSEEN_STYLE } from './visible.js';

/** A longer text is read as it stands. */
const LONGEST = 200_000;
const DEEPEST = 8;

export function unwrapped(text: string): string {
  if (text.length > LONGEST) return text;
  return withoutQuotes(
    withoutBold(withoutMargin(withoutElements(fromJson(plainLetters(text).trim())))),
  ).trim();
}

/** White space that is wider, and letters that compatibility forms stand for. */
function plainLetters(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text;
  const spaced = text.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+ ?/g, ' ');
  return /[\ufb00-\ufb06\uff01-\uff5e]|[\ud835\ud83c][\udc00-\udfff]/.test(spaced)
    ? spaced.replace(/[\ufb00-\ufb06\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f110}-\u{1f149}]+/gu, (letters) =>
        letters.normalize('NFKC'),
      )
    : spaced;
}

/** The texts of a JSON value; the keys only name them. */
function fromJson(text: string): string {
  if (!['{}', '[]', '""'].includes(`${text[0]}${text.at(-1)}`)) return text;
  try {
    return textsIn(JSON.parse(text), 0).join('\n\n') || text;
  } catch {
    return text;
  }
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth >= DEEPEST) return [];
  if (!Array.isArray(value) && !isObject(value)) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}

/** Elements that are opened and closed; `<id>` alone stands for something. */
function withoutElements(text: string): string {
  if (!text.includes('</')) return text;
  const closed = new Set([...text.matchAll(/<\/(\w[\w-]{0,30})\s?>/g)].map((match) => match[1]));
  // A line break that is written out would else stick to the word behind it.
  const element = /(\\[nrt])?<(\/?)(\w[\w-]{0,30})(?:\s[^<>]{0,200})?>/g;
  return text.replace(element, (tag, escaped: string | undefined, slash: string, name: string) => {
    if (!closed.has(name) || UNSEEN_STYLE.test(tag)) return tag;
    return escaped === undefined && slash === '' ? '' : '\n';
  });
}

/** Marks that every line begins with: `>`, `*`, `//`, `#`, with the ends of a comment around them. */
function withoutMargin(text: string): string {
  if (!/^\s*[>*/#;|%-]/.test(text) && !text.endsWith('*/')) return text;
  const body = text.replace(/^\/\*+\s*\n?/, '').replace(/\n?\s*\*+\/$/, '');
  const lines = body.split('\n');
  const mark = /^\s*(>|\*|-|\/\/+|#+|;+|\||%)(?=\s|$)/;
  const told = lines.filter((line) => line.trim() !== '');
  const first = mark.exec(told[0] ?? '')?.[1];
  if (first === undefined || (told.length < 2 && body === text && !/^[>#]/.test(first))) return body;
  if (told.some((line) => mark.exec(line)?.[1] !== first)) return body;
  return lines.map((line) => line.replace(mark, '').replace(/^ /, '')).join('\n');
}

/** A whole sentence in bold is a sentence; a few words in bold may be a heading. */
function withoutBold(text: string): string {
  if (!text.includes('**')) return text;
  return text.replace(/(?<![^\s])\*\*([^*]{1,2000}?[.!?])\*\*(?![^\s])/g, '$1');
}

const QUOTES = ['""', '““', '“”', "''", '‘’', '``', '«»', '()', '[]'];

function withoutQuotes(text: string): string {
  const ends = `${text[0] ?? ''}${text.at(-1) ?? ''}`;
  const inner = text.slice(1, -1);
  const isAround = QUOTES.includes(ends) && !inner.includes(ends[0]!) && !inner.includes(ends[1]!);
  return isAround && inner.trim() !== '' ? inner : text;
}
