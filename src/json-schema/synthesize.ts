/**
 * A readable value for a JSON Schema, always the same one: what the schema offers itself (`const`,
 * `default`, `examples`, `enum`), else something plain within its bounds; required properties only. Every
 * value is checked with the validator before it is returned. The twin of `validate`.
 */
import { runWithin } from '../util/run-within.js';
import { clearlyCompiles } from './clearly-compiles.js';
import { compileSchema } from './compile.js';
import { isClearlyValid } from './is-clearly-valid.js';
import { type Decisions, sample } from './sample.js';

const MAX_TRIES = 200;
/** For patterns that backtrack for ever; whatever can be found is found far sooner, on a busy machine too. */
const BUDGET_MS = 5000;

/** Undefined when no valid value was found, or when the schema itself cannot be used. */
export function synthesize(schema: unknown): { value: unknown } | undefined {
  return plainly(schema) ?? slowly(schema);
}

/** For most schemas of tools what they suggest is valid without doubt, and nothing need be compiled to know it. */
function plainly(schema: unknown): { value: unknown } | undefined {
  if (!clearlyCompiles(schema)) return undefined;
  const first = () => ({ value: sample(schema, { take: [], ways: [] }) });
  // Only the text of a pattern can take long to find.
  const found = JSON.stringify(schema).includes('"pattern') ? within(first) : first();
  if (found === undefined) return undefined;
  const { value } = found;
  return isFlat(value) && isClearlyValid(schema, value) ? { value } : undefined;
}

/** Deep values, which a schema may suggest, are for the validator: it knows what it can walk. */
function isFlat(value: unknown, left = 20): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((inner) => isFlat(inner, left - 1));
}

function slowly(schema: unknown): { value: unknown } | undefined {
  let isValid: (value: unknown) => boolean;
  try {
    const check = compileSchema(schema).first;
    isValid = (candidate) => check(candidate) === true;
  } catch {
    return undefined;
  }
  return within(() => search(schema, isValid));
}

function within<T>(find: () => T | undefined): T | undefined {
  try {
    return runWithin(BUDGET_MS, find)?.value;
  } catch {
    return undefined;
  }
}

/** First as the schema suggests, then with one decision changed, then through all combinations in turn. */
function search(schema: unknown, isValid: (value: unknown) => boolean): { value: unknown } | undefined {
  let tries = 0;
  const attempt = (take: readonly number[]) => {
    tries += 1;
    const decisions: Decisions = { take, ways: [] };
    const value = sample(schema, decisions);
    return { value, ways: decisions.ways, valid: isValid(value) };
  };
  const first = attempt([]);
  if (first.valid) return { value: first.value };
  for (const [at, ways] of first.ways.entries()) {
    for (let way = 1; way < ways && tries < MAX_TRIES / 2; way += 1) {
      const made = attempt([...new Array<number>(at).fill(0), way]);
      if (made.valid) return { value: made.value };
    }
  }
  let combination: number[] | undefined = [];
  while (combination !== undefined && tries < MAX_TRIES) {
    const made = attempt(combination);
    if (made.valid) return { value: made.value };
    combination = next(combination, made.ways);
  }
  return undefined;
}

/** The combination after this one: the last decision that has another way takes it. */
function next(take: readonly number[], ways: readonly number[]): number[] | undefined {
  const at = ways.findLastIndex((count, place) => (take[place] ?? 0) + 1 < count);
  if (at === -1) return undefined;
  return ways.slice(0, at + 1).map((_count, place) => (take[place] ?? 0) + (place === at ? 1 : 0));
}
