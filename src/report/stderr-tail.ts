/** Of what a dying server wrote last, the last line is the cause: cutting keeps it. */
import type { Check, Reason } from '../types/verdict.js';
import { BETWEEN_LINES, fullMessage } from '../util/full-message.js';
import { safe, safeClip } from './text/safe-text.js';

/** The last ones; where these only detail a line before them, as Node's `code:` and `}` do an error, from that line on. */
export function tellingLines(lines: readonly string[], most: number): string[] {
  const cause = lines.findLastIndex((line) => !/^(?:\s|[}\])]*$)/.test(line));
  const from = Math.min(Math.max(0, cause), Math.max(0, lines.length - most));
  return lines.slice(from, from + most);
}

/** The whole text, safe and at most `max` characters; where lines of stderr must go, the first go first. */
export function clipMessage(reason: Reason & Pick<Check, 'because'>, max: number): string {
  const { message, stderr = [] } = reason;
  const whole = fullMessage(reason);
  if (stderr.length === 0 || safe(whole).length <= max) return safeClip(whole, max);
  const head = fullMessage({ message: safeClip(message, Math.floor(max / 2)), stderr: ['… '] });
  const kept: string[] = [];
  let room = max - head.length;
  for (const line of stderr.toReversed()) {
    const text = safeClip(line, kept.length === 0 ? room : max);
    if (text.length > room) break;
    kept.unshift(text);
    room -= text.length + BETWEEN_LINES.length;
  }
  return head + kept.join(BETWEEN_LINES);
}
