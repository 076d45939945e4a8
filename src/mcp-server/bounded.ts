/**
 * An answer that fits into a model's context: long texts are cut with their length told, long lists end
 * with how many were left out. What a server under test sends can be large; what a verb says is not.
 */
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, setOwn } from '../util/plain.js';
import { clip, visible } from '../util/text.js';

const MAX_CHARS = 200_000;

/** How much is kept; what is still too large is cut again, more closely. */
interface Bounds {
  chars: number;
  items: number;
  /** How many values are looked at. */
  nodes: number;
}

const ROUNDS: Bounds[] = [
  { chars: 8000, items: 1000, nodes: 50_000 },
  { chars: 2000, items: 200, nodes: 50_000 },
  { chars: 500, items: 50, nodes: 50_000 },
  { chars: 120, items: 10, nodes: 50_000 },
];
const LAST: Bounds = { chars: 120, items: 3, nodes: 500 };

export function bounded<T extends Record<string, unknown>>(value: T): T {
  for (const round of ROUNDS) {
    const cut = shorten(value, { ...round }, 0) as T;
    if (JSON.stringify(cut).length <= MAX_CHARS) return cut;
  }
  return shorten(value, { ...LAST }, 0) as T;
}

/** Counts `nodes` of the bounds down. */
function shorten(value: unknown, left: Bounds, depth: number): unknown {
  const { chars, items } = left;
  left.nodes -= 1;
  if (typeof value === 'string') {
    const cut = value.length > chars ? `${clip(value, chars)} (${value.length} characters)` : value;
    return visible(cut);
  }
  if (value === null || typeof value !== 'object') return value;
  if (left.nodes < 0 || depth > 40) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((item) => shorten(item, left, depth + 1));
    return value.length > items ? [...kept, omitted(kept, value.length - items)] : kept;
  }
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const name = key.length > 200 ? clip(key, 200) : key;
    setOwn(out, name, shorten(inner, left, depth + 1));
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

/** As `withoutTraces`, and without what a green check was held against: its sentence says what holds. */
export function withoutPassedValues(envelope: RunEnvelope): Record<string, unknown> {
  const { output_schemas: _schemas, ...rest } = envelope;
  return bounded({ ...rest, results: envelope.results.map(shortRow) });
}

function shortRow(result: CaseResult): Record<string, unknown> {
  const { trace: _trace, replies: _replies, repro, test, tags, figures, flaky, checks, ...rest } = result;
  return omitUndefined({
    ...rest,
    test: test === result.name ? undefined : test,
    tags: tags.length === 0 ? undefined : tags,
    figures: Object.keys(figures).length === 0 ? undefined : figures,
    flaky: flaky || undefined,
    checks: checks.map(shortCheck),
    repro: result.verdict === 'pass' ? undefined : repro,
  });
}

function shortCheck(check: Check): Partial<Check> {
  if (check.outcome !== 'pass') return check;
  const { target, matcher, outcome, message } = check;
  return { target, matcher, outcome, message };
}
