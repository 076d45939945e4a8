/**
 * Targets: `result.content[0].text`, `error["my key"]`. A path leads only through own properties of
 * objects and items of arrays; `__proto__`, `constructor` and `prototype` lead nowhere.
 */
import { didYouMean } from '../util/did-you-mean.js';
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';
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

export type ParsedTarget = { segments: Segment[]; problem?: undefined } | { problem: TargetProblem };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const NAME = /[^.[\]"'\s]+/y;
const INDEX = /\[(\d{1,9})\]/y;
const QUOTED = /\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/y;

export function parseTarget(text: string): ParsedTarget {
  const segments: Segment[] = [];
  let at = 0;
  const fail = (message: string): ParsedTarget => ({
    problem: { message: `${message} (at character ${at + 1})`, position: at, hint: null },
  });
  while (at < text.length || segments.length === 0) {
    const rest = text[at];
    let found: RegExpExecArray | null;
    let segment: Segment;
    if (rest === '[') {
      found = sticky(INDEX, text, at) ?? sticky(QUOTED, text, at);
      if (found === null) {
        if (/^\[-\d/.test(text.slice(at, at + 3))) return fail('a negative index is not allowed');
        return fail('after "[" comes an index or a quoted name, as in [0] or ["name"]');
      }
      const name = found[0][1] === '"' ? found[1] : found[2];
      segment = /\d/.test(found[0][1]!) ? Number(found[1]) : (name ?? '').replace(/\\(.)/gs, '$1');
    } else {
      if (segments.length > 0) {
        if (rest !== '.') return fail(`unexpected ${JSON.stringify(rest)}`);
        at += 1;
      }
      found = sticky(NAME, text, at);
      if (found === null) {
        return fail(text === '' ? 'the target is empty' : 'a name is missing');
      }
      segment = found[0];
    }
    if (typeof segment === 'string' && FORBIDDEN.has(segment)) {
      return fail(`"${segment}" never resolves`);
    }
    segments.push(segment);
    at += found[0].length;
  }
  return { segments };
}

function sticky(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
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
  const first = parsed.segments[0]!;
  if (typeof first === 'string' && roots.includes(first)) return undefined;
  const near = typeof first === 'string' ? didYouMean(first, roots) : undefined;
  return {
    message: `a target starts with ${roots.join(', ')}, not with "${clip(String(first), 60)}"`,
    position: 0,
    hint: near ?? null,
  };
}

export type Found = { found: true; value: unknown; parentFound: true } | (Subject & { found: false });

export function lookup(root: unknown, segments: readonly Segment[]): Found {
  let value = root;
  for (let i = 0; i < segments.length; i += 1) {
    const segment = segments[i]!;
    if (!has(value, segment)) {
      const parentFound = i === segments.length - 1 && couldHold(value, segment);
      return { found: false, parentFound, reason: missing(segments.slice(0, i), value, segment) };
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
      return `${where} has ${value.length === 1 ? '1 item' : `${value.length} items`}, no [${segment}]`;
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
