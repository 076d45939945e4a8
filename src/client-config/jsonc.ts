/** JSON as editors keep it: `//` and block comments, and a comma after the last entry. Linear. */

/** Throws `SyntaxError` as `JSON.parse` does. */
export function parseJsonc(text: string): unknown {
  return JSON.parse(plainJson(text.replace(/^\ufeff/, '')));
}

/** Strings are kept as they are; of the rest only comments and trailing commas go. */
function plainJson(text: string): string {
  const token = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,/g;
  const out: string[] = [];
  let copied = 0;
  let comma = -1;
  const copyTo = (end: number): void => {
    const between = text.slice(copied, end);
    if (/\S/.test(between)) {
      if (comma >= 0 && /^\s*[\]}]/.test(between)) out[comma] = '';
      comma = -1;
    }
    out.push(between);
  };
  for (const match of text.matchAll(token)) {
    copyTo(match.index);
    copied = match.index + match[0].length;
    if (match[0].startsWith('/')) continue;
    out.push(match[0]);
    comma = match[0] === ',' ? out.length - 1 : -1;
  }
  copyTo(text.length);
  return out.join('');
}
