/**
 * Nesting that would overflow the stack of any recursive reader. JSON of a hundred thousand brackets is
 * legal and small, so it is looked for once, before anything is judged.
 */

export const MAX_DEPTH = 500;

const known = new WeakMap<object, boolean>();

export function isTooDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let answer = known.get(value);
  if (answer === undefined) {
    answer = search(value);
    known.set(value, answer);
  }
  return answer;
}

function search(root: object): boolean {
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    const next: object[] = [];
    for (const node of level) {
      for (const inner of Object.values(node)) {
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return false;
}
