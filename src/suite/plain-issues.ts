/**
 * Plain words for what zod says of shapes that bring no words of their own, such as the blocks of
 * metrics. Where one of several shapes was meant, the problems of the likeliest are told.
 */
import { isObject } from '../util/plain.js';

export interface Issue {
  code: string;
  path: (string | number)[];
  message: string;
  expected?: string;
  origin?: string;
  minimum?: number;
  maximum?: number;
  inclusive?: boolean;
  values?: unknown[];
  /** Of a union told apart by one key: its possible values. */
  options?: unknown[];
  errors?: Issue[][];
  keys?: string[];
  issues?: Issue[];
  params?: { hint?: string | null; at_key?: boolean };
}

/** What zod says when nobody told it better. */
const UNWORDED = 'Invalid input';

/** Every copy of zod in a process shares one set of words, and another package may have given it some. */
export const unworded = { error: () => UNWORDED };

const TYPES: Record<string, string> = {
  string: 'expected text',
  number: 'expected a number',
  int: 'expected a whole number',
  boolean: 'expected true or false',
  array: 'expected a list',
  object: 'expected a map',
  record: 'expected a map',
};

export function inPlainWords(issue: Issue, found: unknown): Issue[] {
  if (issue.message !== UNWORDED || issue.code === 'unrecognized_keys') return [issue];
  if (issue.code === 'invalid_union' && issue.options === undefined) return likeliest(issue, found);
  return [{ ...issue, message: words(issue) }];
}

function likeliest(issue: Issue, found: unknown): Issue[] {
  const depth = (errors: Issue[]) => Math.max(0, ...errors.map(({ path }) => path.length));
  const options = [...(issue.errors ?? [])].sort((a, b) => depth(b) - depth(a) || a.length - b.length);
  const inside = isObject(found) ? options.filter((one) => !one.some(wantsScalar)) : options;
  const chosen = inside[0] ?? options[0];
  if (chosen === undefined)
    return [{ ...issue, message: 'this value has none of the forms that are allowed here' }];
  return chosen.flatMap((inner) =>
    inPlainWords(
      { ...inner, path: [...issue.path, ...inner.path] },
      inner.path.length === 0 ? found : undefined,
    ),
  );
}

function wantsScalar({ path, expected }: Issue): boolean {
  return path.length === 0 && expected !== 'object' && expected !== 'record';
}

/** `expected a, b or c`; of one value only that. */
export function expectedOne(values: readonly string[]): string {
  const [last = '', ...others] = [...values].reverse();
  return others.length === 0 ? `expected ${last}` : `expected ${others.reverse().join(', ')} or ${last}`;
}

function words(issue: Issue): string {
  const { code, expected, origin, minimum = 0, maximum = 0, inclusive } = issue;
  if (code === 'invalid_type') return TYPES[expected ?? ''] ?? `expected ${expected}`;
  if (code === 'invalid_value' || code === 'invalid_union') {
    return expectedOne((issue.values ?? issue.options ?? []).map(String));
  }
  if (code === 'too_small') {
    if (origin === 'string') return 'expected text that is not empty';
    if (origin === 'array') return 'expected a list that is not empty';
    return `expected a number ${inclusive === false ? 'above' : 'from'} ${minimum}`;
  }
  if (code === 'too_big') return `expected a number of at most ${maximum}`;
  return 'this value is not allowed here';
}
