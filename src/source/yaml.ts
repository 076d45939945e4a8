/**
 * Text in YAML 1.2, and so JSON, as plain JSON-safe values that know their place. Hostile text is
 * expected: size, depth and the number of values after aliases are capped, tags, `__proto__` keys
 * and further documents are refused, and nothing is slower than linear. Never throws. Merge keys
 * (`<<: *anchor`) work, since the `x-*` blocks of suites exist to hold anchors. Heavy: import it only
 * where text is really parsed.
 */
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { setOwn } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { type LocatedValue, mark, type SourceFile, type SourceSpot, spotOf } from './spots.js';

export const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 64;
const MAX_PROBLEMS = 50;

export interface TextProblem {
  message: string;
  hint: string | null;
  spot: SourceSpot;
}

export interface Parsed extends LocatedValue {
  problems: TextProblem[];
}

export interface YamlOptions {
  /** Caps the text, and with it the values (a tenth of it) and tokens (four tenths); 1 MB unless told. */
  maxBytes?: number;
  /** Takes whatever JSON takes: a server's catalogue may hold `__proto__` and numbers beyond what is exact. */
  lenient?: boolean;
}

export function parseYaml(text: string, display: string, options: YamlOptions = {}): Parsed {
  const { maxBytes = MAX_BYTES, lenient = false } = options;
  const lines = new LineCounter();
  const source: SourceFile = {
    display,
    at: (offset) => {
      const place = lines.linePos(offset);
      return { line: Math.max(1, place.line), column: Math.max(1, place.col) };
    },
  };
  const root: SourceSpot = { source, value: 0 };
  const refuse = (message: string, hint: string | null = null): Parsed => ({
    value: undefined,
    spot: root,
    problems: [{ message, hint, spot: root }],
  });
  if (Buffer.byteLength(text) > maxBytes)
    return refuse(`the file is larger than ${maxBytes / 1_000_000} MB`, 'split it into several files');

  const composed = compose(text, lines, 0.4 * maxBytes);
  if (typeof composed === 'string') return refuse(composed);
  const [doc, second] = composed;
  if (doc === undefined) return refuse('there is no YAML document');
  const problems: TextProblem[] = [];
  // What follows the first error in the text is mostly its echo.
  const [error] = [...doc.errors, ...doc.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (error) problems.push({ ...explain(error.code, error.message), spot: { source, value: error.pos[0] } });
  if (second !== undefined) {
    const message = 'one YAML document is expected, but `---` starts another';
    problems.push({ message, hint: 'use a file for each', spot: { source, value: second.range[0] } });
  }
  if (problems.length > 0) return { value: undefined, spot: root, problems };
  root.value = doc.contents?.range?.[0] ?? 0;
  // Beyond what the text itself holds, aliases fill in no more than they may in a suite.
  const left = Math.min(Math.floor(maxBytes / 10), text.length + MAX_BYTES / 10);
  const value = readNodes(doc, root, { left, lenient }, (message, spot, hint = null) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ message, hint, spot });
  });
  return { value: problems.length > 0 ? undefined : value, spot: root, problems };
}

/**
 * Composing is recursive, and very deep text can end the process in a way that no `catch` sees. So the
 * depth is watched while the parser, which is not recursive, reads token by token.
 */
function compose(text: string, lines: LineCounter, maxTokens: number): Document.Parsed[] | string {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  // `uniqueKeys` is quadratic in the library; `readMap` looks keys up instead.
  const composer = new Composer({ uniqueKeys: false, logLevel: 'silent' });
  const docs: Document.Parsed[] = [];
  let tokens = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) docs.push(...composer.next(token));
    if (parser.stack.length > 2 * MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
    if (++tokens > maxTokens) return 'the file holds too many values';
    if (docs.length > 1) return docs;
  }
  for (const token of parser.end()) docs.push(...composer.next(token));
  docs.push(...composer.end(true, text.length));
  return docs;
}

function explain(code: string, message: string): { message: string; hint: string | null } {
  if (code === 'TAG_RESOLVE_FAILED')
    return { message: 'YAML tags are not supported', hint: 'remove the `!tag`' };
  const text = oneLine(clip(message.split('\n', 1)[0] ?? message, 200));
  if (/flow|node end/i.test(text))
    return { message: text, hint: 'inside { }, put a path with [ ] in quotes' };
  return { message: text, hint: null };
}

type Report = (message: string, spot: SourceSpot, hint?: string | null) => void;

function readNodes(
  doc: Document.Parsed,
  root: SourceSpot,
  limits: { left: number; lenient: boolean },
  report: Report,
): unknown {
  const maxValues = limits.left;
  let stopped = false;
  const open = new Set<unknown>();

  // The library resolves an alias by a search from the start; one walk up front keeps this linear.
  const anchors = anchorsOf(doc.contents);

  const stop = (message: string, spot: SourceSpot): undefined => {
    if (!stopped) report(message, spot);
    stopped = true;
    return undefined;
  };

  const read = (node: unknown, spot: SourceSpot, depth: number): unknown => {
    if (stopped) return undefined;
    if (limits.left-- === 0) return stop(`more than ${maxValues} values after aliases are filled in`, spot);
    if (depth > MAX_DEPTH) return stop(`nested deeper than ${MAX_DEPTH} levels`, spot);
    if (isAlias(node)) {
      const target = anchors.get(node);
      if (target === undefined)
        return report(`no anchor \`&${clip(node.source, 60)}\` comes before this alias`, spot);
      if (open.has(target)) return stop('an alias stands inside its own anchor', spot);
      return read(target, { ...spot, value: startOf(target) ?? spot.value }, depth);
    }
    if (isScalar(node)) return readScalar(node, spot, limits.lenient, report);
    if (!isMap(node) && !isSeq(node)) return null;
    open.add(node);
    const value = isMap(node) ? readMap(node, spot, depth) : readList(node.items, spot, depth);
    open.delete(node);
    return value;
  };

  const readList = (items: unknown[], spot: SourceSpot, depth: number): unknown[] => {
    const out: unknown[] = [];
    for (const [index, item] of items.entries()) {
      if (stopped) break;
      const inner = { source: spot.source, parent: spot, segment: index, value: startOf(item) ?? spot.value };
      out.push(read(item, inner, depth + 1));
      mark(out, index, inner);
    }
    return out;
  };

  const readMap = (node: YAMLMap, spot: SourceSpot, depth: number): Record<string, unknown> => {
    const out: Record<string, unknown> = {};
    const merged: Record<string, unknown>[] = [];
    for (const pair of node.items) {
      if (stopped) break;
      const keyAt = startOf(pair.key) ?? spot.value;
      const inner: SourceSpot = {
        source: spot.source,
        parent: spot,
        value: startOf(pair.value) ?? keyAt,
        key: keyAt,
      };
      if (!isScalar(pair.key)) {
        report('a key must be plain text', { ...spot, value: keyAt });
        continue;
      }
      const key =
        typeof pair.key.value === 'string' ? pair.key.value : String(pair.key.source ?? pair.key.value ?? '');
      inner.segment = key;
      if (key === '<<' && pair.key.type === 'PLAIN') {
        const value = read(pair.value, { ...inner, segment: undefined }, depth);
        for (const one of Array.isArray(value) ? value : [value]) {
          if (typeof one === 'object' && one !== null && !Array.isArray(one)) merged.push(one);
          else if (!stopped) report('`<<` merges a map or a list of maps', inner);
        }
      } else if (key === '__proto__' && !limits.lenient) {
        report('the key `__proto__` is not allowed', { ...inner, value: keyAt });
      } else if (Object.hasOwn(out, key)) {
        report(`the key \`${oneLine(clip(key, 60))}\` is given twice`, { ...inner, value: keyAt });
      } else {
        const value = read(pair.value, inner, depth + 1);
        setOwn(out, key, value);
        mark(out, key, inner);
      }
    }
    for (const one of merged) fillFrom(one, out);
    return out;
  };

  return read(doc.contents, root, 0);
}

/** Merged entries never replace those that are there. */
function fillFrom(from: Record<string, unknown>, out: Record<string, unknown>): void {
  for (const key of Object.keys(from)) {
    if (Object.hasOwn(out, key)) continue;
    setOwn(out, key, from[key]);
    const spot = spotOf(from, key);
    if (spot !== undefined) mark(out, key, spot);
  }
}

function readScalar(node: Scalar, spot: SourceSpot, lenient: boolean, report: Report): unknown {
  const { value } = node;
  if (typeof value === 'number') {
    const written = oneLine(clip(String(node.source ?? value), 40));
    if (!Number.isFinite(value))
      report(`${written} is not a number that JSON knows`, spot, 'quote it to mean text');
    else if (
      !lenient &&
      Number.isInteger(value) &&
      !Number.isSafeInteger(value) &&
      /^[-+]?\d+$/.test(written)
    ) {
      report(`${written} is too large to be kept exactly`, spot, 'quote it to mean text');
    }
    return value;
  }
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** Each alias with the node it stands for: the last anchor of that name before it. */
function anchorsOf(contents: unknown): Map<unknown, unknown> {
  const byName = new Map<string, unknown>();
  const targets = new Map<unknown, unknown>();
  const walk = (node: unknown, depth: number): void => {
    if (depth > MAX_DEPTH + 1) return;
    if (isAlias(node)) {
      targets.set(node, byName.get(node.source));
      return;
    }
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor) byName.set(anchor, node);
    if (isMap(node)) {
      for (const pair of node.items) {
        walk(pair.key, depth + 1);
        walk(pair.value, depth + 1);
      }
    } else if (isSeq(node)) {
      for (const item of node.items) walk(item, depth + 1);
    }
  };
  walk(contents, 0);
  return targets;
}

function startOf(node: unknown): number | undefined {
  return (node as { range?: [number, number, number] | null } | null | undefined)?.range?.[0];
}
