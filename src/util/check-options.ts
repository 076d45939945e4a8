/** Options of a library function, checked as those of a command are: an option that nobody reads would do nothing. */
import { didYouMean } from './did-you-mean.js';
import { McptestError } from './errors.js';
import { isObject } from './plain.js';

const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isWhole = (value: unknown, least: number): boolean => Number.isInteger(value) && Number(value) >= least;

/** What an option may be: a test, and what to say where it is something else. */
const KINDS = {
  text: [isText, 'text'],
  texts: [isTexts, 'a list of texts'],
  'text or flag': [(value: unknown) => isText(value) || typeof value === 'boolean', 'text, or true'],
  'text or texts': [(value: unknown) => isText(value) || isTexts(value), 'text or a list of texts'],
  flag: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  number: [(value: unknown) => Number.isFinite(value), 'a number'],
  count: [(value: unknown) => isWhole(value, 0), 'a whole number from 0'],
  times: [(value: unknown) => isWhole(value, 1), 'a whole number from 1'],
  map: [isObject, 'a map'],
  'map of texts': [
    (value: unknown) =>
      isObject(value) && Object.values(value).every((one) => one === undefined || isText(one)),
    'a map of texts',
  ],
  function: [(value: unknown) => typeof value === 'function', 'a function'],
  signal: [(value: unknown) => value instanceof AbortSignal, 'an AbortSignal'],
  shard: [isShard, 'a part such as { index: 1, total: 4 }'],
} as const satisfies Record<string, readonly [(value: unknown) => boolean, string]>;

type KindName = keyof typeof KINDS;
/** One of some words. */
type Choice = { readonly oneOf: readonly string[] };
/** A map with options of its own. */
type Nested = { readonly options: Readonly<Record<string, KindName | Choice>> };
export type Kind = KindName | Choice | Nested;

/** The kinds that fit a type: the compiler refuses a table that forgets an option or takes it for something else. */
type KindOf<T> = [T] extends [boolean]
  ? 'flag'
  : [T] extends [number]
    ? 'number' | 'count' | 'times'
    : [T] extends [string]
      ? 'text' | Choice
      : [T] extends [readonly string[]]
        ? 'texts'
        : Exclude<Kind, 'flag' | 'number' | 'count' | 'times' | 'text' | 'texts' | Choice>;

export type OptionKinds<T> = { [K in keyof Required<T>]: KindOf<NonNullable<T[K]>> };

export interface OptionTable {
  options: Readonly<Record<string, Kind>>;
  required?: readonly string[];
  /** Old names of options, for one version, and the names that they have now. */
  renamed?: Readonly<Record<string, string>>;
}

/** The options under the names that they have now; an old name is told as Node tells what is deprecated. */
export function withNewNames<T>(name: string, { renamed = {} }: OptionTable, given: T): T {
  if (!isObject(given)) return given;
  const old = Object.keys(given).filter((key) => Object.hasOwn(renamed, key));
  if (old.length === 0) return given;
  for (const key of old)
    process.emitWarning(`${key} of ${name} is now ${renamed[key]}`, {
      type: 'DeprecationWarning',
      code: 'MCPTEST_RENAMED',
    });
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [renamed[key] ?? key, value])) as T;
}

export function checkOptions(name: string, { options, required = [] }: OptionTable, given: unknown): void {
  if (given === undefined && required.length === 0) return;
  if (!isObject(given))
    throw wrong(`${name} takes its options as one object`, `For example ${name}({ cwd: 'project' }).`);
  for (const [key, value] of Object.entries(given)) {
    const kind = Object.hasOwn(options, key) ? options[key] : undefined;
    if (kind === undefined) throw unknownOption(name, key, Object.keys(options));
    if (value === undefined) continue;
    if (!fits(kind, value))
      throw wrong(`${key} of ${name} is ${described(kind)}`, `It was given ${shown(value)}.`);
    if (isNested(kind)) checkOptions(`${key} of ${name}`, kind, value);
  }
  const missing = required.find((key) => given[key] === undefined);
  if (missing !== undefined)
    throw wrong(`${name} needs ${missing}`, `Give ${missing} with the other options.`);
}

/** An argument that is no option. */
export function checkArgument(name: string, kind: Kind, value: unknown): void {
  if (!fits(kind, value)) throw wrong(`${name} is ${described(kind)}`, `It was given ${shown(value)}.`);
}

function isShard(value: unknown): boolean {
  if (!isObject(value) || !isWhole(value.index, 1) || !isWhole(value.total, 1)) return false;
  return Number(value.index) <= Number(value.total);
}

function isNested(kind: Kind): kind is Nested {
  return typeof kind === 'object' && 'options' in kind;
}

function fits(kind: Kind, value: unknown): boolean {
  if (isNested(kind)) return isObject(value);
  return typeof kind === 'string' ? KINDS[kind][0](value) : kind.oneOf.some((word) => word === value);
}

function described(kind: Kind): string {
  if (isNested(kind)) return KINDS.map[1];
  return typeof kind === 'string' ? KINDS[kind][1] : `one of ${kind.oneOf.join(', ')}`;
}

function shown(value: unknown): string {
  if (isText(value) || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return String(JSON.stringify(value)).slice(0, 60);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

function unknownOption(name: string, key: string, known: string[]): McptestError {
  const near = didYouMean(key.slice(0, 100), known);
  return new McptestError({
    code: 'unknown-option',
    message: `${name} has no option ${JSON.stringify(key.slice(0, 100))}`,
    hint: near === undefined ? `It has ${known.sort().join(', ')}.` : `did you mean \`${near}\`?`,
  });
}

function wrong(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-option', message, hint });
}
