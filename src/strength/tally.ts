/** Changes counted by key, and what is asked of the rates they come to. */
import { sumOf, tallyOf } from '../envelope/strength-counts.js';
import type { Strength, StrengthGate, Tally } from '../types/strength.js';

/** A row for each key, in the order in which the keys first came. */
export class Counts {
  readonly #rows = new Map<string, { killed: number; mutants: number }>();

  add(key: string, killed: boolean): void {
    const row = this.#rows.get(key) ?? { killed: 0, mutants: 0 };
    row.mutants += 1;
    if (killed) row.killed += 1;
    this.#rows.set(key, row);
  }

  rows(): [key: string, tally: Tally][] {
    return [...this.#rows].map(([key, { killed, mutants }]) => [key, tallyOf(killed, mutants)]);
  }
}

/** The least rates that are asked for, in percent. */
export interface AskedStrength {
  /** By suite file. */
  of: ReadonlyMap<string, number>;
  /** Of all suites together. */
  all?: number;
}

/** What each suite asks for, held against what it came to; compared as an exact fraction. */
export function strengthGates(
  suites: Strength['suites'],
  { of, all }: AskedStrength,
): NonNullable<Strength['gates']> {
  const gates = [...of].map(([file, min]) => {
    const found = suites.find((suite) => suite.file === file);
    return { file, ...held(min, found) };
  });
  return all === undefined ? gates : [...gates, held(all, sumOf(suites))];
}

function held(min: number, tally: Tally | undefined): StrengthGate {
  if (tally?.rate === undefined) return { min };
  return { min, rate: tally.rate, passed: tally.killed * 100 >= min * tally.mutants };
}
