/**
 * Rewrites a JavaScript regular expression so that RE2 gives the same yes or no. Whatever has no exact
 * counterpart (look-around, back-references, odd legacy escapes) yields `undefined`; nothing is
 * approximated. The pattern must be one that the `RegExp` constructor accepts.
 *
 * Without the `u` flag JavaScript matches UTF-16 units, RE2 code points. So surrogates are moved to
 * the private plane 16, one code point a unit, in the pattern here and in the text by `unitsOf`.
 */

export interface RegexFlags {
  i: boolean;
  m: boolean;
  s: boolean;
  u: boolean;
}

const ANY = '[\\x00-\\x{10ffff}]';
const NONE = '[^\\x00-\\x{10ffff}]';
const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NOT_SPACE =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const CONTROLS = new Map(Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13 }));
const CATEGORY = /\{(?:[LMNPSZ]|L[ulto]|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp])\}/y;
const COUNT = /\{\d+(?:,\d*)?\}/y;
const SHIFT = 0x100000;

class NoCounterpart extends Error {}

function refuse(): never {
  throw new NoCounterpart();
}

/** The text as RE2 must see it when the pattern has no `u` flag. */
export function unitsOf(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, (unit) => String.fromCodePoint(unit.charCodeAt(0) + SHIFT));
}

export function toRe2(pattern: string, flags: RegexFlags): string | undefined {
  try {
    return new Translator(pattern, flags).translate();
  } catch (error) {
    if (error instanceof NoCounterpart) return undefined;
    throw error;
  }
}

/** One member of a character class: a code point, or a ready-made set such as `\d`. */
type Member = number | string;

class Translator {
  private at = 0;

  constructor(
    private readonly pattern: string,
    private readonly flags: RegexFlags,
  ) {}

  translate(): string {
    const out: string[] = this.flags.i ? ['(?i)'] : [];
    while (this.at < this.pattern.length) out.push(this.next());
    return out.join('');
  }

  private next(): string {
    const code = this.take();
    const { m, s } = this.flags;
    switch (String.fromCodePoint(code)) {
      case '\\':
        return this.outside(this.escape(false));
      case '.':
        return s ? ANY : '[^\\n\\r\\x{2028}\\x{2029}]';
      case '^':
        return m ? '(?m:^)' : '\\A';
      case '$':
        return m ? '(?m:$)' : '\\z';
      case '(':
        return this.group();
      case ')':
      case '|':
      case '*':
      case '+':
      case '?':
        return String.fromCodePoint(code);
      case '{':
        return this.match(COUNT, this.at - 1) ?? this.one(code);
      case '[':
        return this.charClass();
      default:
        return this.one(code);
    }
  }

  private outside(member: Member): string {
    if (typeof member === 'number') return this.one(member);
    return member === SPACE || member === NOT_SPACE ? `[${member}]` : member;
  }

  private group(): string {
    if (this.pattern[this.at] !== '?') return '(?:';
    const name = this.match(/\?(?::|<[^=!][^>]*>)/y, this.at);
    return name === undefined ? refuse() : '(?:';
  }

  private charClass(): string {
    const negated = this.pattern[this.at] === '^';
    if (negated) this.at += 1;
    const parts: string[] = [];
    while (this.pattern[this.at] !== ']') {
      const low = this.member();
      if (this.pattern[this.at] !== '-' || this.pattern[this.at + 1] === ']') {
        parts.push(this.inside(low));
        continue;
      }
      this.at += 1;
      const high = this.member();
      if (typeof low === 'number' && typeof high === 'number') parts.push(this.range(low, high));
      else parts.push(this.inside(low), '\\-', this.inside(high));
    }
    this.at += 1;
    if (parts.length === 0) return negated ? ANY : NONE;
    return `[${negated ? '^' : ''}${parts.join('')}]`;
  }

  private member(): Member {
    const code = this.take();
    return code === 0x5c ? this.escape(true) : code;
  }

  private inside(member: Member): string {
    return typeof member === 'number' ? this.one(member) : member;
  }

  private range(low: number, high: number): string {
    if (high > 0x7f) this.refuseFolding();
    if (this.flags.u || high < 0xd800 || low > 0xdfff) return `${hex(low)}-${hex(high)}`;
    const parts = [`${hex(Math.max(low, 0xd800) + SHIFT)}-${hex(Math.min(high, 0xdfff) + SHIFT)}`];
    if (low < 0xd800) parts.push(`${hex(low)}-${hex(0xd7ff)}`);
    if (high > 0xdfff) parts.push(`${hex(0xe000)}-${hex(high)}`);
    return parts.join('');
  }

  private escape(inClass: boolean): Member {
    const code = this.take();
    const char = String.fromCodePoint(code);
    switch (char) {
      case 's':
        return SPACE;
      case 'S':
        return NOT_SPACE;
      case 'd':
      case 'D':
        return `\\${char}`;
      case 'b':
        return inClass ? 8 : this.wordEscape(char);
      case 'B':
        return inClass ? refuse() : this.wordEscape(char);
      case 'w':
      case 'W':
        return this.wordEscape(char);
      case 'p':
      case 'P':
        return this.categoryEscape(char);
      default:
        return this.codeEscape(char) ?? (/[0-9A-Za-z]/.test(char) ? refuse() : code);
    }
  }

  /** With both flags JavaScript widens these by two letters that fold into ASCII. */
  private wordEscape(char: string): string {
    return this.flags.i && this.flags.u ? refuse() : `\\${char}`;
  }

  private categoryEscape(char: string): string {
    const category = this.flags.u && !this.flags.i ? this.match(CATEGORY, this.at) : undefined;
    return category === undefined ? refuse() : `\\${char}${category}`;
  }

  /** An escape that spells a code point; undefined for a character that stands for itself. */
  private codeEscape(char: string): number | undefined {
    if (char === '0') return /\d/.test(this.pattern[this.at] ?? '') ? refuse() : 0;
    if (char === 'c') return (this.match(/[a-zA-Z]/y, this.at) ?? refuse()).charCodeAt(0) & 31;
    if (char === 'x') return Number.parseInt(this.match(/[\da-fA-F]{2}/y, this.at) ?? refuse(), 16);
    return char === 'u' ? this.unicodeEscape() : CONTROLS.get(char);
  }

  private unicodeEscape(): number {
    if (this.flags.u) {
      const braced = this.match(/\{[\da-fA-F]+\}/y, this.at);
      if (braced !== undefined) return Number.parseInt(braced.slice(1, -1), 16);
      const pair = this.match(/[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y, this.at);
      if (pair !== undefined) {
        const [high, low] = [pair.slice(0, 4), pair.slice(6)].map(
          (part) => Number.parseInt(part, 16) & 0x3ff,
        );
        return 0x10000 + ((high ?? 0) << 10) + (low ?? 0);
      }
    }
    return Number.parseInt(this.match(/[\da-fA-F]{4}/y, this.at) ?? refuse(), 16);
  }

  private one(code: number): string {
    if (code > 0x7f) this.refuseFolding();
    if (code < 0xd800 || code > 0xdfff) return hex(code);
    return this.flags.u ? refuse() : hex(code + SHIFT);
  }

  /** Beyond ASCII the two engines fold case differently when `u` is not set. */
  private refuseFolding(): void {
    if (this.flags.i && !this.flags.u) refuse();
  }

  private take(): number {
    const unit = this.pattern.charCodeAt(this.at);
    const code = this.flags.u ? (this.pattern.codePointAt(this.at) ?? unit) : unit;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** What the sticky expression matches from `start` on; the position moves behind it. */
  private match(sticky: RegExp, start: number): string | undefined {
    sticky.lastIndex = start;
    const found = sticky.exec(this.pattern)?.[0];
    if (found !== undefined) this.at = start + found.length;
    return found;
  }
}

function hex(code: number): string {
  const char = String.fromCodePoint(code);
  return /[0-9A-Za-z]/.test(char) ? char : `\\x{${code.toString(16)}}`;
}
