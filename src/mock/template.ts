/**
 * `${args.x}` in the answers of a mock. A string that is one template keeps the type of the value, a
 * template inside text becomes text. A value that is missing is an error that names it, unless the
 * template carries a fallback: `${args.limit ?? 10}`. `$${` stands for a literal `${`.
 */
import { lookup, parseTarget, type Segment } from '../match/target.js';
import { isObject } from '../util/plain.js';

/** A template that cannot be filled; the message names it. */
export class TemplateError extends Error {}

interface Hole {
  /** As written between the braces. */
  source: string;
  path: readonly Segment[];
  fallback?: unknown;
}

/** What is wrong with the templates of a value, with the path of each; nothing when all is well. */
export function templateProblems(
  value: unknown,
  roots: readonly string[],
  path: readonly (string | number)[] = [],
): { path: readonly (string | number)[]; message: string }[] {
  if (typeof value === 'string') {
    if (!value.includes('${')) return [];
    try {
      for (const part of split(value)) {
        if (typeof part === 'string') continue;
        if (!roots.includes(String(part.path[0]))) {
          const known = roots.map((root) => `\${${root}${root === 'call_count' ? '' : '.…'}}`).join(' or ');
          const message = `\${${part.source}} is not known here; use ${known}, or $\${ for the plain text`;
          return [{ path, message }];
        }
      }
    } catch (error) {
      return [{ path, message: (error as Error).message }];
    }
    return [];
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => templateProblems(item, roots, [...path, i]));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => templateProblems(item, roots, [...path, key]));
  }
  return [];
}

/** A copy of the value with every template filled in. Throws `TemplateError`. */
export function fill(value: unknown, root: Record<string, unknown>): unknown {
  if (typeof value === 'string') return value.includes('${') ? fillText(value, root) : value;
  if (Array.isArray(value)) return value.map((item) => fill(item, root));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value)) copy[key] = fill(value[key], root);
  return copy;
}

function fillText(text: string, root: Record<string, unknown>): unknown {
  const parts = split(text);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') return lookUp(only, root);
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = lookUp(part, root);
      return typeof value === 'string' ? value : JSON.stringify(value);
    })
    .join('');
}

function lookUp(hole: Hole, root: Record<string, unknown>): unknown {
  const found = lookup(root, hole.path);
  if (found.found) return found.value;
  if ('fallback' in hole) return hole.fallback;
  throw new TemplateError(`\${${hole.source}} has no value: ${found.reason}`);
}

function split(text: string): (string | Hole)[] {
  const parts: (string | Hole)[] = [];
  let plain = '';
  let at = 0;
  for (let open = text.indexOf('${', at); open !== -1; open = text.indexOf('${', at)) {
    if (text[open - 1] === '$' && open > at) {
      plain += `${text.slice(at, open - 1)}\${`;
      at = open + 2;
      continue;
    }
    const close = text.indexOf('}', open);
    if (close === -1) throw new TemplateError(`"\${" is never closed; write $\${ for the plain text`);
    plain += text.slice(at, open);
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(parseHole(text.slice(open + 2, close)));
    at = close + 1;
  }
  plain += text.slice(at);
  if (plain !== '') parts.push(plain);
  return parts;
}

function parseHole(source: string): Hole {
  const mark = source.indexOf('??');
  const expression = (mark === -1 ? source : source.slice(0, mark)).trim();
  const target = parseTarget(expression);
  if (target.problem) throw new TemplateError(`\${${source}}: ${target.problem.message}`);
  const path = target.segments;
  return mark === -1
    ? { source, path }
    : { source, path, fallback: fallbackOf(source.slice(mark + 2).trim()) };
}

function fallbackOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
