/** Values at the edges of what a schema allows, and values beyond them. Whether they are is for the caller to check. */
import { isObject, ownValue } from '../util/plain.js';

type Schema = Record<string, unknown>;

export interface Boundary {
  /** `minimum`, `shortest` and the like. */
  at: string;
  value: unknown;
}

/** Longer texts are not written into a suite. */
const MAX_TEXT = 4096;
const OVERSIZE = 1024;

/** The edges that the schema names, lowest first, then the edges that every value of its type has. */
export function boundaries(schema: Schema, usual: unknown): Boundary[] {
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values)) return values.length > 1 ? [{ at: 'last choice', value: values.at(-1) }] : [];
  switch (typeOf(schema, usual)) {
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    case 'array':
      return [{ at: 'empty', value: [] }];
    case 'boolean':
      return [{ at: 'false', value: false }];
    default:
      return [];
  }
}

/** Whether the schema itself says where its edges are. */
export function isBounded(schema: Schema): boolean {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'];
  return (
    bounds.some((key) => typeof ownValue(schema, key) === 'number') || Array.isArray(ownValue(schema, 'enum'))
  );
}

function numbers(schema: Schema): Boundary[] {
  const step = ownValue(schema, 'type') === 'integer' ? 1 : 0;
  const out: Boundary[] = [];
  const add = (at: string, value: unknown) => {
    if (typeof value === 'number' && Number.isFinite(value)) out.push({ at, value });
  };
  const shifted = (key: string, by: number) => {
    const bound = ownValue(schema, key);
    return typeof bound === 'number' && step > 0 ? bound + by : undefined;
  };
  add('minimum', ownValue(schema, 'minimum') ?? shifted('exclusiveMinimum', 1));
  add('maximum', ownValue(schema, 'maximum') ?? shifted('exclusiveMaximum', -1));
  if (out.length === 0) add('zero', 0);
  return out;
}

function texts(schema: Schema): Boundary[] {
  const least = length(ownValue(schema, 'minLength')) ?? 0;
  const most = length(ownValue(schema, 'maxLength'));
  const out: Boundary[] = [{ at: least === 0 ? 'empty' : 'shortest', value: 'x'.repeat(least) }];
  if (most !== undefined && most > least) out.push({ at: 'longest', value: 'x'.repeat(most) });
  return out;
}

/** A value of another type than the schema wants. */
export function wrongType(schema: Schema, usual: unknown): unknown {
  const type = typeOf(schema, usual);
  if (type === 'string') return 12345;
  return type === undefined ? undefined : `not a${/^[aio]/.test(type) ? 'n' : ''} ${type}`;
}

/** Just beyond a bound: what the schema forbids by size and not by type. */
export function beyond(schema: Schema, usual: unknown): Boundary[] {
  if (Array.isArray(ownValue(schema, 'enum')) && typeof usual === 'string')
    return [{ at: 'no choice', value: 'not one of the choices' }];
  const out: Boundary[] = [];
  const { minimum, maximum } = { minimum: ownValue(schema, 'minimum'), maximum: ownValue(schema, 'maximum') };
  if (typeof minimum === 'number') out.push({ at: 'below its minimum', value: minimum - 1 });
  if (typeof maximum === 'number') out.push({ at: 'above its maximum', value: maximum + 1 });
  return out;
}

/** One character too many, or far more than anybody means. */
export function oversize(schema: Schema): string {
  const most = length(ownValue(schema, 'maxLength'));
  return 'x'.repeat(most === undefined ? OVERSIZE : most + 1);
}

export function typeOf(schema: Schema, usual: unknown): string | undefined {
  const type = ownValue(schema, 'type');
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (typeof first === 'string') return first;
  if (Array.isArray(usual)) return 'array';
  if (isObject(usual)) return 'object';
  return ['string', 'number', 'boolean'].includes(typeof usual) ? typeof usual : undefined;
}

function length(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MAX_TEXT
    ? value
    : undefined;
}
