/** `${captured.name}` in arguments, URIs and operands, filled in when the value is known. */

const REFERENCE = /\$\{captured\.([A-Za-z_][\w-]*)\}/g;
const WHOLE = /^\$\{captured\.([A-Za-z_][\w-]*)\}$/;

export type Captures = Map<string, unknown>;

/** The names a value refers to that are not known yet. */
export function missingCaptures(value: unknown, captures: Captures): string[] {
  const missing = new Set<string>();
  eachString(value, (text) => {
    for (const match of text.matchAll(REFERENCE)) if (!captures.has(match[1]!)) missing.add(match[1]!);
  });
  return [...missing];
}

/** A copy with every reference replaced; a string that is one reference keeps the value's type. */
export function fillCaptures<T>(value: T, captures: Captures): T {
  if (captures.size === 0) return value;
  return fill(value, captures) as T;
}

function fill(value: unknown, captures: Captures): unknown {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value);
    if (whole && captures.has(whole[1]!)) return captures.get(whole[1]!);
    return value.replace(REFERENCE, (text, name: string) =>
      captures.has(name) ? asText(captures.get(name)) : text,
    );
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, captures));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, captures)]));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function eachString(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) eachString(inner, visit);
}
