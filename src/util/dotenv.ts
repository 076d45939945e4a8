/**
 * Reads `.env` text: `NAME=value` lines, `export` before them, `#` comments, single and double quotes over
 * several lines, `\n`, `\t`, `\"` and the like in double quotes. Nothing is expanded or run. What cannot be
 * read is told with its line.
 */

export interface Dotenv {
  values: Record<string, string>;
  problems: { line: number; message: string }[];
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' };

export function parseDotenv(text: string): Dotenv {
  const out: Dotenv = { values: Object.create(null) as Record<string, string>, problems: [] };
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries();
  for (const [at, line] of lines) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [start, name] = ASSIGNMENT.exec(line) ?? [];
    if (start === undefined || name === undefined) {
      out.problems.push({ line: at + 1, message: 'this is not NAME=value' });
      continue;
    }
    const rest = line.slice(start.length);
    const quote = /^["']/.exec(rest)?.[0];
    const value = quote === undefined ? unquoted(rest) : readQuoted(rest.slice(1), quote, lines);
    if (typeof value === 'string') out.values[name] = value;
    else out.problems.push({ line: at + 1 + value.linesBelow, message: value.problem });
  }
  return out;
}

/** A `#` begins a comment only after a space, so that a colour or a fragment survives. */
function unquoted(text: string): string {
  const comment = /(^|\s)#/.exec(text);
  return (comment ? text.slice(0, comment.index) : text).trim();
}

/** The text between the quotes; it takes the lines `below` that it runs over. */
function readQuoted(
  first: string,
  quote: string,
  below: Iterator<[number, string]>,
): string | { problem: string; linesBelow: number } {
  const parts: string[] = [];
  let last = first;
  let end = closing(last, quote);
  while (end < 0) {
    const next = below.next();
    if (next.done) return { problem: `the ${quote} is not closed`, linesBelow: 0 };
    parts.push(last);
    last = next.value[1];
    end = closing(last, quote);
  }
  if (!/^\s*(#.*)?$/.test(last.slice(end + 1)))
    return { problem: `there is text after the closing ${quote}`, linesBelow: parts.length };
  return unescaped([...parts, last.slice(0, end)].join('\n'), quote);
}

function closing(text: string, quote: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && quote === '"') i += 1;
    else if (text[i] === quote) return i;
  }
  return -1;
}

function unescaped(text: string, quote: string): string {
  if (quote === "'") return text;
  return text.replace(/\\([nrt"\\$])/g, (_, char: string) => ESCAPES[char] ?? char);
}
