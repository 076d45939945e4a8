/** What a dying server wrote last, at the end of a message: how it is put there, and taken apart again to be shown. */

const MARK = ' Last lines on stderr: ';
export const BETWEEN_LINES = ' | ';

export function withStderr(sentence: string, lines: readonly string[]): string {
  return `${sentence}${MARK}${lines.join(BETWEEN_LINES)}`;
}

/** The message without the lines, and the lines in order; none where there are none. */
export function splitStderr(message: string): { sentence: string; lines: string[] } {
  const at = message.indexOf(MARK);
  if (at < 0) return { sentence: message, lines: [] };
  return { sentence: message.slice(0, at), lines: message.slice(at + MARK.length).split(BETWEEN_LINES) };
}
