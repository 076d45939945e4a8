/** JSON inside what a model says: the whole text, else each balanced object in it, in order. */

/** An answer has one object; a text with more braces than this is none. */
const MAX_STARTS = 50;
const MAX_LENGTH = 1_000_000;

export function findJson(text: string): unknown[] {
  const whole = parse(text.trim());
  if (whole !== undefined) return [whole.value];
  const found: unknown[] = [];
  let from = 0;
  for (let starts = 0; starts < MAX_STARTS && from < Math.min(text.length, MAX_LENGTH); starts += 1) {
    const start = text.indexOf('{', from);
    if (start < 0) break;
    const end = closing(text, start) ?? start;
    const read = parse(text.slice(start, end));
    if (read !== undefined) found.push(read.value);
    from = read === undefined ? start + 1 : end;
  }
  return found;
}

/** One past the brace that closes the one at `start`; braces inside strings do not count. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  const last = Math.min(text.length, start + MAX_LENGTH);
  for (let at = start; at < last; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parse(text: string): { value: unknown } | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
