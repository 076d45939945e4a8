/** Text measured in terminal columns: wide characters take two, combining marks none. */

const ASCII = /^[\x20-\x7e]*$/;
const NONE = /\p{Mark}/u;
const TWO =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

export function columns(text: string): number {
  if (ASCII.test(text)) return text.length;
  let total = 0;
  for (const char of text) total += columnsOf(char);
  return total;
}

function columnsOf(char: string): number {
  if (NONE.test(char)) return 0;
  return TWO.test(char) ? 2 : 1;
}

/** At most `max` columns, with an ellipsis when cut. */
export function cut(text: string, max: number): string {
  if (columns(text) <= max) return text;
  return `${take(text, Math.max(0, max - 1))}…`;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/** At most `maxLines` lines of `width` columns, broken at spaces where there are any. */
export function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < maxLines - 1 && columns(rest.slice(0, width * 2 + 1)) > width) {
    const piece = take(rest, width);
    const space = rest[piece.length] === ' ' ? piece.length : piece.lastIndexOf(' ');
    const end = space > width / 3 ? space : piece.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  lines.push(cut(rest, width));
  return lines;
}

function take(text: string, max: number): string {
  let used = 0;
  let end = 0;
  for (const char of text) {
    used += columnsOf(char);
    if (used > max) break;
    end += char.length;
  }
  return text.slice(0, end);
}
