/** Whose turn it is to go wrong. */
import type { FaultTurn } from '../types/fault.js';

/** The first of the faults whose turn it is. Every one of them counts the call. */
export function dueFault<T extends FaultTurn>(faults: readonly T[], counts: Map<T, number>): T | undefined {
  let due: T | undefined;
  for (const fault of faults) {
    const seen = (counts.get(fault) ?? 0) + 1;
    counts.set(fault, seen);
    if (due === undefined && seen > fault.after && seen <= fault.after + fault.times) due = fault;
  }
  return due;
}
