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

/**
 * The description is kept beside the schema. As a check of it, it would make every schema twice: that took a tenth of the
 * time to the start of a server.
 */
export function described<T extends Shape>(about: string, schema: T): T {
  z.globalRegistry.add(schema, { description: about });
  return schema;
}

export function text(about: string) {
  const checks = [z.minLength(1, 'expected text that is not empty')];
  return described(about, z.string({ error: 'expected text', checks }));
}

/** Text that may be empty. */
export function anyText(about: string) {
  return described(about, z.string({ error: 'expected text' }));
}

export function pattern(about: string, expression: RegExp, message: string) {
  return described(about, z.string({ error: message, checks: [z.regex(expression, message)] }));
}

export function flag(about: string) {
  return described(about, z.boolean({ error: 'expected true or false' }));
}

export function wholeNumber(about: string, least: number, most: number) {
  const message = `expected a whole number from ${least} to ${most}`;
  const checks = [z.multipleOf(1, message), z.minimum(least, message), z.maximum(most, message)];
  return described(about, z.number({ error: message, checks }));
}

export function number(about: string, least: number, most: number) {
  const message = `expected a number from ${least} to ${most}`;
  const checks = [z.minimum(least, message), z.maximum(most, message)];
  return described(about, z.number({ error: message, checks }));
}

/** In percent; `80%` says the same as 80. */
export function percent(about: string, least = 0, most = 100) {
  const message = `expected a share in percent from ${least} to ${most}, such as 80 or 80%`;
  const inPercent = ({ input }: { input?: unknown }) =>
    `expected a share in percent such as ${showPercent(Number(input))}, or "${input}%" if that is meant`;
  const isWhole = (value: number) => value <= 0 || value >= 1;
  const bare = z.number({
    error: message,
    checks: [z.minimum(least, message), z.maximum(most, message), z.refine(isWhole, { error: inPercent })],
  });
  const isWithin = (value: string) => Number.parseFloat(value) >= least && Number.parseFloat(value) <= most;
  const signed = z.string({
    error: message,
    checks: [z.regex(/^\d+(\.\d+)?\s?%$/, message), z.refine(isWithin, message)],
  });
  return described(about, z.union([bare, signed], { error: message }));
}

/** 0.8 → 80; what was most probably meant. */
export function showPercent(share: number): string {
  return String(Number((share * 100).toPrecision(12)));
}

/** `least` is 0 only where no time at all makes sense. */
export function duration(about: string, least: 0 | 1 = 1) {
  const error = ({ input }: { input?: unknown }) => {
    const ms = typeof input === 'string' || typeof input === 'number' ? parseDuration(input) : undefined;
    return ms === undefined
      ? DURATION
      : `expected a duration ${least === 0 ? 'from' : 'above'} 0 up to 24 hours`;
  };
  const milliseconds = z.number({
    error,
    checks: [z.minimum(least, { error }), z.maximum(DAY_MS, { error })],
  });
  const written = z.string({
    error,
    checks: [
      z.regex(/^\d+(\.\d+)?\s*(ms|s|m)?$/, { error }),
      z.refine((value: string) => inRange(value, least), { error }),
    ],
  });
  return described(about, z.union([milliseconds, written], { error }));
}

function inRange(value: string | number, least: number): boolean {
  const ms = parseDuration(value);
  return ms !== undefined && ms >= least && ms <= DAY_MS;
}

export function choice<const T extends readonly string[]>(about: string, values: T) {
  return described(about, z.enum(values, { error: expectedOne(values) }));
}

export function list<T extends Shape>(about: string, item: T, least = 0) {
  const schema = z.array(item, { error: 'expected a list' });
  return described(
    about,
    least === 0 ? schema : schema.check(z.minLength(least, 'expected a list that is not empty')),
  );
}

/** A map whose keys the author chooses. */
export function map<T extends Shape>(
  about: string,
  value: T,
  keys?: { expression: RegExp; message: string },
) {
  const key = keys ? z.string({ checks: [z.regex(keys.expression, keys.message)] }) : z.string();
  return described(about, z.record(key, value, { error: 'expected a map' }));
}

const nothingElse = z.never();

/**
 * A map with fixed keys; any other key is a problem. What stands under the keys is made when the first such map is read:
 * a suite uses few of all blocks.
 */
export function block<T extends Record<string, Shape>>(
  about: string,
  keys: () => T,
): z.ZodMiniObject<T, z.core.$strict> {
  let made: T | undefined;
  const schema = new z.ZodMiniObject({
    type: 'object',
    get shape() {
      made ??= keys();
      return made;
    },
    catchall: nothingElse,
    error: () => 'expected a map',
  });
  return described(about, schema as unknown as z.ZodMiniObject<T, z.core.$strict>);
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
  const schema = described(about, z.unknown().check(check));
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
  const schema = described(about, z.unknown().check(check));
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
