/** A walk through plain YAML, character by character: texts, numbers, ends of lines. `plain-yaml.ts` puts them together. */

/** Thrown where something else is written, or something is wrong. */
export const NOT_PLAIN = new Error('not plain YAML');

/** Tabs, carriage returns, byte order marks, and spaces and line ends of other kinds. */
export const UNUSUAL =
  /[\x00-\x09\x0b-\x1f\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f\u3000\ufeff]/;
/** In a line of a block, and inside `{ }` and `[ ]`. */
export const BLOCK_TEXT = /(?:[^\n\-?:,[\]{}#&*!|>'"%@` ]|-(?=[^\n ]))(?:[^\n:#]|:(?=[^\n ])|(?<! )#)*/y;
export const FLOW_TEXT =
  /(?:[^\n\-?:,[\]{}#&*!|>'"%@` ]|-(?=[^\n ,[\]{}]))(?:[^\n:#,[\]{}]|:(?=[^\n ,[\]{}]))*/y;
const SPACES = / */y;
const END_OF_LINE = / *(?:(?<= )#[^\n]*)?(?:\n|$)/y;
const NO_CONTENT = /(?: *(?:#[^\n]*)?(?:\n|$))*/y;
const DOUBLE = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SINGLE = /'(?:[^'\n]|'')*'/y;
const BELOW = /[|>]-?\n +/y;
const SIMPLE_NUMBER = /^-?\d{1,15}(?:\.\d+)?$/;
const NUMBER =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;
const WORDS = new Map<string, boolean | null>();
for (const word of ['~', 'null', 'Null', 'NULL']) WORDS.set(word, null);
for (const word of ['true', 'True', 'TRUE']) WORDS.set(word, true);
for (const word of ['false', 'False', 'FALSE']) WORDS.set(word, false);

export class PlainScan {
  at = 0;
  /** Of the content at `at`, after a line was ended; -1 at the end of the text. */
  column = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.#toContent();
  }

  isOneOf(signs: string): boolean {
    return this.at < this.text.length && signs.includes(this.text[this.at]!);
  }

  isDash(): boolean {
    return this.text[this.at] === '-' && this.text[this.at + 1] === ' ';
  }

  take(pattern: RegExp): string {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) throw NOT_PLAIN;
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  skipSpaces(): void {
    this.take(SPACES);
  }

  /** Further lines in brackets stand to the right of what the brackets are in. */
  skipInFlow(column: number): void {
    this.skipSpaces();
    if (!this.isOneOf('\n')) return;
    this.at += 1;
    const indent = this.take(SPACES).length;
    if (indent <= column || this.isOneOf('\n#')) throw NOT_PLAIN;
  }

  /** Past a comment, to the next line that says something. */
  endLine(): void {
    this.take(END_OF_LINE);
    this.#toContent();
  }

  #toContent(): void {
    this.take(NO_CONTENT);
    const indent = this.take(SPACES).length;
    this.column = this.at === this.text.length ? -1 : indent;
    if (this.column === 0 && /^(?:---|\.\.\.)/.test(this.text.slice(this.at, this.at + 3))) throw NOT_PLAIN;
  }

  /** Text in quotes; undefined where there are none. */
  quoted(): string | undefined {
    if (this.isOneOf('"')) {
      const found = this.take(DOUBLE);
      return found.includes('\\') ? (JSON.parse(found) as string) : found.slice(1, -1);
    }
    return this.isOneOf("'") ? this.take(SINGLE).slice(1, -1).replaceAll("''", "'") : undefined;
  }

  scalar(pattern: RegExp): string | number | boolean | null {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const text = this.take(pattern).trimEnd();
    const word = WORDS.get(text);
    if (word !== undefined) return word;
    if (SIMPLE_NUMBER.test(text)) return Number(text);
    if (NUMBER.test(text)) throw NOT_PLAIN;
    return text;
  }

  /** `|` or `>`, and the lines below, which stand to the right of a column. */
  textBelow(column: number): string {
    const head = this.take(BELOW);
    const margin = head.slice(head.indexOf('\n') + 1);
    if (margin.length <= column) throw NOT_PLAIN;
    this.at -= margin.length;
    const lines: string[] = [];
    while (this.at < this.text.length) {
      const end = this.text.indexOf('\n', this.at);
      if (end < 0) throw NOT_PLAIN;
      const line = this.text.slice(this.at, end);
      if (line !== '' && !line.startsWith(margin)) break;
      if (line !== '' && line.trim() === '') throw NOT_PLAIN;
      lines.push(line.slice(margin.length));
      this.at = end + 1;
    }
    while (lines.at(-1) === '') lines.pop();
    this.#toContent();
    const isFolded = head.startsWith('>');
    if (isFolded && lines.some((line) => line === '' || line.startsWith(' '))) throw NOT_PLAIN;
    return `${lines.join(isFolded ? ' ' : '\n')}${head[1] === '-' ? '' : '\n'}`;
  }
}
