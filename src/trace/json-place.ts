/**
 * Where in a JSON text something stands: the place of a pointer, and the first place at which a text
 * stops being JSON. Only used once an error is certain, so clear beats fast; neither function recurses,
 * so depth cannot break them. Engines word and place their own errors differently, hence this one.
 */

export interface LineColumn {
  line: number;
  column: number;
}

export function lineColumn(text: string, offset: number): LineColumn {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The offset of the value at `path` in a valid JSON text; the deepest value reached when it ends early. */
export function offsetOf(text: string, path: readonly (string | number)[]): number {
  let at = skipSpace(text, 0);
  for (const part of path) {
    const found = text[at] === '{' ? member(text, at, String(part)) : element(text, at, Number(part));
    if (found === undefined) return at;
    at = found;
  }
  return at;
}

function member(text: string, open: number, key: string): number | undefined {
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const end = endOfString(text, at);
    const name = JSON.parse(text.slice(at, end)) as string;
    at = skipSpace(text, skipSpace(text, end) + 1);
    if (name === key) return at;
    at = nextItem(text, at);
  }
  return undefined;
}

function element(text: string, open: number, index: number): number | undefined {
  if (text[open] !== '[') return undefined;
  let at = skipSpace(text, open + 1);
  for (let i = 0; i < index && at < text.length; i += 1) at = nextItem(text, at);
  return at < text.length && text[at] !== ']' ? at : undefined;
}

/** From the start of a value to the start of the next one in the same object or array. */
function nextItem(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === ',' && depth === 0) return skipSpace(text, at + 1);
  }
  return text.length;
}

const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

type Want = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'nothing';

/** Where the reading of a JSON text has come to. */
interface Reading {
  at: number;
  want: Want;
  /** The brackets that close what is open. */
  open: string[];
}

/** The offset at which a text that is not JSON goes wrong; its length when it ends too early. */
export function brokenAt(text: string): number {
  const reading: Reading = { at: 0, want: 'value', open: [] };
  for (;;) {
    reading.at = skipSpace(text, reading.at);
    const char = text[reading.at];
    if (char === undefined || reading.want === 'nothing') return reading.at;
    const step = stepFor(reading, char);
    const broken = step(reading, text, char);
    if (broken !== undefined) return broken;
  }
}

/** Goes on behind what stands here, or gives the offset of what is wrong. */
type Step = (reading: Reading, text: string, char: string) => number | undefined;

function stepFor({ want, open }: Reading, char: string): Step {
  if ((char === '}' || char === ']') && open.at(-1) === char) return closeBracket;
  if (want === 'comma' || want === 'colon') return readSeparator;
  if (char === '"') return readString;
  if (want === 'key' || want === 'first-key') return ({ at }) => at;
  return char === '{' || char === '[' ? openBracket : readWord;
}

function afterValue({ open }: Reading): Want {
  return open.length === 0 ? 'nothing' : 'comma';
}

const closeBracket: Step = (reading) => {
  const { want, at } = reading;
  if (want !== 'comma' && want !== 'first-key' && want !== 'first-value') return at;
  reading.open.pop();
  reading.at += 1;
  reading.want = afterValue(reading);
  return undefined;
};

const readSeparator: Step = (reading, _text, char) => {
  const { want, open, at } = reading;
  if (char !== (want === 'comma' ? ',' : ':')) return at;
  reading.at += 1;
  reading.want = want === 'comma' && open.at(-1) === '}' ? 'key' : 'value';
  return undefined;
};

const readString: Step = (reading, text) => {
  const end = endOfString(text, reading.at, true);
  if (end < 0) return -end;
  reading.at = end;
  const isKey = reading.want === 'key' || reading.want === 'first-key';
  reading.want = isKey ? 'colon' : afterValue(reading);
  return undefined;
};

const openBracket: Step = (reading, _text, char) => {
  reading.open.push(char === '{' ? '}' : ']');
  reading.at += 1;
  reading.want = char === '{' ? 'first-key' : 'first-value';
  return undefined;
};

const readWord: Step = (reading, text) => {
  WORD.lastIndex = reading.at;
  if (!WORD.test(text)) return reading.at;
  reading.at = WORD.lastIndex;
  reading.want = afterValue(reading);
  return undefined;
};

/** The offset after the closing quote. With `strict`, the negated offset of what is wrong in the string. */
function endOfString(text: string, start: number, strict = false): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (strict && code < 0x20) return -at;
    if (code !== 0x5c) continue;
    at += 1;
    if (!strict || at >= text.length) continue;
    const letter = text.charAt(at);
    if (letter === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) return -at;
    } else if (!'"\\/bfnrt'.includes(letter)) return -at;
  }
  return strict ? -text.length : text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}
