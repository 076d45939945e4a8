/**
 * What an answer may draw on: the prompt, every argument, every result. Texts that hold JSON are read
 * as JSON too; lengths of lists and numbers of lines count, since answers say "12 results".
 */
import { readings } from './number-readings.js';

export interface Evidence {
  /** Whether the text occurs, apart from case, spaces and the shape of quotes. */
  hasText(text: string): boolean;
  /** As `hasText`, but not inside a longer word. */
  hasWord(text: string): boolean;
  /** Whether a number within these bounds occurs, apart from its sign. */
  hasNumber(low: number, high: number): boolean;
  /** Whether the digits occur in a row, apart from separators: telephone and card numbers. */
  hasDigits(digits: string): boolean;
}

const JSON_LEVELS = 3;

/** Nothing is read before an answer states something that needs it. */
export function gatherEvidence(sources: () => readonly unknown[]): Evidence {
  const found = once(() => {
    const texts: string[] = [];
    const numbers: number[] = [];
    walk(sources(), texts, numbers);
    return { texts, numbers };
  });
  const sorted = once(() => sortedNumbers(found()));
  const all = once(() => fold(found().texts.join('\n')));
  const bare = once(() => all().replace(/[\s().+-]/g, ''));
  return {
    hasText: (text) => all().includes(fold(text)),
    hasWord: (text) => hasWord(all(), fold(text)),
    hasNumber: (low, high) => {
      const first = firstAtLeast(sorted(), low);
      return first !== undefined && first <= high;
    },
    hasDigits: (digits) => bare().includes(digits),
  };
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

function sortedNumbers({ texts, numbers }: { texts: string[]; numbers: number[] }): Float64Array {
  const all = [...numbers];
  // The same key or value may stand in every call.
  for (const text of new Set(texts)) {
    for (const value of readings(text)) all.push(value);
    const rows = text.split('\n').filter((line) => line.trim() !== '').length;
    if (rows > 1) all.push(rows, rows - 1);
  }
  return Float64Array.from(all.map(Math.abs)).sort();
}

interface OpenValue {
  value: unknown;
  /** How often a text inside may still be read as JSON. */
  levels: number;
}

/** Without recursion, since results may be nested at will. */
function walk(sources: readonly unknown[], texts: string[], numbers: number[]): void {
  const open: OpenValue[] = sources.map((value) => ({ value, levels: JSON_LEVELS }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      texts.push(String(value));
    if (typeof value === 'number') numbers.push(value);
    if (Array.isArray(value)) numbers.push(value.length);
    else if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) texts.push(key);
    for (const inner of valuesInside(next)) open.push(inner);
  }
}

function valuesInside({ value, levels }: OpenValue): OpenValue[] {
  if (typeof value === 'string') {
    const inner = levels > 0 ? parseJson(value) : undefined;
    return inner === undefined ? [] : [{ value: inner, levels: levels - 1 }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).map((item) => ({ value: item, levels }));
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Case, width, spaces, quotes and emphasis marks folded away. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑–—−]/g, '-')
    .replace(/\*+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function hasWord(all: string, word: string): boolean {
  for (let at = all.indexOf(word); at >= 0 && word !== ''; at = all.indexOf(word, at + 1)) {
    const around = all.charAt(at - 1) + all.charAt(at + word.length);
    if (!/[a-z0-9]/.test(around)) return true;
  }
  return false;
}

function firstAtLeast(sorted: Float64Array, low: number): number | undefined {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? low) < low) from = middle + 1;
    else to = middle;
  }
  return sorted[from];
}
