/**
 * As much TOML as settings files of command line tools hold: tables, dotted and quoted keys, strings of
 * all four kinds, numbers, booleans, arrays and inline tables. Dates stay text. What cannot be read throws
 * `SyntaxError` with its line. Tables have no prototype.
 */

type Table = Record<string, unknown>;

export function parseToml(text: string): Table {
  return new Reader(text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n')).document();
}

const BARE = /[A-Za-z0-9_-]+/y;
const NUMBER =
  /[+-]?(?:inf|nan|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)(?![\d:T-])/y;
const OTHER = /[^\s,\]}#]+/y;
const ESCAPES: Record<string, string> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
};
const MAX_DEPTH = 64;

function add(table: Table, key: string): Table {
  const fresh: Table = Object.create(null);
  table[key] = fresh;
  return fresh;
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): Table {
    const root: Table = Object.create(null);
    let current = root;
    for (;;) {
      this.skip(true);
      if (this.at >= this.text.length) return root;
      if (this.eat('[')) {
        const many = this.eat('[');
        const path = this.keys();
        if (!this.eat(']') || (many && !this.eat(']'))) throw this.wrong('a ] is missing');
        current = this.open(root, path, many);
      } else this.pair(current);
      this.skip(false);
      if (this.at < this.text.length && !this.eat('\n'))
        throw this.wrong('there is more on the line than belongs there');
    }
  }

  private pair(table: Table): void {
    const path = this.keys();
    this.skip(false);
    if (!this.eat('=')) throw this.wrong('a = is missing');
    this.skip(false);
    const last = path.pop()!;
    const owner = this.open(table, path, false);
    if (Object.hasOwn(owner, last)) throw this.wrong(`${last} is there twice`);
    owner[last] = this.value();
  }

  private open(root: Table, path: string[], many: boolean): Table {
    let table = root;
    for (const [i, key] of path.entries()) {
      const inner = table[key];
      if (many && i === path.length - 1) {
        const fresh: Table = Object.create(null);
        if (Array.isArray(inner)) inner.push(fresh);
        else if (inner === undefined) table[key] = [fresh];
        else throw this.wrong(`${key} is no list of tables`);
        return fresh;
      }
      if (inner === undefined) table = add(table, key);
      else if (Array.isArray(inner)) table = inner.at(-1) as Table;
      else if (typeof inner === 'object' && inner !== null) table = inner as Table;
      else throw this.wrong(`${key} is no table`);
    }
    return table;
  }

  private keys(): string[] {
    const path: string[] = [];
    do {
      this.skip(false);
      path.push(this.key());
      this.skip(false);
    } while (this.eat('.'));
    return path;
  }

  private key(): string {
    const char = this.text[this.at];
    if (char === '"' || char === "'") return this.string();
    const found = this.match(BARE);
    if (found === undefined) throw this.wrong('a name is missing');
    return found;
  }

  private value(): unknown {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw this.wrong('it is nested too deep');
    try {
      const char = this.text[this.at];
      if (char === '"' || char === "'") return this.string();
      if (char === '[') return this.array();
      if (char === '{') return this.inline();
      const number = this.match(NUMBER);
      if (number !== undefined) return Number(number.replace(/_/g, '').replace('inf', 'Infinity'));
      const word = this.match(OTHER);
      if (word === undefined) throw this.wrong('a value is missing');
      return word === 'true' ? true : word === 'false' ? false : word;
    } finally {
      this.depth -= 1;
    }
  }

  private array(): unknown[] {
    const out: unknown[] = [];
    this.at += 1;
    for (;;) {
      this.skip(true);
      if (this.eat(']')) return out;
      out.push(this.value());
      this.skip(true);
      if (!this.eat(',') && this.text[this.at] !== ']') throw this.wrong('a ] is missing');
    }
  }

  private inline(): Table {
    const out: Table = Object.create(null);
    this.at += 1;
    for (;;) {
      this.skip(true);
      if (this.eat('}')) return out;
      this.pair(out);
      this.skip(true);
      if (!this.eat(',') && this.text[this.at] !== '}') throw this.wrong('a } is missing');
    }
  }

  private string(): string {
    const quote = this.text[this.at]!;
    const fence = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    this.at += fence.length;
    if (fence.length === 3) this.eat('\n');
    const parts: string[] = [];
    for (let from = this.at; ; ) {
      const char = this.text[this.at];
      if (char === undefined || (char === '\n' && fence.length === 1))
        throw this.wrong(`the ${fence} is not closed`);
      if (this.text.startsWith(fence, this.at)) {
        parts.push(this.text.slice(from, this.at));
        this.at += fence.length;
        return parts.join('');
      }
      if (char === '\\' && quote === '"') {
        parts.push(this.text.slice(from, this.at), this.escape());
        from = this.at;
      } else this.at += 1;
    }
  }

  private escape(): string {
    const long = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(\s*\n\s*))/y;
    long.lastIndex = this.at;
    const found = long.exec(this.text);
    if (found) {
      this.at = long.lastIndex;
      const code = Number.parseInt(found[1] ?? found[2] ?? found[3] ?? '', 16);
      return found[4] !== undefined ? '' : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    }
    const plain = ESCAPES[this.text[this.at + 1] ?? ''];
    if (plain === undefined) throw this.wrong('there is no such escape');
    this.at += 2;
    return plain;
  }

  /** Past spaces and comments, and past line ends where they mean nothing. */
  private skip(lines: boolean): void {
    const space = lines ? /(?:\s|#[^\n]*)*/y : /[ \t]*(?:#[^\n]*)?/y;
    space.lastIndex = this.at;
    space.exec(this.text);
    this.at = space.lastIndex;
  }

  private eat(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private wrong(message: string): SyntaxError {
    const line = this.text.slice(0, this.at).split('\n').length;
    return new SyntaxError(`line ${line}: ${message}`);
  }
}
