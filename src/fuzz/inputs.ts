/**
 * The inputs of one tool, made from its schema: first what tells the most (missing, of another type, at the edges and
 * just beyond them, a few hostile texts), then everything else that is known, then chance. The seed decides the order
 * within each round and what chance makes; the same seed gives the same inputs.
 */
import { beyond, boundaries, oversize, typeOf, wrongType } from '../generate/boundary-values.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject, ownValue, setOwn } from '../util/plain.js';
import type { Random } from '../util/random.js';
import { clip, oneLine } from '../util/text.js';
import {
  type LabelledValue,
  MORE_NUMBERS,
  MORE_TEXTS,
  nested,
  OF_EACH_TYPE,
  TELLING_NUMBERS,
  TELLING_TEXTS,
} from './hostile-values.js';
import { type Args, type ArgumentPlace, placeName, placesOf, withoutValue, withValue } from './places.js';

export interface FuzzInput {
  /** What is special about it. */
  label: string;
  args: Args;
}

const UNKNOWN_FIELD = 'mcptest_unexpected';
const DEEP = 200;
const MANY = 1000;

/** Without end; the first is the usual input. */
export function* inputsOf(schema: unknown, usual: Args, random: Random): Generator<FuzzInput> {
  const root = isObject(schema) ? schema : {};
  const places = placesOf(root);
  const seen = new Set<string>();
  const isNew = ({ args }: FuzzInput): boolean => {
    const key = canonicalJson(args);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const first = { label: 'the usual input', args: usual };
  seen.add(canonicalJson(usual));
  yield first;
  const rounds = [telling(root, places, usual), further(root, places, usual)];
  for (const round of rounds) for (const input of random.shuffled(round)) if (isNew(input)) yield input;
  let dull = 0;
  while (dull < 100) {
    const input = byChance(root, places, usual, random);
    if (isNew(input)) {
      dull = 0;
      yield input;
    } else dull += 1;
  }
}

function telling(root: Args, places: ArgumentPlace[], usual: Args): FuzzInput[] {
  const out: FuzzInput[] = [];
  for (const place of places) {
    const name = shownPlace(place);
    const add = (label: string, value: unknown) =>
      out.push({ label: `${name}: ${label}`, args: withValue(root, usual, place, value) });
    if (place.required) out.push({ label: `without ${name}`, args: withoutValue(usual, place) });
    const { schema, usual: own } = place;
    const other = wrongType(schema, own);
    if (other !== undefined) add('of another type', other);
    add('null', null);
    if (!place.required && own !== undefined) add('its usual value', own);
    for (const { at, value } of boundaries(schema, own)) add(at, value);
    for (const { at, value } of beyond(schema, own)) add(at, value);
    const most = ownValue(schema, 'maxLength');
    // Beyond what `oversize` makes, the text would be a short one.
    if (typeof most === 'number' && oversize(schema).length === most + 1)
      add('one character too long', oversize(schema));
    const least = ownValue(schema, 'minLength');
    if (typeof least === 'number' && least > 0 && least < MANY)
      add('one character too short', 'x'.repeat(least - 1));
    for (const { label, value } of hostileFor(schema, own, true)) add(label, value);
  }
  out.push({ label: 'an unknown field', args: withOwn(usual, UNKNOWN_FIELD, 'unexpected') });
  return out;
}

function further(root: Args, places: ArgumentPlace[], usual: Args): FuzzInput[] {
  const out: FuzzInput[] = [];
  for (const place of places) {
    const name = shownPlace(place);
    const { usual: own } = place;
    const add = (label: string, value: unknown) =>
      out.push({ label: `${name}: ${label}`, args: withValue(root, usual, place, value) });
    const type = typeOf(place.schema, own);
    for (const [kind, value] of Object.entries(OF_EACH_TYPE)) {
      if (kind !== type && !(kind === 'number' && type === 'integer')) add(`${kind} in its place`, value);
    }
    for (const { label, value } of hostileFor(place.schema, own, false)) add(label, value);
  }
  out.push({ label: 'no arguments', args: {} });
  out.push({ label: 'a field called __proto__', args: withOwn(usual, '__proto__', { polluted: true }) });
  out.push({ label: 'a deeply nested field', args: withOwn(usual, UNKNOWN_FIELD, nested(DEEP)) });
  return out;
}

/** Values that are hostile to a program that expects this type. */
function hostileFor(schema: Args, usual: unknown, isFirst: boolean): LabelledValue[] {
  switch (typeOf(schema, usual)) {
    case 'string':
      return [...(isFirst ? TELLING_TEXTS : MORE_TEXTS)];
    case 'integer':
    case 'number':
      return [...(isFirst ? TELLING_NUMBERS : MORE_NUMBERS)];
    case 'array':
      return isFirst ? [] : longLists(usual);
    case 'object':
      return isFirst ? [{ label: 'an empty object', value: {} }] : [{ label: 'deep', value: nested(DEEP) }];
    default:
      return [];
  }
}

function longLists(usual: unknown): LabelledValue[] {
  const [item] = Array.isArray(usual) && usual.length > 0 ? usual : ['example'];
  return [
    { label: 'a long list', value: new Array(MANY).fill(item) },
    { label: 'a list of null', value: [null] },
    { label: 'a list in a list', value: [[item]] },
  ];
}

const ALPHABETS = [
  'abc 012',
  '"\'`\\/<>{}[]$%;|&',
  '\t\n\r\0\u001b',
  'äßçñ\u0301',
  '漢字仮名',
  '\u{1f469}\u{1f3fd}',
];
const MOST_CHANCE_TEXT = 300;

/** One to three places changed at once. */
function byChance(root: Args, places: ArgumentPlace[], usual: Args, random: Random): FuzzInput {
  const count = 1 + random.below(3);
  const chosen = random.shuffled(places).slice(0, count);
  let args = usual;
  for (const place of chosen) {
    const value = chanceValue(place.schema, place.usual, random);
    args = withValue(root, args, place, value);
  }
  if (chosen.length === 0 || random.below(20) === 0)
    args = withOwn(args, chanceText(random).slice(0, 20), chanceText(random));
  const names = chosen.map(shownPlace).join(', ');
  return { label: `chance values of ${names === '' ? 'an unknown field' : names}`, args };
}

function chanceValue(schema: Args, usual: unknown, random: Random): unknown {
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values) && random.below(2) === 0) return random.pick(values);
  if (random.below(8) === 0) return random.pick(Object.values(OF_EACH_TYPE));
  switch (typeOf(schema, usual)) {
    case 'integer':
      return Math.trunc(chanceNumber(random));
    case 'number':
      return chanceNumber(random);
    case 'boolean':
      return random.below(2) === 0;
    case 'array':
      return Array.from({ length: random.below(6) }, () => chanceItem(usual, random));
    case 'object':
      return { [chanceText(random).slice(0, 10)]: chanceText(random), ...(isObject(usual) && usual) };
    default:
      return chanceText(random);
  }
}

function chanceItem(usual: unknown, random: Random): unknown {
  const [item] = Array.isArray(usual) ? usual : [];
  if (typeof item === 'number') return chanceNumber(random);
  return typeof item === 'string' || item === undefined ? chanceText(random) : item;
}

/** Of every size, both signs, small ones as often as huge ones. */
function chanceNumber(random: Random): number {
  const size = 10 ** (random.next() * 20 - 3);
  const sign = random.below(2) === 0 ? -1 : 1;
  return sign * Number(size.toPrecision(6));
}

function chanceText(random: Random): string {
  const letters = [...random.pick(ALPHABETS)];
  const length = Math.floor(random.next() ** 3 * MOST_CHANCE_TEXT);
  return Array.from({ length }, () => random.pick(letters)).join('');
}

function withOwn(args: Args, name: string, value: unknown): Args {
  const copy = structuredClone(args);
  setOwn(copy, name, value);
  return copy;
}

function shownPlace(place: ArgumentPlace): string {
  return clip(oneLine(placeName(place)), 60);
}
