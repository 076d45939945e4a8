/** What a tool takes, in one line: `path: string, tail?: number, kind: "a"|"b", edits: {old: string}[]`. */
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';

const LONGEST = 400;
const DEEPEST = 3;
const MOST_VALUES = 8;

export function signatureOf(schema: unknown): string {
  return clip(oneLine(fields(schema, 0)), LONGEST);
}

function fields(schema: unknown, depth: number): string {
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties)) return '';
  const required = ownValue(schema, 'required');
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .map(([name, inner]) => `${name}${needed.has(name) ? '' : '?'}: ${typeOf(inner, depth + 1)}`)
    .join(', ');
}

function typeOf(schema: unknown, depth: number): string {
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values)) return alternatives(values.map((value) => JSON.stringify(value)));
  if (ownValue(schema, 'const') !== undefined) return JSON.stringify(ownValue(schema, 'const'));
  const either = ownValue(schema, 'anyOf') ?? ownValue(schema, 'oneOf');
  if (Array.isArray(either) && depth <= DEEPEST)
    return alternatives(either.map((one) => typeOf(one, depth + 1)));
  const type = ownValue(schema, 'type');
  if (Array.isArray(type)) return alternatives(type.map(String));
  if (type === 'array') return `${typeOf(ownValue(schema, 'items'), depth + 1)}[]`;
  if (type === 'object' && depth <= DEEPEST) {
    const inside = fields(schema, depth);
    return inside === '' ? 'object' : `{${inside}}`;
  }
  return typeof type === 'string' ? type : 'any';
}

function alternatives(all: string[]): string {
  const different = [...new Set(all)];
  const shown = different.slice(0, MOST_VALUES).join('|');
  return different.length > MOST_VALUES ? `${shown}|…` : shown;
}
