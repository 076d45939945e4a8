/** Where the objects of a JSON text with comments begin and end, for edits that keep every other byte. */

export interface JsoncProperty {
  key: string;
  /** Of the key's opening quote. */
  start: number;
  /** Behind the token or comment before it. */
  after: number;
  /** What stands before it is a comment that ends with its line. */
  after_line_comment: boolean;
  value: JsoncValue;
  /** Of the comma after the value, when there is one. */
  comma?: number;
}

export interface JsoncValue {
  start: number;
  /** Behind the last character. */
  end: number;
  /** Set for objects. */
  properties?: JsoncProperty[];
  /** Objects: behind the last token before the closing brace, comments included. */
  filled?: number;
}

const MAX_DEPTH = 100;

/** Throws `SyntaxError` with the place. */
export function readJsoncTree(text: string): JsoncValue {
  let at = 0;
  /** Behind the last comment or token that was read. */
  let last = 0;
  let isLineComment = false;

  const fail = (what: string): never => {
    const line = text.slice(0, at).split('\n').length;
    throw new SyntaxError(`${what} at line ${line}`);
  };
  const skip = (): void => {
    for (;;) {
      const space = /[\s\ufeff]*/y;
      space.lastIndex = at;
      at += space.exec(text)![0].length;
      if (text.startsWith('//', at)) {
        const end = text.indexOf('\n', at);
        at = end < 0 ? text.length : end;
        isLineComment = true;
      } else if (text.startsWith('/*', at)) {
        const end = text.indexOf('*/', at + 2);
        if (end < 0) fail('a comment is not closed');
        at = end + 2;
        isLineComment = false;
      } else return;
      last = at;
    }
  };
  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return undefined;
    at += found.length;
    last = at;
    isLineComment = false;
    return found;
  };
  const string = (): string => {
    const found = token(/"(?:[^"\\\u0000-\u001f]|\\.)*"/y);
    return found === undefined ? fail('a key in double quotes is missing') : (JSON.parse(found) as string);
  };
  const value = (depth: number): JsoncValue => {
    if (depth > MAX_DEPTH) fail('the file is nested too deeply');
    skip();
    const start = at;
    if (token(/\{/y)) return object(start, depth);
    if (token(/\[/y)) {
      for (let first = true; ; first = false) {
        skip();
        if (token(/\]/y)) return { start, end: at };
        if (!first && !token(/,/y)) fail('a comma is missing');
        skip();
        if (!first && token(/\]/y)) return { start, end: at };
        value(depth + 1);
      }
    }
    if (!token(/"(?:[^"\\\u0000-\u001f]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y))
      fail('a value is missing');
    return { start, end: at };
  };
  const object = (start: number, depth: number): JsoncValue => {
    const properties: JsoncProperty[] = [];
    for (;;) {
      skip();
      const filled = last;
      if (token(/\}/y)) return { start, end: at, properties, filled };
      const before = properties.at(-1);
      if (before !== undefined && before.comma === undefined) fail('a comma is missing');
      const place = { start: at, after: filled, after_line_comment: isLineComment };
      const key = string();
      skip();
      if (!token(/:/y)) fail('a colon is missing');
      const property: JsoncProperty = { key, ...place, value: value(depth + 1) };
      properties.push(property);
      skip();
      if (text[at] === ',') {
        property.comma = at;
        token(/,/y);
      }
    }
  };

  const root = value(0);
  skip();
  if (at < text.length) fail('there is text after the end');
  return root;
}
