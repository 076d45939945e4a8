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
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (/^\s*(#|$)/.test(line)) continue;
    const found = ASSIGNMENT.exec(line);
    if (!found) {
      out.problems.push({ line: at + 1, message: 'this is not NAME=value' });
      continue;
    }
    const start = at;
    const rest = line.slice(found[0].length);
    const quote = rest[0] === '"' || rest[0] === "'" ? rest[0] : undefined;
    if (!quote) {
      out.values[found[1]!] = bare(rest);
      continue;
    }
    const parts = [rest.slice(1)];
    let end = closing(parts[0]!, quote);
    while (end < 0 && at + 1 < lines.length) {
      at += 1;
      parts.push(lines[at]!);
      end = closing(lines[at]!, quote);
    }
    const last = parts.pop()!;
    if (end < 0) {
      out.problems.push({ line: start + 1, message: `the ${quote} is not closed` });
      break;
    }
    if (!/^\s*(#.*)?$/.test(last.slice(end + 1)))
      out.problems.push({ line: at + 1, message: `there is text after the closing ${quote}` });
    else out.values[found[1]!] = quoted([...parts, last.slice(0, end)].join('\n'), quote);
  }
  return out;
}

/** A `#` begins a comment only after a space, so that a colour or a fragment survives. */
function bare(text: string): string {
  const comment = /(^|\s)#/.exec(text);
  return (comment ? text.slice(0, comment.index) : text).trim();
}

function closing(text: string, quote: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && quote === '"') i += 1;
    else if (text[i] === quote) return i;
  }
  return -1;
}

function quoted(text: string, quote: string): string {
  if (quote === "'") return text;
  return text.replace(/\\([nrt"\\$])/g, (_, char: string) => ESCAPES[char]!);
}
