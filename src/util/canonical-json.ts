/** JSON with sorted keys and no white space, whatever the depth: equal values give equal bytes. */
import { remembered } from './text.js';

/** Deeper than this a call for every level would run out of stack. */
const MAX_CALLS = 200;

type Step = { text: string } | { value: unknown };

export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** The same for people to read, two spaces a level. */
export function indentedJson(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}

function write(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth > MAX_CALLS) return writeDeep(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  const inner = value as Record<string, unknown>;
  let text = '';
  const keys = Object.keys(inner);
  for (const key of isInOrder(keys) ? keys : keys.sort()) {
    const item = inner[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${write(item, depth + 1)}`;
  }
  return `{${text}}`;
}

function isInOrder(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i += 1) if (keys[i - 1]! > keys[i]!) return false;
  return true;
}

/** A longer key is hardly one that comes again, and would be kept for nothing. */
const LONGEST_KEPT = 100;
/** Keys come again and again. */
const quotedBefore = remembered(1000, (key) => JSON.stringify(key));

function quoted(key: string): string {
  return key.length > LONGEST_KEPT ? JSON.stringify(key) : quotedBefore(key);
}

/** The same without recursion, and slower. */
function writeDeep(value: unknown): string {
  const out: string[] = [];
  const open: Step[] = [{ value }];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if ('text' in step) out.push(step.text);
    else if (typeof step.value !== 'object' || step.value === null) {
      out.push(JSON.stringify(step.value) ?? 'null');
    } else for (const part of parts(step.value).reverse()) open.push(part);
  }
  return out.join('');
}

/** Equal but for key order; an absent value equals nothing but another. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || canonicalJson(a) === canonicalJson(b);
}

function parts(value: object): Step[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, i): Step[] =>
      i === 0 ? [{ value: item }] : [{ text: ',' }, { value: item }],
    );
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  const inner = value as Record<string, unknown>;
  const members = keysOf(inner).flatMap((key, i): Step[] => [
    { text: `${i === 0 ? '' : ','}${JSON.stringify(key)}:` },
    { value: inner[key] },
  ]);
  return [{ text: '{' }, ...members, { text: '}' }];
}

function keysOf(value: Record<string, unknown>): string[] {
  return Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
}
