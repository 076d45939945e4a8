/**
 * URI templates of resources: `{name}` stands for one segment, `{+name}` may hold slashes. Matching is
 * a single walk from the left: every expression takes the shortest text before the literal after it.
 */

interface Expression {
  name: string;
  slashes: boolean;
}

export interface UriTemplate {
  literals: string[];
  expressions: Expression[];
}

const EXPRESSION = /^\{(\+?)([A-Za-z_]\w*)\}/;

/** The parsed template, or what is wrong with it. */
export function parseUriTemplate(text: string): UriTemplate | string {
  const literals: string[] = [''];
  const expressions: Expression[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '{') {
      const next = text.indexOf('{', at);
      const end = next === -1 ? text.length : next;
      literals[literals.length - 1] += text.slice(at, end);
      at = end;
      continue;
    }
    const match = EXPRESSION.exec(text.slice(at, at + 200));
    if (!match) return `only {name} and {+name} are understood in a uri_template`;
    if (expressions.length > 0 && literals.at(-1) === '')
      return 'two expressions need some text between them';
    expressions.push({ name: match[2] ?? '', slashes: match[1] === '+' });
    literals.push('');
    at += match[0].length;
  }
  if (expressions.length === 0)
    return 'a uri_template needs an expression such as {name}; use resources for a fixed uri';
  return { literals, expressions };
}

/** The values of the expressions, percent-decoded, or undefined when the uri is another one. */
export function matchUri(template: UriTemplate, uri: string): Record<string, string> | undefined {
  const { literals, expressions } = template;
  const first = literals[0] ?? '';
  if (!uri.startsWith(first)) return undefined;
  const params: Record<string, string> = Object.create(null);
  let at = first.length;
  for (const [i, expression] of expressions.entries()) {
    const literal = literals[i + 1] ?? '';
    const isLast = i === expressions.length - 1;
    const end = isLast ? uri.length - literal.length : uri.indexOf(literal, at + 1);
    if (end <= at || (isLast && !uri.endsWith(literal))) return undefined;
    const value = uri.slice(at, end);
    if (!expression.slashes && value.includes('/')) return undefined;
    params[expression.name] = decode(value);
    at = end + literal.length;
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
