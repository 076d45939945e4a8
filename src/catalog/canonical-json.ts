/** JSON with sorted keys and no white space, whatever the depth: equal values give equal bytes. */

type Step = { text: string } | { value: unknown };

export function canonicalJson(value: unknown): string {
  const out: string[] = [];
  const open: Step[] = [{ value }];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if ('text' in step) out.push(step.text);
    else if (typeof step.value !== 'object' || step.value === null) {
      out.push(JSON.stringify(step.value) ?? 'null');
    } else for (const part of parts(step.value).reverse()) open.push(part);
  }
  return out.join('');
}

/** Equal but for key order; an absent value equals nothing but another. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || canonicalJson(a) === canonicalJson(b);
}

function parts(value: object): Step[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, i): Step[] =>
      i === 0 ? [{ value: item }] : [{ text: ',' }, { value: item }],
    );
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  const inner = value as Record<string, unknown>;
  const keys = Object.keys(inner)
    .filter((key) => inner[key] !== undefined)
    .sort();
  const members = keys.flatMap((key, i): Step[] => [
    { text: `${i === 0 ? '' : ','}${JSON.stringify(key)}:` },
    { value: inner[key] },
  ]);
  return [{ text: '{' }, ...members, { text: '}' }];
}
