/**
 * The nodes of a YAML document as plain values with their places: aliases filled in, merge keys merged. Hostile
 * text is expected: the number of values and their depth are capped, and nothing is slower than linear.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';
import { isObject, setOwn } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { mark, type SourceSpot, spotOf } from './spots.js';

export const MAX_DEPTH = 64;

type Report = (message: string, spot: SourceSpot, hint?: string | null) => void;

export interface NodeOptions {
  /** How many values there may be after aliases are filled in. */
  maxValues: number;
  /** Takes whatever JSON takes. */
  lenient: boolean;
  report: Report;
}

interface NodeReader extends NodeOptions {
  /** Each alias with the node that it stands for. */
  anchors: Map<unknown, unknown>;
  /** Nodes that are being read: an alias to one of them would never end. */
  open: Set<unknown>;
  /** Values that may still be read. */
  left: number;
  /** A limit was met: the rest is not read. */
  stopped: boolean;
}

export function readNodes(doc: Document.Parsed, root: SourceSpot, options: NodeOptions): unknown {
  // The library resolves an alias by a search from the start; one walk up front keeps this linear.
  const anchors = anchorsOf(doc.contents);
  const left = options.maxValues;
  return readNode({ ...options, anchors, open: new Set(), left, stopped: false }, doc.contents, root, 0);
}

function readNode(reader: NodeReader, node: unknown, spot: SourceSpot, depth: number): unknown {
  if (reader.stopped) return undefined;
  if (reader.left-- === 0)
    return stop(reader, `more than ${reader.maxValues} values after aliases are filled in`, spot);
  if (depth > MAX_DEPTH) return stop(reader, `nested deeper than ${MAX_DEPTH} levels`, spot);
  if (isAlias(node)) {
    const target = reader.anchors.get(node);
    if (target === undefined)
      return reader.report(`no anchor \`&${clip(node.source, 60)}\` comes before this alias`, spot);
    if (reader.open.has(target)) return stop(reader, 'an alias is inside its own anchor', spot);
    return readNode(reader, target, { ...spot, value: startOf(target) ?? spot.value }, depth);
  }
  if (isScalar(node)) return readScalar(reader, node, spot);
  if (!isMap(node) && !isSeq(node)) return null;
  reader.open.add(node);
  const value = isMap(node) ? readMap(reader, node, spot, depth) : readList(reader, node.items, spot, depth);
  reader.open.delete(node);
  return value;
}

function stop(reader: NodeReader, message: string, spot: SourceSpot): undefined {
  if (!reader.stopped) reader.report(message, spot);
  reader.stopped = true;
}

function readList(reader: NodeReader, items: unknown[], spot: SourceSpot, depth: number): unknown[] {
  const out: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (reader.stopped) break;
    const inner = { source: spot.source, parent: spot, segment: index, value: startOf(item) ?? spot.value };
    out.push(readNode(reader, item, inner, depth + 1));
    mark(out, index, inner);
  }
  return out;
}

function readMap(
  reader: NodeReader,
  node: YAMLMap,
  spot: SourceSpot,
  depth: number,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const merged: Record<string, unknown>[] = [];
  for (const pair of node.items) {
    if (reader.stopped) break;
    const keyAt = startOf(pair.key) ?? spot.value;
    if (!isScalar(pair.key)) {
      reader.report('a key must be plain text', { ...spot, value: keyAt });
      continue;
    }
    const key = keyOf(pair.key);
    const value = startOf(pair.value) ?? keyAt;
    const inner: SourceSpot = { source: spot.source, parent: spot, segment: key, value, key: keyAt };
    if (key === '<<' && pair.key.type === 'PLAIN') {
      merged.push(...readMerged(reader, pair.value, inner, depth));
      continue;
    }
    const problem = keyProblem(reader, key, out);
    if (problem !== undefined) {
      reader.report(problem, { ...inner, value: keyAt });
      continue;
    }
    setOwn(out, key, readNode(reader, pair.value, inner, depth + 1));
    mark(out, key, inner);
  }
  for (const entries of merged) fillFrom(entries, out);
  return out;
}

function keyOf(node: Scalar): string {
  return typeof node.value === 'string' ? node.value : String(node.source ?? node.value ?? '');
}

function keyProblem(reader: NodeReader, key: string, out: Record<string, unknown>): string | undefined {
  if (key === '__proto__' && !reader.lenient) return 'the key `__proto__` is not allowed';
  return Object.hasOwn(out, key) ? `the key \`${oneLine(clip(key, 60))}\` is given twice` : undefined;
}

/** The maps behind a `<<`. */
function readMerged(
  reader: NodeReader,
  node: unknown,
  spot: SourceSpot,
  depth: number,
): Record<string, unknown>[] {
  const value = readNode(reader, node, { ...spot, segment: undefined }, depth);
  const maps: Record<string, unknown>[] = [];
  for (const entries of Array.isArray(value) ? value : [value]) {
    if (isObject(entries)) maps.push(entries);
    else if (!reader.stopped) reader.report('`<<` merges a map or a list of maps', spot);
  }
  return maps;
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

function readScalar(reader: NodeReader, node: Scalar, spot: SourceSpot): unknown {
  const { value } = node;
  if (typeof value === 'number') {
    const written = oneLine(clip(String(node.source ?? value), 40));
    const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(written);
    if (!Number.isFinite(value))
      reader.report(`${written} is not a number that JSON knows`, spot, 'quote it to mean text');
    else if (isInexact && !reader.lenient)
      reader.report(`${written} is too large to be kept exactly`, spot, 'quote it to mean text');
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
