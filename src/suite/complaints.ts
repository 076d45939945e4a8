/**
 * What zod found, in plain words: which key is unknown and what it was probably meant to be, what is
 * missing, what was expected and what stands there instead.
 */
import * as z from 'zod/mini';
import type { Path } from '../source/spots.js';
import { didYouMean } from '../util/did-you-mean.js';
import { isObject } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { judgeTarget } from './matchers.js';
import { type Issue, inPlainWords, unworded } from './plain-issues.js';
import { type Complaint, type Shape, variantOf } from './shape.js';

const FEW_KEYS = 6;

/** `isTarget` knows what an assertion may look at, for hints. */
export function complaintsAbout(
  schema: Shape,
  value: unknown,
  isTarget: (key: string) => boolean = isToolTarget,
): Complaint[] {
  const result = z.safeParse(schema, value, unworded);
  if (result.success) return [];
  return (result.error.issues as Issue[])
    .flatMap((issue) => inPlainWords(issue, lookUp(value, issue.path)))
    .flatMap((issue) => explain(issue, schema, value, isTarget));
}

function explain(
  issue: Issue,
  schema: Shape,
  root: unknown,
  isTarget: (key: string) => boolean,
): Complaint[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, root, path);
    return (issue.keys ?? []).map((key) => {
      const complaint = unknownKey(path, key, known);
      if (!known.includes('assertions') || !isTarget(key)) return complaint;
      return { ...complaint, hint: `assertions are a list: \`- ${key}: ...\`` };
    });
  }
  if (issue.code === 'invalid_key') {
    return (issue.issues ?? []).map((inner) => ({
      path,
      message: inner.message,
      hint: inner.params?.hint ?? null,
      at_key: true,
    }));
  }
  if (issue.params !== undefined) return [{ path, message, ...issue.params }];
  const found = lookUp(root, path);
  if (issue.code === 'custom' && typeof found === 'object') return [{ path, message }];
  if (found === undefined && path.length > 0) {
    const parent = path.slice(0, -1);
    return [
      { path: parent, message: `\`${oneLine(String(path.at(-1)))}\` is required` },
      ...(issue.code === 'invalid_union' ? strayKeys(schema, root, parent) : []),
    ];
  }
  return [{ path, message: `${message}, found ${describeValue(found)}`, hint: valueHint(issue, found) }];
}

function valueHint({ message, values = [] }: Issue, found: unknown): string | null {
  if (message === 'expected text' && isScalar(found)) return 'quote it to mean text';
  const near = typeof found === 'string' ? didYouMean(found.slice(0, 200), values.map(String)) : undefined;
  return near === undefined ? null : `did you mean \`${near}\`?`;
}

export function isToolTarget(key: string): boolean {
  return judgeTarget(key).length === 0;
}

/** Worded as JSON Schema validators do; `path` is the parent, the place is that of the key. */
export function unknownKey(parent: Path, key: string, known: readonly string[]): Complaint {
  const near = didYouMean(key, known);
  return {
    path: [...parent, key],
    message: `Additional properties are not allowed ('${oneLine(clip(key, 80))}' was unexpected)`,
    hint: near === undefined ? fewKeys(known) : `did you mean \`${near}\`?`,
    at_key: true,
  };
}

/** Where there are few keys, all of them are the hint. */
function fewKeys(known: readonly string[]): string | null {
  if (known.length === 0 || known.length > FEW_KEYS) return null;
  const names = known.map((key) => `\`${key}\``).join(', ');
  return known.length === 1 ? `the only key here is ${names}` : `the keys here are ${names}`;
}

/** The keys that the schema knows at a path, following the spelling that the author chose. */
function keysAt(schema: Shape, root: unknown, path: Path): string[] {
  let at: unknown = schema;
  let value = root;
  for (const part of [...path, undefined]) {
    at = unwrapped(at, value);
    const { shape, element, valueType } = definition(at);
    if (part === undefined) return Object.keys(shape ?? {});
    at = element ?? valueType ?? shape?.[String(part)];
    if (at === undefined) return [];
    value = lookUp(value, [part]);
  }
  return [];
}

interface Definition {
  innerType?: unknown;
  options?: unknown[];
  shape?: Record<string, unknown>;
  element?: unknown;
  valueType?: unknown;
}

function definition(schema: unknown): Definition {
  return (schema as { _zod: { def: Definition } })._zod.def;
}

function unwrapped(schema: unknown, value: unknown): unknown {
  let at = schema;
  for (;;) {
    const variant = variantOf(at as object);
    const { innerType, options } = definition(at);
    const next = variant ? variant.options[variant.pick(value)] : (innerType ?? chosen(options, value));
    if (next === undefined) return at;
    at = next;
  }
}

/** Of several shapes, the one that fits, else the one that has most of the keys that are there. */
function chosen(options: unknown[] | undefined, value: unknown): unknown {
  if (options === undefined || !isObject(value)) return undefined;
  const score = (option: unknown) => {
    const { shape } = definition(option);
    if (shape === undefined) return -1;
    const fits = (key: string) =>
      Object.hasOwn(value, key) && z.safeParse(shape[key] as Shape, value[key]).success;
    return Object.keys(shape).filter(fits).length;
  };
  return [...options].sort((a, b) => score(b) - score(a))[0];
}

/** Keys that no spelling has, where the one that tells them apart is missing. */
function strayKeys(schema: Shape, root: unknown, parent: Path): Complaint[] {
  const value = lookUp(root, parent);
  const known = keysAt(schema, root, parent);
  const keys = Object.keys(isObject(value) ? value : {});
  return keys.filter((key) => !known.includes(key)).map((key) => unknownKey(parent, key, known));
}

function lookUp(value: unknown, path: Path): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null;
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return 'a map';
  return oneLine(clip(JSON.stringify(value), 60));
}
