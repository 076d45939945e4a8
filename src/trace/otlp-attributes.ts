/** OTLP's typed attribute values as plain ones. */
import { isObject, ownValue } from '../util/plain.js';
import { listField, stringField } from './fields.js';

/** Attributes of the span and of its events; the span's own win. */
export function attributesOf(span: Record<string, unknown>): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const event of listField(span, 'events') ?? []) addAll(found, event);
  addAll(found, span);
  return found;
}

function addAll(found: Map<string, unknown>, holder: unknown): void {
  for (const attribute of listField(holder, 'attributes') ?? []) {
    const key = stringField(attribute, 'key');
    if (key !== undefined) found.set(key, plainValue(ownValue(attribute, 'value')));
  }
}

function plainValue(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > 200) return value;
  for (const key of ['stringValue', 'boolValue', 'doubleValue', 'bytesValue']) {
    if (Object.hasOwn(value, key)) return value[key];
  }
  // 64-bit integers are strings in OTLP JSON.
  if (Object.hasOwn(value, 'intValue')) return Number(value.intValue);
  const list = ownValue(value, 'arrayValue');
  if (isObject(list)) return (listField(list, 'values') ?? []).map((item) => plainValue(item, depth + 1));
  const map = ownValue(value, 'kvlistValue');
  if (!isObject(map)) return undefined;
  const pairs: [string, unknown][] = [];
  for (const pair of listField(map, 'values') ?? []) {
    const key = stringField(pair, 'key');
    if (key !== undefined) pairs.push([key, plainValue(ownValue(pair, 'value'), depth + 1)]);
  }
  return Object.fromEntries(pairs);
}

export function nanos(value: unknown): bigint | undefined {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? BigInt(value) : undefined;
}
