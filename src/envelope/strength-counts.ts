/** Counts of changes as one rate, and tests in the order in which a person should look at them. */
import type { Tally, TestStrength } from '../types/strength.js';

export function tallyOf(killed: number, mutants: number): Tally {
  return mutants === 0 ? { killed, mutants } : { rate: killed / mutants, killed, mutants };
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const killed = tallies.reduce((sum, one) => sum + one.killed, 0);
  const mutants = tallies.reduce((sum, one) => sum + one.mutants, 0);
  return tallyOf(killed, mutants);
}

/** Hollow ones first, then the weakest, then as in the files. */
export function weakestFirst(tests: readonly TestStrength[]): TestStrength[] {
  const rate = (one: TestStrength): number => one.rate ?? 1;
  return [...tests].sort((a, b) => Number(b.hollow) - Number(a.hollow) || rate(a) - rate(b));
}
