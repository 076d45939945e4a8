/** Which captures a value reads: every `${captured.name}` that is not escaped as `$${captured.name}`. */

const CAPTURED = /(\$?)\$\{captured\.([A-Za-z_][\w-]*)\}/g;

export function capturesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    for (const match of value.matchAll(CAPTURED)) if (match[1] === '') found.add(match[2]!);
  } else if (Array.isArray(value)) {
    for (const item of value) capturesIn(item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) capturesIn(item, found);
  }
  return found;
}
