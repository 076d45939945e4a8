/** Shapes as data, and what of a value does not fit one. Two lines of clients may want different things of one field. */
import { isObject, ownValue } from '../util/plain.js';

/** The official clients from npm: `@modelcontextprotocol/sdk` (1.x) and `@modelcontextprotocol/client` (2.x). */
export type ClientLine = '1.x' | '2.x';

export type Shape =
  | { is: 'string' | 'boolean' | 'base64' | 'date-time' | 'object-or-list' }
  | { is: 'number'; least?: number; most?: number; whole?: boolean }
  | { is: 'word'; words: readonly string[] }
  | { is: 'list'; of: Shape }
  /** Every value of it fits `of`; without that, any object. */
  | { is: 'record'; of?: Shape }
  /** An object with these fields; what else it holds is its own business. */
  | { is: 'object'; fields: Record<string, Field> }
  | { is: 'either'; shapes: readonly Shape[]; words: string }
  /** An object whose `type` names its shape. */
  | { is: 'typed'; types: Record<string, Shape> }
  | { is: 'by-client'; '1.x': Shape; '2.x': Shape };

export interface Field {
  shape: Shape;
  optional: boolean;
}

export type Path = readonly (string | number)[];

export interface Misfit {
  path: Path;
  /** `is null and not a string`, `is missing`. */
  words: string;
}

/** Of one value; whoever mends the first ones runs the check again. */
const MOST_MISFITS = 20;

/** What `line` refuses of a value, in the order of the shape. */
export function misfits(value: unknown, shape: Shape, line: ClientLine): Misfit[] {
  const found: Misfit[] = [];
  walk(value, shape, { line, found, path: [] });
  return found;
}

interface Walk {
  line: ClientLine;
  found: Misfit[];
  /** Where the walk is; copied where something is found. */
  path: (string | number)[];
}

function walk(value: unknown, shape: Shape, on: Walk): void {
  if (on.found.length >= MOST_MISFITS) return;
  const wanted = shape.is === 'by-client' ? shape[on.line] : shape;
  if (wanted.is === 'either') {
    walkEither(value, wanted, on);
    return;
  }
  const problem = problemOf(value, wanted);
  if (problem !== undefined) on.found.push({ path: [...on.path], words: problem });
  else walkInto(value, wanted, on);
}

function walkInto(value: unknown, shape: Shape, on: Walk): void {
  if (shape.is === 'list')
    for (const [at, item] of (value as unknown[]).entries()) walkAt(at, item, shape.of, on);
  else if (shape.is === 'record' && shape.of !== undefined)
    for (const [key, item] of Object.entries(value as object)) walkAt(key, item, shape.of, on);
  else if (shape.is === 'object') walkFields(value, shape.fields, on);
  else if (shape.is === 'typed') {
    const type = ownValue(value, 'type') as string;
    const own = shape.types[type];
    if (own) walk(value, own, on);
  }
}

function walkAt(step: string | number, value: unknown, shape: Shape, on: Walk): void {
  on.path.push(step);
  walk(value, shape, on);
  on.path.pop();
}

function walkFields(value: unknown, fields: Record<string, Field>, on: Walk): void {
  for (const key of Object.keys(fields)) {
    const { shape, optional } = fields[key] as Field;
    const field = ownValue(value, key);
    if (field !== undefined) walkAt(key, field, shape, on);
    else if (!optional) on.found.push({ path: [...on.path, key], words: 'is missing' });
  }
}

/** Fits when one of them fits; else what is said is all of them together. */
function walkEither(
  value: unknown,
  { shapes, words }: { shapes: readonly Shape[]; words: string },
  on: Walk,
): void {
  const tried = shapes.map((shape) => misfits(value, shape, on.line));
  if (tried.some((found) => found.length === 0)) return;
  // A misfit that every shape has is the one to tell.
  const [first = [], ...others] = tried;
  const same = (a: Misfit, b: Misfit) => a.words === b.words && a.path.join('\0') === b.path.join('\0');
  const shared = first.find((one) => others.every((found) => found.some((other) => same(one, other))));
  on.found.push({ path: [...on.path, ...(shared?.path ?? [])], words: shared?.words ?? words });
}

const DATE_TIME =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Why a value is not of the kind that the shape begins with. */
function problemOf(value: unknown, shape: Shape): string | undefined {
  const no = (wanted: string): string => `is ${shown(value)} and not ${wanted}`;
  switch (shape.is) {
    case 'string':
      return typeof value === 'string' ? undefined : no('a string');
    case 'boolean':
      return typeof value === 'boolean' ? undefined : no('true or false');
    case 'number':
      return numberProblem(value, shape);
    case 'word':
      return shape.words.includes(value as string) ? undefined : no(anyOf(shape.words));
    case 'base64':
      return isBase64(value) ? undefined : no('a Base64 string');
    case 'date-time':
      return typeof value === 'string' && DATE_TIME.test(value)
        ? undefined
        : no('a date and time with an offset, such as 2025-01-31T12:00:00Z');
    case 'object-or-list':
      return typeof value === 'object' && value !== null ? undefined : no('an object');
    case 'list':
      return Array.isArray(value) ? undefined : no('a list');
    case 'record':
    case 'object':
      return isObject(value) ? undefined : no('an object');
    case 'typed':
      return typeProblem(value, Object.keys(shape.types));
    default:
      return undefined;
  }
}

function numberProblem(
  value: unknown,
  { least = -Infinity, most = Infinity, whole = false }: Extract<Shape, { is: 'number' }>,
): string | undefined {
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    (!whole || Number.isSafeInteger(value));
  if (fits) return undefined;
  const kind = whole ? 'a whole number' : 'a number';
  const from = least === -Infinity ? '' : ` of at least ${least}`;
  const to = most === Infinity ? '' : ` and at most ${most}`;
  return `is ${shown(value)} and not ${kind}${from}${to}`;
}

function typeProblem(value: unknown, types: string[]): string | undefined {
  if (!isObject(value)) return `is ${shown(value)} and not an object with a type`;
  const type = ownValue(value, 'type');
  if (type === undefined) return `has no type, such as "${types[0]}"`;
  return types.includes(type as string) ? undefined : `has the type ${shown(type)} and not ${anyOf(types)}`;
}

function anyOf(words: readonly string[]): string {
  const quoted = words.map((word) => JSON.stringify(word));
  const last = quoted.pop();
  return quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : `${last}`;
}

function isBase64(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    atob(value);
    return true;
  } catch {
    return false;
  }
}

const SHOWN = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
}
