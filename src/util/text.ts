/**
 * Text from servers is hostile until shown otherwise. These functions make it safe to print: control
 * characters, escape sequences, bidi overrides and other invisible characters become visible.
 */

// C0 but tab and newline, DEL and C1, zero-width and bidi controls, line separators, fillers,
// variation selectors supplement, tag block, BOM.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

function escapeChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x0d) return '\\r';
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Nothing but printable ASCII, as most texts: there is nothing to make visible in it. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Every hidden character in a visible form; tabs and newlines stay. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, escapeChar);
}

/** As `visible`, and on one line: newlines and tabs become `\n` and `\t`. */
export function oneLine(text: string): string {
  return PLAIN.test(text) ? text : visible(text).replace(/\n/g, '\\n').replace(/\t/g, '\\t');
}

/** At most `max` characters, never half a surrogate pair, with an ellipsis when cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** `1 test`, `2 tests`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

const MOST_SHOWN = 160;

/** A value from a server inside a sentence of ours: short, on one line, and never a reason to throw. */
export function show(value: unknown): string {
  try {
    return clip(oneLine((JSON.stringify(value) ?? 'nothing').slice(0, 4 * MOST_SHOWN)), MOST_SHOWN);
  } catch {
    return 'a value nested too deep to show';
  }
}

/** How many sentences are kept: those of the tools of a server, and what servers say again and again. */
export const MOST_SENTENCES = 4096;

/** Work on texts that come again soon: of the last few it is kept what came out, which nobody may change. */
export function remembered<T>(most: number, work: (text: string) => T): (text: string) => T {
  let kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    // Not cleared: V8 links the room of a map that is cleared to its next one, and all of them would outlive each other.
    if (kept.size >= most) kept = new Map();
    const made = work(text);
    kept.set(text, made);
    return made;
  };
}
