/** Plain values as OTLP's typed attributes; what is undefined is left out. */

export type AttributeValue = string | number | boolean | readonly string[] | undefined;

export interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

export function attributes(values: Readonly<Record<string, AttributeValue>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typed(value) }],
  );
}

function typed(value: Exclude<AttributeValue, undefined>): Record<string, unknown> {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // 64-bit integers are strings in OTLP JSON.
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
}
