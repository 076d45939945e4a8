/**
 * Plain data → YAML text that reads well: strings in double quotes, lists of scalars on one line, the rest
 * as blocks. `${` is escaped, since what a server says is text and never a variable of the suite. Nothing
 * in a string can end it, begin a line, or hide.
 */
import { isObject } from '../util/plain.js';

const PLAIN_KEY = /^[A-Za-z_](?:[\w.-]*[\w])?$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
// What JSON leaves as it is, but YAML may not hold or a reader cannot see.
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{e0000}-\u{e0fff}]/gu;

/** Text in which `${...}` is meant as the suite reads it. */
export class TemplateText {
  constructor(readonly text: string) {}
}

/** `key: value` lines, each ending in a newline. */
export function yamlMap(map: Record<string, unknown>, indent: number): string {
  return Object.keys(map)
    .filter((key) => key !== '__proto__' && map[key] !== undefined)
    .map((key) => `${' '.repeat(indent)}${yamlKey(key)}:${yamlValue(map[key], indent)}`)
    .join('');
}

/** One item of a list, `- key: value` and so on; `indent` is that of the hyphen. */
export function yamlItem(item: unknown, indent: number): string {
  if (!isObject(item) || isEmpty(item)) return `${' '.repeat(indent)}-${yamlValue(item, indent)}`;
  const body = yamlMap(item, indent + 2);
  return `${' '.repeat(indent)}- ${body.slice(indent + 2)}`;
}

/** What follows the colon, newline included. */
function yamlValue(value: unknown, indent: number): string {
  if (isFlow(value)) return ` ${flow(value)}\n`;
  if (Array.isArray(value)) return `\n${value.map((item) => yamlItem(item, indent + 2)).join('')}`;
  return `\n${yamlMap(value as Record<string, unknown>, indent + 2)}`;
}

function isFlow(value: unknown): boolean {
  if (value instanceof TemplateText) return true;
  if (Array.isArray(value))
    return value.every((item) => item instanceof TemplateText || (!isObject(item) && !Array.isArray(item)));
  return !isObject(value) || isEmpty(value);
}

function isEmpty(value: Record<string, unknown>): boolean {
  return Object.keys(value).every((key) => key === '__proto__' || value[key] === undefined);
}

function flow(value: unknown): string {
  if (value instanceof TemplateText) return quoted(value.text);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (isObject(value)) return '{}';
  if (typeof value === 'string') return yamlString(value);
  // A suite refuses a row of digits that a number cannot hold; with an exponent it says what it is.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return (value as number).toExponential();
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : 'null';
}

export function yamlString(text: string): string {
  return quoted(text.split('${').join('$${'));
}

/** Keys are never filled in, so they need no escape. */
function yamlKey(key: string): string {
  return PLAIN_KEY.test(key) && !RESERVED.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  // Half a character has no spelling in YAML.
  const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
  return JSON.stringify(whole).replace(HIDDEN, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16);
    return char.length === 1 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
  });
}
