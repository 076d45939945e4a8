/**
 * How many jurors must agree, counted exactly. A share is a fraction and never a decimal: 2 of 3 meet `2/3`, and a
 * decimal is read as the simplest fraction that rounds to it as it is written, so that 0.67 is two thirds.
 */

/** A denominator beyond this is not what somebody meant by a decimal. */
const MOST_DENOMINATOR = 20;

export interface Fraction {
  part: number;
  whole: number;
}

/** The least number of jurors that meets the quorum; without one, more than half. */
export function neededVotes(quorum: unknown, jurors: number): number {
  if (quorum === undefined) return Math.floor(jurors / 2) + 1;
  if (typeof quorum === 'number' && Number.isInteger(quorum)) return quorum;
  const { part, whole } = fractionOf(quorum);
  return Math.max(1, Math.ceil((part * jurors) / whole - 1e-12));
}

/** `2/3`, `67%` or 0.67. */
export function fractionOf(share: unknown): Fraction {
  const text = String(share).trim();
  const [part, whole] = text.split('/');
  if (whole !== undefined) return { part: Number(part), whole: Number(whole) };
  if (!text.endsWith('%')) return simplest(text);
  const percent = text.slice(0, -1).trim();
  const digits = percent.split('.')[1]?.length ?? 0;
  return simplest((Number(percent) / 100).toFixed(digits + 2));
}

function simplest(decimal: string): Fraction {
  const digits = decimal.split('.')[1]?.length ?? 0;
  const value = Number(decimal);
  for (let whole = 1; whole <= MOST_DENOMINATOR; whole += 1) {
    const part = Math.round(value * whole);
    if (part > 0 && (part / whole).toFixed(digits) === value.toFixed(digits)) return { part, whole };
  }
  const scale = 10 ** digits;
  return { part: Math.round(value * scale), whole: scale };
}

export interface Votes {
  yes: number;
  no: number;
  /** Jurors who could not be understood, or were never heard. */
  unknown: number;
}

/** A juror without an answer counts neither way: the verdict stands only where no answer of theirs could turn it. */
export function juryOutcome({ yes, unknown }: Votes, needed: number): 'pass' | 'fail' | 'inconclusive' {
  if (yes >= needed) return 'pass';
  return yes + unknown < needed ? 'fail' : 'inconclusive';
}
