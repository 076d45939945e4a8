/**
 * Arguments that mean something to the server: ids, names and paths out of what its other tools answered, in place of
 * samples that fit the schema and name nothing. Whether they do is found out by calling; here they are only proposed.
 */
import { splitWords } from '../catalog/words.js';
import { validate } from '../json-schema/validate.js';
import { resolveRef } from '../json-schema/walk.js';
import type { ToolDef } from '../types/catalog.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import type { Args } from './argument-cases.js';

export interface KnownValue {
  key: string;
  value: string | number;
  /** Words of where it was found: `list_users` and `users` say that its `id` is that of a user. */
  about: Set<string>;
}

const MAX_VALUES = 400;
const MAX_ITEMS = 20;
const MAX_DEPTH = 6;
const MAX_TEXT = 100_000;
const MAX_TRIES = 4;
const SUGGESTED = ['const', 'enum', 'default', 'examples', 'example'];
const PATHS = new Set('path file filename filepath dir directory folder root source'.split(' '));
const SEARCHES = new Set('query q search term keyword pattern text'.split(' '));
const NAMES = new Set('name title label'.split(' '));
const SAYS_FAILURE = /\b(?:error|not found|no such|does not exist|failed|no (?:results|matches|items))\b/i;

/** What a successful answer names, in the order in which it is named. */
export function valuesIn(tool: string, args: Args, result: unknown): KnownValue[] {
  const out: KnownValue[] = [];
  const about = wordsOf(tool);
  const structured = ownValue(result, 'structuredContent');
  const texts = textsOf(result);
  const folder = Object.entries(args).find(([key]) => isPath(key))?.[1];
  const documents = [structured, ...texts.map(parsed)].filter((one) => one !== undefined);
  for (const document of documents) collect(document, { out, about, folder, depth: 0 });
  for (const line of texts.flatMap((text) => text.split('\n', 200)))
    if (/^\s*(?:\/|[A-Za-z]:\\)\S[^\n"*<>|]{0,300}$/.test(line) && out.length < MAX_VALUES)
      out.push({ key: 'path', value: line.trim(), about });
  return out;
}

/** Whether an answer that is no error says anything that a test could hold on to. */
export function saysSomething(result: unknown): boolean {
  const structured = ownValue(result, 'structuredContent');
  const texts = textsOf(result);
  if (structured !== undefined && !hasLeaf(structured)) return false;
  const documents = texts.map(parsed);
  if (
    structured === undefined &&
    documents.length > 0 &&
    documents.every((one) => one !== undefined && !hasLeaf(one))
  )
    return false;
  return !texts.some((text) => text.length < 2000 && SAYS_FAILURE.test(text));
}

/** Whether a result that does not signal an error tells of one all the same. */
export function saysFailure(result: unknown): boolean {
  const [text = ''] = textsOf(result);
  return /^\W*(?:error|failed|failure|exception|traceback|unauthori[sz]ed|forbidden)\b/i.test(text);
}

/** Sets of arguments to try in place of made-up ones, the likeliest first; all of them fit the schema. */
export function likelyArguments(tool: ToolDef, made: Args, known: readonly KnownValue[]): Args[] {
  const schema = isObject(tool.inputSchema) ? tool.inputSchema : {};
  const properties = ownValue(schema, 'properties');
  const about = wordsOf(tool.name);
  const choices = Object.entries(made).flatMap(([name, value]) => {
    const own = resolveRef(schema, ownValue(properties, name)).schema;
    const isOurs = !SUGGESTED.some((key) => ownValue(own, key) !== undefined);
    const values = isOurs ? valuesFor(name, value, { about, known }) : [];
    return values.length === 0 ? [] : [{ name, values }];
  });
  const out = new Map<string, Args>();
  const most = Math.max(0, ...choices.map(({ values }) => values.length));
  for (let n = 0; n < most && out.size < MAX_TRIES; n += 1) {
    const args = { ...made };
    for (const { name, values } of choices) args[name] = values[Math.min(n, values.length - 1)];
    if (fits(schema, args)) out.set(canonicalJson(args), args);
  }
  return [...out.values()];
}

function valuesFor(
  name: string,
  sample: unknown,
  { about, known }: { about: Set<string>; known: readonly KnownValue[] },
): unknown[] {
  if (Array.isArray(sample)) {
    const [first] = sample;
    if (sample.length !== 1 || isObject(first) || !name.endsWith('s')) return [];
    return valuesFor(name.slice(0, -1), first, { about, known }).map((value) => [value]);
  }
  const ranked = known
    .filter(({ value }) => typeof value === typeof sample)
    .map((one) => ({ value: one.value, rank: rankOf(name, about, one) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  return [...new Set(ranked.map(({ value }) => value))];
}

/** 0 when the value has nothing to do with the argument. */
function rankOf(name: string, tool: Set<string>, { key, about }: KnownValue): number {
  const same = name.toLowerCase() === key.toLowerCase();
  if (isPath(name)) return isPath(key) ? 2 : 0;
  const words = splitWords(name);
  const shares = [...about].some((word) => tool.has(word));
  if (same) return shares ? 4 : 2;
  // `user_id` is the `id` of what a tool about users named.
  const last = words.at(-1) ?? '';
  const noun = singular(words.at(-2) ?? '');
  if (words.length > 1 && last === key.toLowerCase() && about.has(noun)) return 3;
  return SEARCHES.has(last) && NAMES.has(key.toLowerCase()) ? 1 : 0;
}

interface Collecting {
  out: KnownValue[];
  about: Set<string>;
  /** The path that the tool was asked about. */
  folder: unknown;
  depth: number;
}

function collect(value: unknown, state: Collecting): void {
  const { out, about, folder, depth } = state;
  if (depth > MAX_DEPTH || out.length >= MAX_VALUES) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MAX_ITEMS)) collect(item, { ...state, depth: depth + 1 });
    return;
  }
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (isId(inner)) out.push({ key, value: inner, about });
    // What a folder lists by name lies in it.
    if (key === 'name' && typeof inner === 'string' && typeof folder === 'string' && depth === 1)
      out.push({ key: 'path', value: `${folder.replace(/\/$/, '')}/${inner}`, about });
    if (typeof inner === 'object')
      collect(inner, { ...state, depth: depth + 1, about: new Set([...about, ...wordsOf(key)]) });
  }
}

function isId(value: unknown): value is string | number {
  if (typeof value === 'string') return value !== '' && value.length <= 300 && !value.includes('\n');
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function isPath(name: string): boolean {
  return PATHS.has(splitWords(name).at(-1) ?? '');
}

function wordsOf(name: string): Set<string> {
  return new Set(splitWords(name.slice(0, 200)).map(singular));
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function hasLeaf(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasLeaf);
  if (isObject(value)) return Object.values(value).some(hasLeaf);
  return value !== null && value !== '';
}

function textsOf(result: unknown): string[] {
  const content = ownValue(result, 'content');
  return (Array.isArray(content) ? content : []).flatMap((block) => {
    const text = ownValue(block, 'text');
    return typeof text === 'string' ? [text.slice(0, MAX_TEXT)] : [];
  });
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fits(schema: unknown, args: Args): boolean {
  try {
    return validate(schema, args).valid;
  } catch {
    return false;
  }
}
