/** What a dying server wrote last stands at the end of a message, and its last line is the cause: cutting keeps it. */
import { safe, safeClip } from './safe-text.js';

const MARK = ' Last lines on stderr: ';
const BETWEEN = ' | ';

/** The message without the lines, and the lines in order; none where there are none. */
export function splitStderr(message: string): { sentence: string; lines: string[] } {
  const at = message.indexOf(MARK);
  if (at < 0) return { sentence: message, lines: [] };
  return { sentence: message.slice(0, at), lines: message.slice(at + MARK.length).split(BETWEEN) };
}

/** The last ones; where these only detail a line before them, as Node's `code:` and `}` do an error, from that line on. */
export function tellingLines(lines: string[], most: number): string[] {
  const cause = lines.findLastIndex((line) => !/^(?:\s|[}\])]*$)/.test(line));
  const from = Math.min(Math.max(0, cause), Math.max(0, lines.length - most));
  return lines.slice(from, from + most);
}

/** Safe and at most `max` characters; where lines of stderr must go, the first go first. */
export function clipMessage(message: string, max: number): string {
  const { sentence, lines } = splitStderr(message);
  if (lines.length === 0 || safe(message).length <= max) return safeClip(message, max);
  const head = `${safeClip(sentence, Math.floor(max / 2))}${MARK}… `;
  const kept: string[] = [];
  let room = max - head.length;
  for (const line of lines.reverse()) {
    const text = safeClip(line, kept.length === 0 ? room : max);
    if (text.length > room) break;
    kept.unshift(text);
    room -= text.length + BETWEEN.length;
  }
  return head + kept.join(BETWEEN);
}
