/** A value that is wrong in the way that values go wrong: one too many, another word of the same shape, the other flag. */

/** Undefined for what has no such neighbour: objects and lists. */
export function anotherValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 1 : value * 1.5 + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return 'unexpected';
  return typeof value === 'string' ? anotherText(value) : undefined;
}

/** The same value as another kind, as sloppy servers write it. */
export function anotherType(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string')
    return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : [value];
  if (value === null) return '';
  return Array.isArray(value) ? { ...value } : [value];
}

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const LARGE = SMALL.toUpperCase();
const HEX = /^[0-9a-f][0-9a-f-]*$/i;

/** Every letter and digit moves on by one, so that dates, ids and names keep their shape. */
export function anotherText(text: string): string {
  if (text === '') return 'unexpected';
  const small = HEX.test(text) && /\d/.test(text) ? 'abcdef' : SMALL;
  const alphabets = [DIGITS, small, small === SMALL ? LARGE : 'ABCDEF'];
  const moved = [...text].map((char) => next(char, alphabets)).join('');
  return moved === text ? `${text}?` : moved;
}

function next(char: string, alphabets: readonly string[]): string {
  for (const alphabet of alphabets) {
    const at = alphabet.indexOf(char);
    if (at >= 0) return alphabet[(at + 1) % alphabet.length] ?? char;
  }
  return char;
}
