/** One table of a TOML text, set or removed with the tables below it; every other line stays as it was. */

/** A table such as `[mcp_servers.mcptest]`; `lines` are what stands in it. */
export function setTable(text: string, path: readonly string[], lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = [`[${path.map(tomlKey).join('.')}]`, ...lines].join(eol);
  const found = tableRange(text, path);
  if (found === undefined) {
    return `${text}${blankLineAfter(text, eol)}${table}${eol}`;
  }
  const old = text.slice(found.start, found.end);
  const rest = /\s*$/.exec(old)?.[0] || eol;
  return text.slice(0, found.start) + table + rest + text.slice(found.end);
}

/** What is missing for a blank line between the text and the table. */
function blankLineAfter(text: string, eol: string): string {
  if (text === '' || text.endsWith(eol + eol)) return '';
  return text.endsWith('\n') ? eol : eol + eol;
}

export function removeTable(text: string, path: readonly string[]): string {
  let out = text;
  for (let found = tableRange(out, path); found !== undefined; found = tableRange(out, path)) {
    const before = out.slice(0, found.start);
    const after = out.slice(found.end);
    // The blank line that parted it from its neighbour goes along.
    out = (after === '' ? before.replace(/(\r?\n)\s*$/, '$1') : before) + after;
  }
  return out;
}

/** From the header of the table to the next header that is not below it. */
function tableRange(text: string, path: readonly string[]): { start: number; end: number } | undefined {
  let start: number | undefined;
  for (const { offset, header } of headers(text)) {
    const below = path.every((part, at) => header[at] === part);
    if (start === undefined && below) start = offset;
    else if (start !== undefined && !below) return { start, end: offset };
  }
  return start === undefined ? undefined : { start, end: text.length };
}

/** Every `[header]` that begins a line and stands in no multi-line string or list. */
function headers(text: string): { offset: number; header: string[] }[] {
  const out: { offset: number; header: string[] }[] = [];
  let depth = 0;
  const token =
    /^[^\S\n]*\[\[?[^\n]*?\]\]?[^\S\r\n]*(?=#|\r?$)|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]/gm;
  for (const { 0: found, index } of text.matchAll(token)) {
    const isHeader = /^\s*\[/.test(found) && found.length > 1;
    if (isHeader && depth === 0) out.push({ offset: index, header: keyPath(found) });
    else if (isHeader) depth += count(found, '[') - count(found, ']');
    else if (found === '[' || found === '{') depth += 1;
    else if (found === ']' || found === '}') depth -= 1;
  }
  return out;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function keyPath(header: string): string[] {
  const inner = header.trim().replace(/^\[\[?|\]\]?$/g, '');
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, basic, literal, bare]) => basic ?? literal ?? bare ?? '',
  );
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}
