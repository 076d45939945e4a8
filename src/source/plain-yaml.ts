/**
 * YAML as most suites are written, read in one pass: maps and lists as blocks or in `{ }` and `[ ]`, text with or without
 * quotes, `|` and `>` texts, numbers, comments. It gives what `yaml.ts` gives, or undefined wherever something else is written, or
 * something is wrong: then that reader, which knows all of YAML, reads it and says so. A test compares the two.
 */
import { MAX_BYTES } from './limits.js';
import { BLOCK_TEXT, FLOW_TEXT, NOT_PLAIN, PlainScan, UNUSUAL } from './plain-scan.js';
import { type LocatedValue, mark, type SourceFile, type SourceSpot } from './spots.js';
import type { ParsedYaml } from './yaml.js';

/** No text so long can exceed a limit of the other reader, but for the number of values and their depth. */
const MAX_LENGTH = 0.4 * MAX_BYTES;
const MAX_VALUES = 100_000;
const MAX_DEPTH = 30;
/** The other reader wants a colon near the start of its key. */
const MAX_KEY = 1000;

type PlainMap = Record<string, unknown>;

/** A YAML file with the places of its values: by the quick reader where it is plain, else by the one that knows all of YAML. */
export async function readYaml(text: string, display: string): Promise<ParsedYaml> {
  return readPlainYaml(text, display) ?? (await import('./yaml.js')).parseYaml(text, display);
}

export function readPlainYaml(text: string, display: string): (LocatedValue & { problems: [] }) | undefined {
  if (text.length > MAX_LENGTH || UNUSUAL.test(text)) return undefined;
  const spot: SourceSpot = { source: { display, at: placesIn(text) }, value: 0 };
  try {
    return { value: new PlainReader(text, spot.source).document(spot), spot, problems: [] };
  } catch (error) {
    if (error !== NOT_PLAIN) throw error;
    return undefined;
  }
}

/** Lines are counted when the first place is asked for. */
function placesIn(text: string): SourceFile['at'] {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

class PlainReader {
  #values = 0;
  readonly scan: PlainScan;
  readonly source: SourceFile;

  constructor(text: string, source: SourceFile) {
    this.scan = new PlainScan(text);
    this.source = source;
  }

  document(spot: SourceSpot): unknown {
    const { scan } = this;
    if (scan.column !== 0) throw NOT_PLAIN;
    spot.value = scan.at;
    const value = scan.isOneOf('{[') ? this.#inLine(-1, spot, 0) : this.#block(0, spot, 0);
    if (scan.at < scan.text.length) throw NOT_PLAIN;
    return value;
  }

  #block(column: number, spot: SourceSpot, depth: number): unknown {
    this.#count(depth);
    return this.scan.isDash() ? this.#list(column, spot, depth) : this.#map(column, spot, depth);
  }

  #map(column: number, spot: SourceSpot, depth: number): PlainMap {
    const { scan } = this;
    const out: PlainMap = {};
    do {
      const [key, inner] = this.#key(out, spot, BLOCK_TEXT);
      if (!scan.isOneOf(' \n')) throw NOT_PLAIN;
      out[key] = this.#behindKey(column, inner, depth + 1);
      mark(out, key, inner);
    } while (scan.column === column && !scan.isDash());
    if (scan.column >= column) throw NOT_PLAIN;
    return out;
  }

  /** The value that stands behind a key, or below it. */
  #behindKey(column: number, spot: SourceSpot, depth: number): unknown {
    const { scan } = this;
    const colon = scan.at;
    scan.skipSpaces();
    spot.value = scan.at;
    if (!scan.isOneOf('\n#')) return this.#inLine(column, spot, depth);
    const isBare = scan.at === colon;
    scan.endLine();
    spot.value = scan.at;
    if (scan.column > column || (scan.column === column && scan.isDash()))
      return this.#block(scan.column, spot, depth);
    if (!isBare) throw NOT_PLAIN;
    spot.value = colon;
    this.#count(depth);
    return null;
  }

  #list(column: number, spot: SourceSpot, depth: number): unknown[] {
    const { scan, source } = this;
    const out: unknown[] = [];
    do {
      const dash = scan.at;
      scan.at += 1;
      scan.skipSpaces();
      if (scan.isDash()) throw NOT_PLAIN;
      const inner: SourceSpot = { source, parent: spot, segment: out.length, value: scan.at };
      const value = this.#isKey()
        ? this.#block(column + scan.at - dash, inner, depth + 1)
        : this.#inLine(column, inner, depth + 1);
      mark(out, out.push(value) - 1, inner);
    } while (scan.column === column && scan.isDash());
    if (scan.column > column) throw NOT_PLAIN;
    return out;
  }

  /** A value that begins in this line, and the way to the next one. */
  #inLine(column: number, spot: SourceSpot, depth: number): unknown {
    const { scan } = this;
    this.#count(depth);
    if (scan.isOneOf('|>')) return scan.textBelow(column);
    const value = scan.isOneOf('{[') ? this.#flow(spot, column, depth) : scan.scalar(BLOCK_TEXT);
    scan.endLine();
    if (scan.column > column) throw NOT_PLAIN;
    return value;
  }

  /** What stands in brackets. */
  #flow(spot: SourceSpot, column: number, depth: number): PlainMap | unknown[] {
    const { scan, source } = this;
    const map: PlainMap | undefined = scan.isOneOf('{') ? {} : undefined;
    const list: unknown[] = [];
    const close = map ? '}' : ']';
    scan.at += 1;
    scan.skipInFlow(column);
    let isFirst = true;
    while (!scan.isOneOf(close)) {
      if (!isFirst) this.#comma(column);
      isFirst = false;
      if (map) {
        const [key, inner] = this.#key(map, spot, FLOW_TEXT);
        scan.skipSpaces();
        inner.value = scan.at;
        map[key] = this.#inFlow(inner, column, depth + 1);
        mark(map, key, inner);
      } else {
        const inner: SourceSpot = { source, parent: spot, segment: list.length, value: scan.at };
        mark(list, list.push(this.#inFlow(inner, column, depth + 1)) - 1, inner);
      }
      scan.skipInFlow(column);
    }
    scan.at += 1;
    return map ?? list;
  }

  #comma(column: number): void {
    if (!this.scan.isOneOf(',')) throw NOT_PLAIN;
    this.scan.at += 1;
    this.scan.skipInFlow(column);
  }

  #inFlow(spot: SourceSpot, column: number, depth: number): unknown {
    this.#count(depth);
    return this.scan.isOneOf('{[') ? this.#flow(spot, column, depth) : this.scan.scalar(FLOW_TEXT);
  }

  /** A key of a map and its colon. */
  #key(map: PlainMap, parent: SourceSpot, pattern: RegExp): [string, SourceSpot] {
    const { scan, source } = this;
    const key = scan.at;
    const quoted = scan.quoted();
    const segment = quoted ?? scan.take(pattern).trimEnd();
    if (!scan.isOneOf(':') || scan.at - key > MAX_KEY) throw NOT_PLAIN;
    scan.at += 1;
    // In brackets a colon may touch what follows a key in quotes.
    if (quoted === undefined && !scan.isOneOf(' \n')) throw NOT_PLAIN;
    if (segment === '<<' || segment === '__proto__' || Object.hasOwn(map, segment)) throw NOT_PLAIN;
    return [segment, { source, parent, segment, value: key, key }];
  }

  #isKey(): boolean {
    const { scan } = this;
    if (scan.isOneOf('{[|>')) return false;
    const start = scan.at;
    if (scan.quoted() === undefined) scan.take(BLOCK_TEXT);
    const isKey = scan.isOneOf(':');
    scan.at = start;
    return isKey;
  }

  #count(depth: number): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES || depth > MAX_DEPTH) throw NOT_PLAIN;
  }
}
