/**
 * TOML as settings files of command line tools hold it. Dates, and integers too large for a number, become text,
 * so that every value is plain JSON. What cannot be read throws `SyntaxError` with its line; the line itself is
 * not shown, for it may hold a secret.
 */
import { parse, TomlError } from 'smol-toml';
import { isObject, setOwn } from '../util/plain.js';

const MAX_DEPTH = 64;

export function parseToml(text: string): Record<string, unknown> {
  try {
    const options = { maxDepth: MAX_DEPTH, integersAsBigInt: 'asNeeded' } as const;
    return plainTable(parse(text.replace(/^\ufeff/, ''), options));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n', 1).join('').replace('Invalid TOML document: ', '');
    throw new SyntaxError(`line ${error.line}: ${reason}`);
  }
}

function plainTable(table: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(table)) setOwn(out, key, plainValue(value));
  return out;
}

function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plainValue);
  return isObject(value) ? plainTable(value) : value;
}
