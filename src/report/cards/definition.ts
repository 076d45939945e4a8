/** The definition of a tool as lines of JSON, each with its RFC 6901 pointer, so that a finding can stand where it is meant. */

export interface DefinitionLine {
  pointer: string;
  text: string;
}

/** The name is the title of a card and the description its first paragraph. */
export function definitionLines({
  name: _,
  description: __,
  ...rest
}: Record<string, unknown>): DefinitionLine[] {
  return Object.entries(rest).flatMap(([key, value]) => linesOf(value, `/${escaped(key)}`, `${key}: `, ''));
}

function linesOf(value: unknown, pointer: string, label: string, indent: string): DefinitionLine[] {
  const isList = Array.isArray(value);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const plain = JSON.stringify(value) ?? 'null';
  if (entries.length === 0 || (isList && plain.length <= 80 && entries.every(([, one]) => isPlain(one))))
    return [{ pointer, text: `${indent}${label}${plain}` }];
  return [
    { pointer, text: `${indent}${label}${isList ? '[' : '{'}` },
    ...entries.flatMap(([key, inner]) =>
      linesOf(inner, `${pointer}/${escaped(key)}`, isList ? '' : `${key}: `, `${indent}  `),
    ),
    { pointer: '', text: `${indent}${isList ? ']' : '}'}` },
  ];
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The line that a pointer means: its own, or that of the nearest thing around it. -1 when it is not in these lines. */
export function lineOf(lines: readonly DefinitionLine[], pointer: string): number {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = lines.findIndex((line) => line.pointer === at);
    if (found !== -1) return found;
  }
  return -1;
}
