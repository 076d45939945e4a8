/** URI templates (RFC 6570, all four levels for text and lists) with their variables filled in. */

type Value = string | readonly string[];

interface Operator {
  /** Stands before the first value, and between values. */
  first: string;
  between: string;
  isNamed: boolean;
  /** Follows a name without a value. */
  empty: string;
  /** Characters of addresses stay as they are. */
  keepsReserved: boolean;
}

const SIMPLE: Operator = { first: '', between: ',', isNamed: false, empty: '', keepsReserved: false };
const OPERATORS: Record<string, Operator> = {
  '+': { ...SIMPLE, keepsReserved: true },
  '#': { ...SIMPLE, first: '#', keepsReserved: true },
  '.': { ...SIMPLE, first: '.', between: '.' },
  '/': { ...SIMPLE, first: '/', between: '/' },
  ';': { ...SIMPLE, first: ';', between: ';', isNamed: true },
  '?': { ...SIMPLE, first: '?', between: '&', isNamed: true, empty: '=' },
  '&': { ...SIMPLE, first: '&', between: '&', isNamed: true, empty: '=' },
};
const VARIABLE = /^([\w.%]+)(\*|:[1-9]\d{0,3})?$/;

/** A variable that the template does not have is a mistake; one without a value is left out. */
export function expandTemplate(
  template: string,
  args: Record<string, unknown>,
): { uri: string } | { problem: string } {
  const known = new Set<string>();
  let problem: string | undefined;
  const uri = template.replace(/\{([^{}]*)\}/g, (_all, inner: string) => {
    const operator = Object.hasOwn(OPERATORS, inner[0] ?? '') ? OPERATORS[inner[0] as string]! : SIMPLE;
    const variables = (operator === SIMPLE ? inner : inner.slice(1)).split(',');
    const parts = variables.flatMap((variable) => {
      const [, name, modifier = ''] = VARIABLE.exec(variable) ?? [];
      if (name === undefined) {
        problem ??= `the template ${template} cannot be read at {${inner}}`;
        return [];
      }
      known.add(name);
      return Object.hasOwn(args, name) ? [filled(name, asValue(args[name]), modifier, operator)] : [];
    });
    return parts.length === 0 ? '' : operator.first + parts.join(operator.between);
  });
  const stray = Object.keys(args).find((name) => !known.has(name));
  if (problem === undefined && stray !== undefined) problem = `the template ${template} has no {${stray}}`;
  return problem === undefined ? { uri } : { problem };
}

function asValue(value: unknown): Value {
  return Array.isArray(value) ? value.map(String) : String(value);
}

function filled(name: string, value: Value, modifier: string, operator: Operator): string {
  const { isNamed, between, empty, keepsReserved } = operator;
  const encoded = (text: string): string => encode(text, keepsReserved);
  const named = (text: string): string => {
    if (!isNamed) return text;
    return text === '' ? `${name}${empty}` : `${name}=${text}`;
  };
  if (typeof value === 'string') {
    const length = modifier.startsWith(':') ? Number(modifier.slice(1)) : undefined;
    return named(encoded([...value].slice(0, length).join('')));
  }
  const items = value.map(encoded);
  return modifier === '*' ? items.map(named).join(between) : named(items.join(','));
}

function encode(text: string, keepsReserved: boolean): string {
  const strict = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (!keepsReserved) return strict;
  return encodeURI(text)
    .replace(/%5B/g, '[')
    .replace(/%5D/g, ']')
    .replace(/%25([0-9A-F]{2})/gi, '%$1');
}
