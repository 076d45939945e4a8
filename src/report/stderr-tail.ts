/** What a dying server wrote last stands at the end of a message, and its last line is the cause: cutting keeps it. */
import { BETWEEN_LINES, splitStderr, withStderr } from '../util/stderr-lines.js';
import { safe, safeClip } from './safe-text.js';

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
  const head = withStderr(safeClip(sentence, Math.floor(max / 2)), ['… ']);
  const kept: string[] = [];
  let room = max - head.length;
  for (const line of lines.reverse()) {
    const text = safeClip(line, kept.length === 0 ? room : max);
    if (text.length > room) break;
    kept.unshift(text);
    room -= text.length + BETWEEN_LINES.length;
  }
  return head + kept.join(BETWEEN_LINES);
}
