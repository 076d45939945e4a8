/**
 * An answer that fits into a model's context: long texts are cut with their length told, long lists end
 * with how many were left out. What a server under test sends can be large; what a verb says is not.
 */
import type { RunEnvelope } from '../types/envelope.js';
import { isObject, setOwn } from '../util/plain.js';
import { clip, visible } from '../util/text.js';

const MAX_CHARS = 200_000;
const STRINGS = [8000, 2000, 500, 120];
const ITEMS = [1000, 200, 50, 10];

export function bounded<T extends Record<string, unknown>>(value: T): T {
  for (const [round, chars] of STRINGS.entries()) {
    const left = { nodes: 50_000 };
    const cut = shorten(value, chars, ITEMS[round]!, left, 0) as T;
    if (JSON.stringify(cut).length <= MAX_CHARS) return cut;
  }
  const [last] = STRINGS.slice(-1);
  return shorten(value, last!, 3, { nodes: 500 }, 0) as T;
}

function shorten(
  value: unknown,
  chars: number,
  items: number,
  left: { nodes: number },
  depth: number,
): unknown {
  left.nodes -= 1;
  if (typeof value === 'string') {
    const cut = value.length > chars ? `${clip(value, chars)} (${value.length} characters)` : value;
    return visible(cut);
  }
  if (value === null || typeof value !== 'object') return value;
  if (left.nodes < 0 || depth > 40) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((item) => shorten(item, chars, items, left, depth + 1));
    return value.length > items ? [...kept, omitted(kept, value.length - items)] : kept;
  }
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const name = key.length > 200 ? clip(key, 200) : key;
    const cut = shorten(inner, chars, items, left, depth + 1);
    setOwn(out, name, cut);
  }
  return out;
}

/** In the kind of the list, so that what reads objects meets one. */
function omitted(kept: unknown[], count: number): unknown {
  return kept.every(isObject) ? { omitted: count } : `${count} more omitted`;
}

/** A run without what the agent said and did; the record itself stays in the workspace. */
export function withoutTraces(envelope: RunEnvelope): Record<string, unknown> {
  const results = envelope.results.map(({ trace: _trace, ...rest }) => rest);
  return bounded({ ...envelope, results });
}
