/**
 * What a text must hold for a pattern to match in it: of a list of literals at least one, in every match. Read from the
 * source of the pattern. Sound, not complete: where nothing can be said, nothing is said, and the pattern is tried.
 *
 * Literals are in the letters of `letterOf`: small letters, digits and `_` as they are, a blank for every other character
 * and for the edge of a word. In the text, too, a blank stands for what is beyond ASCII, and
 * for `@`: where a literal holds one of these, nothing else of it is asked for.
 */

/** Stands for any character beyond ASCII. */
export const BEYOND_ASCII = '\u0080';
/** So few texts have it that it tells enough by itself. */
export const AT = '@';
/** The edge of a word, until it is known what stands beside it. */
const EDGE = '\b';
const MOST_TEXTS = 16;
const MOST_OF_CLASS = 12;
const SHORTEST = 3;

/** What a part of a pattern matches: one of these texts and nothing else, or something that holds one of `needed`. */
interface Part {
  texts?: readonly string[];
  needed?: readonly string[];
  /** What it matches ends with what literals write as a blank, or is empty; with `isFilled` it never is. */
  endsBlank?: boolean;
  isFilled?: boolean;
}

const UNKNOWN: Part = {};
const NOTHING: Part = { texts: [''] };

/** Undefined where a match may hold anything. */
export function neededBy({ source, flags }: RegExp): readonly string[] | undefined {
  // With both flags letters beyond ASCII match ASCII ones: `ſ` is an `s`.
  if (/[vu]/.test(flags) && flags.includes('i')) return undefined;
  return neededOf(new Reader(source).alternatives());
}

/** A character as literals write it. */
export function letterOf(code: number): string {
  return code > 127 ? BEYOND_ASCII : OF_ASCII.charAt(code);
}

const OF_ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase())
  .join('')
  .replace(/[^a-z0-9_@]/g, ' ');

/** Letters that stand for themselves, up to one that may be repeated. */
const PLAIN = /[\w ]+(?![*+?{])/y;

class Reader {
  private at = 0;
  constructor(private readonly source: string) {}

  alternatives(): Part {
    const parts = [this.sequence()];
    while (this.take('|')) parts.push(this.sequence());
    return anyOf(parts);
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && this.peek() !== '|' && this.peek() !== ')') {
      PLAIN.lastIndex = this.at;
      const plain = PLAIN.exec(this.source)?.[0] ?? '';
      this.at += plain.length;
      parts.push(plain === '' ? this.repeated(this.single()) : { texts: [plain.toLowerCase()] });
    }
    return inOrder(parts);
  }

  private single(): Part {
    const char = this.next();
    if (char === '(') return this.group();
    if (char === '[') return this.characterClass();
    if (char === '\\') return this.escaped();
    if (char === '.') return UNKNOWN;
    return char === '^' || char === '$' ? NOTHING : literal(char.charCodeAt(0));
  }

  private group(): Part {
    const opening =
      this.peek() === '?' ? (/^\?(?:[:=!]|<[=!]|<[^>]*>)/.exec(this.source.slice(this.at))?.[0] ?? '') : '';
    this.at += opening.length;
    const inner = this.alternatives();
    this.next();
    // What is only looked at is no part of the match.
    return /[=!]$/.test(opening) ? NOTHING : inner;
  }

  private characterClass(): Part {
    const isNegated = this.take('^');
    const letters = new Set<string>();
    let isKnown = !isNegated;
    while (!this.take(']')) {
      const first = this.classMember();
      if (first === undefined) {
        isKnown = false;
        continue;
      }
      let last = first;
      if (this.peek() === '-' && this.source[this.at + 1] !== ']') {
        this.at += 1;
        last = this.classMember() ?? 0xffff;
      }
      for (let code = first; isKnown && code <= last; code += 1) {
        letters.add(letterOf(code));
        if (letters.size > MOST_OF_CLASS) isKnown = false;
        if (code > 127) break;
      }
    }
    return isKnown && letters.size > 0 ? { texts: [...letters] } : UNKNOWN;
  }

  /** Undefined for what is more than one character. */
  private classMember(): number | undefined {
    const char = this.next();
    if (char !== '\\') return char.charCodeAt(0);
    if (this.peek() === 'b') {
      this.at += 1;
      return 8;
    }
    const { texts, code } = this.escaped();
    return texts?.length === 1 ? code : undefined;
  }

  private escaped(): Part & { code?: number } {
    const char = this.next();
    if (char === 'b') return { texts: [EDGE] };
    if (char === 'B') return NOTHING;
    if (char === 's') return { texts: [' '] };
    const control = 'tnvfr'.indexOf(char);
    if (control !== -1) return literal(9 + control);
    const hex = /^(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(this.source.slice(this.at - 1));
    if (hex !== null) {
      this.at += hex[0].length - 1;
      return literal(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16));
    }
    // Classes, names, numbers of groups and control letters.
    if (/[a-z0-9]/i.test(char)) {
      if (this.peek() === '{') this.at = this.source.indexOf('}', this.at) + 1;
      return UNKNOWN;
    }
    return literal(char.charCodeAt(0));
  }

  private repeated(part: Part): Part {
    if (!'*+?{'.includes(this.peek() || '-')) return part;
    const found = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/.exec(this.source.slice(this.at));
    if (found === null) return part;
    const [sign, from] = found;
    this.at += sign.length;
    if (sign[0] === '?') return anyOf([part, NOTHING]);
    const least = sign[0] === '+' ? 1 : Number(from ?? 0);
    const needed = least === 0 ? undefined : neededOf(part);
    return { needed, endsBlank: endsBlank(part), isFilled: least > 0 && isFilled(part) };
  }

  private peek(): string {
    return this.source.charAt(this.at);
  }

  private next(): string {
    this.at += 1;
    return this.source.charAt(this.at - 1);
  }

  private take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at += 1;
    return true;
  }
}

function literal(code: number): Part & { code: number } {
  return { texts: [letterOf(code)], code };
}

function anyOf(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0]!;
  const texts = parts.every((part) => part.texts !== undefined)
    ? [...new Set(parts.flatMap((part) => part.texts ?? []))]
    : undefined;
  if (texts !== undefined && texts.length <= MOST_TEXTS) return { texts };
  const needed = parts.map(neededOf);
  const isNeeded = needed.every((each) => each !== undefined);
  return {
    needed: isNeeded ? [...new Set(needed.flatMap((each) => each ?? []))] : undefined,
    endsBlank: parts.every(endsBlank),
    isFilled: parts.every(isFilled),
  };
}

function endsBlank({ texts, endsBlank: ends }: Part): boolean {
  return texts?.every((text) => withoutEdges(text) === '' || hasBlankEnd(text)) ?? ends === true;
}

function isFilled({ texts, isFilled: filled }: Part): boolean {
  return texts?.every((text) => withoutEdges(text) !== '') ?? filled === true;
}

function hasBlankEnd(text: string): boolean {
  return withoutEdges(text).endsWith(' ');
}

function withoutEdges(text: string): string {
  return text.replaceAll(EDGE, '');
}

/**
 * The texts of neighbours are put together as long as there are not too many. Where that ends and all of what stands before
 * ends with a blank, the next ones begin with it: in "(?:every|each) (?:of )?(?:the )?turns" there is no "turns" of "returns".
 */
function inOrder(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0]!;
  let best: readonly string[] | undefined;
  let run: readonly string[] = [''];
  let isWhole = true;
  const offer = (candidate: readonly string[] | undefined): void => {
    if (candidate === undefined) return;
    if (best === undefined || commonness(candidate) < commonness(best)) best = candidate;
  };
  for (const part of parts) {
    const { texts } = part;
    if (texts !== undefined && texts.length * run.length <= MOST_TEXTS) {
      run = run.flatMap((before) => texts.map((text) => before + text));
      continue;
    }
    offer(finished(run));
    offer(neededOf(part));
    isWhole = false;
    const isAfterBlank = run.every(hasBlankEnd);
    if (texts !== undefined) run = isAfterBlank ? texts.map((text) => ` ${text}`) : texts;
    else run = endsBlank(part) && (isAfterBlank || isFilled(part)) ? [' '] : [''];
  }
  if (isWhole) return { texts: [...new Set(run)] };
  offer(finished(run));
  const isAfterBlank = run.every(hasBlankEnd);
  return { needed: best, endsBlank: isAfterBlank, isFilled: isAfterBlank };
}

function neededOf({ texts, needed }: Part): readonly string[] | undefined {
  return texts === undefined ? needed : finished(texts);
}

function finished(texts: readonly string[]): readonly string[] | undefined {
  const literals = new Set<string>();
  for (const text of texts) {
    const done = withEdges(text);
    if (done === undefined) return undefined;
    literals.add(done);
  }
  return [...literals];
}

/** An edge beside a letter is a blank, wherever the text ends; one between a blank and a letter says nothing new. */
function withEdges(text: string): string | undefined {
  if (text.includes(BEYOND_ASCII)) return BEYOND_ASCII;
  if (text.includes(AT)) return AT;
  const bare = withoutEdges(text);
  const [first, last] = [bare.at(0) ?? ' ', bare.at(-1) ?? ' '];
  const before = text.startsWith(EDGE) && first !== ' ' ? ' ' : '';
  const after = text.endsWith(EDGE) && last !== ' ' ? ' ' : '';
  const whole = before + bare + after;
  return whole.length >= SHORTEST && /\S/.test(whole) ? whole : undefined;
}

/** About how often a text holds one of them. */
function commonness(literals: readonly string[]): number {
  return literals.reduce((sum, { length }) => sum + 6 ** -Math.min(length, 8), 0);
}
