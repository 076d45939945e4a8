/** The telling part of two values, on one line each, hidden characters made visible. */

import { canonicalJson } from '../util/canonical-json.js';
import { clip, oneLine } from '../util/text.js';

const MAX = 120;
/** How much of what is alike stands before the first difference. */
const LEAD = 30;

export function excerpts(before: unknown, after: unknown): { before?: string; after?: string } {
  const [old, now] = [textOf(before), textOf(after)];
  const start = startOf(old ?? '', now ?? '');
  const out: { before?: string; after?: string } = {};
  if (old !== undefined) out.before = cut(old, start);
  if (now !== undefined) out.after = cut(now, start);
  return out;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : canonicalJson(value);
}

function startOf(a: string, b: string): number {
  if (Math.max(a.length, b.length) <= MAX || a === '' || b === '') return 0;
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  const start = Math.max(0, at - LEAD);
  const isHalf = /[\ud800-\udbff]/.test(a.charAt(start - 1));
  return isHalf ? start - 1 : start;
}

function cut(text: string, start: number): string {
  const part = text.slice(start, start + MAX + 1);
  return `${start > 0 ? '…' : ''}${clip(oneLine(part), MAX)}`;
}
