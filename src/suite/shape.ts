/**
 * The words in which the suite's schema is written. Each one makes a zod schema with a description that
 * editors show and a message in plain words, so that the checker, the types and the published JSON
 * Schema come from the same lines.
 */
import * as z from 'zod/mini';
import { parseDuration } from '../util/duration.js';
import { expectedOne, unworded } from './plain-issues.js';

export type Shape = z.ZodMiniType;

const DAY_MS = 86_400_000;
const DURATION = 'expected a duration such as 500ms, 2s or 5m';

export function text(about: string) {
  return z
    .string({ error: 'expected text' })
    .check(z.minLength(1, 'expected text that is not empty'), z.describe(about));
}

/** Text that may be empty. */
export function anyText(about: string) {
  return z.string({ error: 'expected text' }).check(z.describe(about));
}

export function pattern(about: string, expression: RegExp, message: string) {
  return z.string({ error: message }).check(z.regex(expression, message), z.describe(about));
}

export function flag(about: string) {
  return z.boolean({ error: 'expected true or false' }).check(z.describe(about));
}

export function wholeNumber(about: string, least: number, most: number) {
  const message = `expected a whole number from ${least} to ${most}`;
  return z
    .number({ error: message })
    .check(z.multipleOf(1, message), z.minimum(least, message), z.maximum(most, message), z.describe(about));
}

export function number(about: string, least: number, most: number) {
  const message = `expected a number from ${least} to ${most}`;
  return z
    .number({ error: message })
    .check(z.minimum(least, message), z.maximum(most, message), z.describe(about));
}

/** In percent; `80%` says the same as 80. */
export function percent(about: string, least = 0, most = 100) {
  const message = `expected a share in percent from ${least} to ${most}, such as 80 or 80%`;
  const bare = z.number({ error: message }).check(z.minimum(least, message), z.maximum(most, message));
  const signed = z.string({ error: message }).check(
    z.regex(/^\d+(\.\d+)?\s?%$/, message),
    z.refine((value) => Number.parseFloat(value) >= least && Number.parseFloat(value) <= most, message),
  );
  return z.union([bare, signed], { error: message }).check(z.describe(about));
}

/** `least` is 0 only where no time at all makes sense. */
export function duration(about: string, least: 0 | 1 = 1) {
  const error = ({ input }: { input?: unknown }) => {
    const ms = typeof input === 'string' || typeof input === 'number' ? parseDuration(input) : undefined;
    return ms === undefined
      ? DURATION
      : `expected a duration ${least === 0 ? 'from' : 'above'} 0 up to 24 hours`;
  };
  const milliseconds = z.number({ error }).check(z.minimum(least, { error }), z.maximum(DAY_MS, { error }));
  const written = z.string({ error }).check(
    z.regex(/^\d+(\.\d+)?\s*(ms|s|m)?$/, { error }),
    z.refine((value) => inRange(value, least), { error }),
  );
  return z.union([milliseconds, written], { error }).check(z.describe(about));
}

function inRange(value: string | number, least: number): boolean {
  const ms = parseDuration(value);
  return ms !== undefined && ms >= least && ms <= DAY_MS;
}

export function choice<const T extends readonly string[]>(about: string, values: T) {
  return z.enum(values, { error: expectedOne(values) }).check(z.describe(about));
}

export function list<T extends Shape>(about: string, item: T, least = 0) {
  return z
    .array(item, { error: 'expected a list' })
    .check(z.minLength(least, 'expected a list that is not empty'), z.describe(about));
}

/** A map whose keys the author chooses. */
export function map<T extends Shape>(
  about: string,
  value: T,
  keys?: { expression: RegExp; message: string },
) {
  const key = keys ? z.string().check(z.regex(keys.expression, keys.message)) : z.string();
  return z.record(key, value, { error: 'expected a map' }).check(z.describe(about));
}

/** A map with fixed keys; any other key is a problem. */
export function block<T extends Record<string, Shape>>(about: string, shape: T) {
  return z.strictObject(shape, { error: 'expected a map' }).check(z.describe(about));
}

export const optional = z.optional;

export type Infer<T extends Shape> = z.infer<T>;

interface Variant {
  options: readonly Shape[];
  pick: (value: unknown) => number;
}

const variants = new WeakMap<object, Variant>();

/**
 * One of several spellings. `pick` says which one the author meant, so that problems are about that one
 * and not about every spelling at once.
 */
export function variant<const T extends readonly Shape[]>(
  about: string,
  options: T,
  pick: (value: unknown) => number,
): z.ZodMiniType<z.infer<T[number]>> {
  const check = z.check<unknown>((payload) => {
    const result = z.safeParse(options[pick(payload.value)]!, payload.value, unworded);
    if (!result.success) for (const issue of result.error.issues) payload.issues.push(issue as never);
  });
  const schema = z.unknown().check(check, z.describe(about));
  variants.set(schema, { options, pick });
  return schema as unknown as z.ZodMiniType<z.infer<T[number]>>;
}

export function variantOf(schema: object): Variant | undefined {
  return variants.get(schema);
}

export interface Complaint {
  path: readonly (string | number)[];
  message: string;
  hint?: string | null;
  /** The complaint is about the key at the end of `path`, not about its value. */
  at_key?: boolean;
}

/** The complaint is that something stands where text should. */
export function wantsText(complaint: Complaint): boolean {
  return complaint.message.startsWith('expected text');
}

const published = new WeakMap<object, string>();

/** A value judged by a function; in the JSON Schema it is a reference to the definition of that name. */
export function judged(about: string, definition: string, judge: (value: unknown) => Complaint[]) {
  const check = z.check<unknown>((payload) => {
    if (payload.value === undefined) {
      payload.issues.push({
        code: 'invalid_type',
        expected: 'nonoptional',
        input: undefined,
        message: 'required',
      });
      return;
    }
    for (const { path, message, ...params } of judge(payload.value)) {
      payload.issues.push({ code: 'custom', path: [...path], message, input: payload.value, params });
    }
  });
  const schema = z.unknown().check(check, z.describe(about));
  published.set(schema, definition);
  return schema;
}

const named = new WeakMap<object, string>();

/** A shape that stands under `$defs` in the JSON Schema, since it is used in several places. */
export function define<T extends Shape>(name: string, schema: T): T {
  named.set(schema, name);
  return schema;
}

export function nameOf(schema: object): string | undefined {
  return named.get(schema);
}

export function definitionOf(schema: object): string | undefined {
  return published.get(schema);
}
