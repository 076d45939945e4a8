/** JSON with sorted keys, so that equal values give equal bytes. */
export function stableJson(value: unknown, indent?: number): string {
  return JSON.stringify(sorted(value), null, indent) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of entries) out[key] = sorted(inner);
  return out;
}
