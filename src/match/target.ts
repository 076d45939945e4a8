/**
 * Targets: `result.content[0].text`, `error["my key"]`. A path leads only through own properties of
 * objects and items of arrays; `__proto__`, `constructor` and `prototype` lead nowhere.
 */
import { didYouMean } from '../util/did-you-mean.js';
import { isObject } from '../util/plain.js';
import { clip, plural } from '../util/text.js';
import { kindOf } from './show.js';
import type { Subject } from './types.js';

export type Segment = string | number;

export interface TargetProblem {
  message: string;
  /** 0-based index into the text. */
  position: number;
  /** The name that was probably meant. */
  hint: string | null;
}

export type ParsedTarget = { segments: readonly Segment[]; problem?: undefined } | { problem: TargetProblem };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const NAME = /[^.[\]"'\s]+/y;
const INDEX = /\[(\d{1,9})\]/y;
const QUOTED = /\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/y;

/** A suite has few targets and asks for each of them at every answer. */
const parsedTargets = new Map<string, ParsedTarget>();
const MAX_PARSED = 2000;

export function parseTarget(text: string): ParsedTarget {
  const known = parsedTargets.get(text);
  if (known) return known;
  const parsed = parse(text);
  if (parsedTargets.size < MAX_PARSED) parsedTargets.set(text, parsed);
  return parsed;
}

function parse(text: string): ParsedTarget {
  const segments: Segment[] = [];
  let at = 0;
  while (at < text.length || segments.length === 0) {
    const inBrackets = text[at] === '[';
    if (segments.length > 0 && !inBrackets) {
      if (text[at] !== '.') return problemAt(at, `unexpected ${JSON.stringify(text[at])}`);
      at += 1;
    }
    const read = inBrackets ? readBracket(text, at) : readName(text, at);
    if ('problem' in read) return problemAt(at, read.problem);
    if (typeof read.segment === 'string' && FORBIDDEN.has(read.segment))
      return problemAt(at, `"${read.segment}" never resolves`);
    segments.push(read.segment);
    at += read.length;
  }
  return { segments };
}

function problemAt(position: number, message: string): ParsedTarget {
  return { problem: { message: `${message} (at character ${position + 1})`, position, hint: null } };
}

/** A segment and how much of the text it takes, or why there is none. */
type ReadSegment = { segment: Segment; length: number } | { problem: string };

function readBracket(text: string, at: number): ReadSegment {
  const index = matchAt(INDEX, text, at);
  if (index) return { segment: Number(index[1]), length: index[0].length };
  const quoted = matchAt(QUOTED, text, at);
  if (quoted) {
    const name = quoted[1] ?? quoted[2] ?? '';
    return { segment: name.replace(/\\(.)/gs, '$1'), length: quoted[0].length };
  }
  if (/^\[-\d/.test(text.slice(at, at + 3))) return { problem: 'a negative index is not allowed' };
  return { problem: 'after "[" comes an index or a quoted name, as in [0] or ["name"]' };
}

function readName(text: string, at: number): ReadSegment {
  const name = matchAt(NAME, text, at)?.[0];
  if (name !== undefined) return { segment: name, length: name.length };
  return { problem: text === '' ? 'the target is empty' : 'a name is missing' };
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** The path as a user writes it. */
export function formatTarget(segments: readonly Segment[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    if (!/^[^.[\]"'\s]+$/.test(segment)) return `${path}[${JSON.stringify(segment)}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}

/** What is wrong with a target whose first name must be one of `roots`. */
export function targetProblem(text: string, roots: readonly string[]): TargetProblem | undefined {
  const parsed = parseTarget(text);
  if (parsed.problem) return parsed.problem;
  const [first] = parsed.segments;
  if (typeof first === 'string' && roots.includes(first)) return undefined;
  const near = typeof first === 'string' ? didYouMean(first, roots) : undefined;
  return {
    message: `a target starts with ${roots.join(', ')}, not with "${clip(String(first), 60)}"`,
    position: 0,
    hint: near ?? null,
  };
}

/** Where a path leads. */
export type LookupResult = { found: true; value: unknown; parentFound: true } | (Subject & { found: false });

export function lookup(root: unknown, segments: readonly Segment[]): LookupResult {
  let value = root;
  for (const [i, segment] of segments.entries()) {
    if (!has(value, segment)) {
      const parentFound = i === segments.length - 1 && couldHold(value, segment);
      return {
        found: false,
        parentFound,
        rootFound: i > 0,
        reason: missing(segments.slice(0, i), value, segment),
      };
    }
    value = (value as Record<Segment, unknown>)[segment];
  }
  return { found: true, value, parentFound: true };
}

function has(value: unknown, segment: Segment): boolean {
  if (FORBIDDEN.has(String(segment))) return false;
  if (Array.isArray(value)) return isIndex(segment) && Number(segment) < value.length;
  return isObject(value) && Object.hasOwn(value, segment) && value[segment] !== undefined;
}

/** Whether the absence is that of a leaf, and not of a path that makes no sense here. */
function couldHold(value: unknown, segment: Segment): boolean {
  return Array.isArray(value) ? isIndex(segment) : isObject(value);
}

/** `content.0` works as well as `content[0]`. */
function isIndex(segment: Segment): boolean {
  return typeof segment === 'number' || /^(?:0|[1-9]\d{0,8})$/.test(segment);
}

function missing(before: Segment[], value: unknown, segment: Segment): string {
  const where = before.length === 0 ? 'the answer' : formatTarget(before);
  const name = typeof segment === 'number' ? `[${segment}]` : JSON.stringify(segment);
  if (Array.isArray(value)) {
    if (isIndex(segment))
      return value.length === 0
        ? `${where} is empty`
        : `${where} has only ${plural(value.length, 'item')}, so there is no [${segment}]`;
    const hint =
      segment === 'length' ? 'use the matcher "length"' : `write ${where}[0].${segment} for the first item`;
    return `${where} is an array and has no ${name}; ${hint}`;
  }
  if (!isObject(value)) return `${where} is ${kindOf(value)}, so it has no ${name}`;
  const keys = Object.keys(value).slice(0, 200);
  const near =
    typeof segment === 'string'
      ? didYouMean(
          segment,
          keys.filter((key) => key.length < 100),
        )
      : undefined;
  if (near !== undefined) return `${where} has no ${name}; did you mean ${JSON.stringify(near)}?`;
  const list = keys.length === 0 ? 'it is empty' : `it has ${clip(keys.join(', '), 120)}`;
  return `${where} has no ${name} (${list})`;
}
