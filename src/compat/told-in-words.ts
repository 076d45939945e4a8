/** Whether a constraint that is taken out of a schema can still be read in a description. */
import { ownValue } from '../util/plain.js';
import { type InputNode, textOf } from './input-schema.js';

/** Words by which formats are known besides their own. */
const FORMAT_WORDS: Record<string, string[]> = {
  'date-time': ['iso 8601', 'iso-8601', 'rfc 3339', 'timestamp', 'date and time', 'datetime'],
  uri: ['url', 'link', 'address'],
  'uri-reference': ['url', 'path'],
  email: ['mail'],
  uuid: ['guid'],
  ipv4: ['ip address', 'ip '],
  hostname: ['host'],
  int32: [''],
  int64: [''],
  float: [''],
  double: [''],
};

/** The descriptions of the schema and of those that it stands in, up to the argument. */
export function textAround(node: InputNode): string {
  const texts: string[] = [];
  for (let at: InputNode | undefined = node; at !== undefined; at = at.parent as InputNode | undefined)
    texts.push(textOf(ownValue(at.schema, 'description')), textOf(ownValue(at.schema, 'title')));
  return texts.join('\n');
}

export function isUntold(keyword: string, value: unknown, told: string): boolean {
  if (value === undefined || saysNothing(keyword, value)) return false;
  const text = told.toLowerCase();
  if (keyword === 'format') {
    const format = String(value).toLowerCase();
    return ![format, ...(FORMAT_WORDS[format] ?? [])].some((word) => text.includes(word));
  }
  if (keyword === 'enum' && Array.isArray(value)) return !value.every((one) => isTold(one, text));
  return !isTold(value, text);
}

/** Lengths that only guard the server: no model writes so much by mistake. */
const GUARDS: Record<string, number> = { maxLength: 500, maxItems: 50, maxProperties: 50 };

/** A default of null or nothing, a least length of 0 or 1, limits far from anything that a model would send. */
function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === 'default')
    return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
  if (/^min|^exclusiveMin/.test(keyword)) return value === 0 || (keyword !== 'minimum' && value === 1);
  if (keyword === 'uniqueItems') return value === false;
  return typeof value === 'number' && Math.abs(value) >= (GUARDS[keyword] ?? Number.MAX_SAFE_INTEGER);
}

function isTold(value: unknown, text: string): boolean {
  if (typeof value === 'number') return numbersIn(text).has(value);
  if (typeof value === 'boolean') return /default|unique|distinct|different/.test(text);
  return text.includes((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toLowerCase());
}

/** 1,000 and 1_000 are 1000, and 10k is 10000. */
function numbersIn(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const [, digits = '', kilo] of text.matchAll(/(-?\d[\d,_]*(?:\.\d+)?)(k\b)?/g)) {
    const number = Number(digits.replace(/[,_]/g, ''));
    numbers.add(kilo === undefined ? number : 1000 * number).add(Math.abs(number));
  }
  return numbers;
}
