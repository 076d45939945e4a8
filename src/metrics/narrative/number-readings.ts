/**
 * Numbers as people write them. `1,234` may be a thousand or a decimal, so a text gives every reading;
 * a reading too many costs a missed invention, one too few an accusation.
 */

const GROUPED = /\d+(?:[.,'’_\u00a0\u202f]\d+)*/g;
const SPACED = /(?<!\d)\d{1,3}(?: \d{3})+(?!\d)/g;

/** Every number that a text may hold, parts of dates and times included. */
export function readings(text: string): number[] {
  const out: number[] = [];
  for (const [token] of text.matchAll(GROUPED)) {
    for (const value of tokenReadings(token)) out.push(value);
    if (/\D/.test(token)) for (const part of token.split(/\D/)) out.push(Number(part));
  }
  for (const [token] of text.matchAll(SPACED)) out.push(Number(token.replaceAll(' ', '')));
  return out;
}

/** The readings of one token: whole, grouped by thousands, or with a decimal mark. */
export function tokenReadings(token: string): number[] {
  if (/^\d+$/.test(token)) return [Number(token)];
  const out = new Set<number>();
  const grouped = /^\d{1,3}(?:([.,'’_\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:[.,](\d+))?$/.exec(token);
  if (grouped) {
    const fraction = grouped[2] ?? '';
    const whole = fraction === '' ? token : token.slice(0, -fraction.length - 1);
    out.add(Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`));
  }
  // Indian grouping, and separators between other groups: 12,34,567.
  if (/^\d{1,3}(?:,\d{2,3})+$/.test(token)) out.add(Number(token.replaceAll(',', '')));
  const decimal = /^(\d+)[.,](\d+)$/.exec(token);
  if (decimal) out.add(Number(`${decimal[1]}.${decimal[2]}`));
  return [...out];
}

/** How many digits stand after the decimal mark, in the reading that has one. */
export function decimals(token: string, value: number): number {
  const fraction = /[.,](\d+)$/.exec(token)?.[1];
  return fraction !== undefined && Number(token.replace(/\D/g, '')) !== value ? fraction.length : 0;
}
