/** `JSON.stringify` of a JSON value, however deep it nests. */

/** What is left to be written: a text, or a value. */
type Part = { text: string } | { value: unknown };

export function deepJson(root: unknown): string {
  const out: string[] = [];
  const todo: Part[] = [{ value: root }];
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if ('text' in part) out.push(part.text);
    else if (typeof part.value !== 'object' || part.value === null)
      out.push(JSON.stringify(part.value) ?? 'null');
    else for (const one of partsOf(part.value).reverse()) todo.push(one);
  }
  return out.join('');
}

function partsOf(value: object): Part[] {
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, item]) => isList || item !== undefined);
  const inner = entries.flatMap(([key, item], at): Part[] => {
    const comma = at > 0 ? ',' : '';
    return [{ text: isList ? comma : `${comma}${JSON.stringify(key)}:` }, { value: item }];
  });
  const [open, close] = isList ? '[]' : '{}';
  return [{ text: open ?? '' }, ...inner, { text: close ?? '' }];
}
