/**
 * The switch of every mutant, and who comes by it. Takes the place of the head that Stryker writes into each file, which
 * looks up an object at each place: what is read here is a variable.
 */
import { performance } from 'node:perf_hooks';

/** The mutant that is switched on. */
export let on = -1;
/** Whether somebody notes who comes by. */
export let isNoting = false;
let [hits, limit, until] = [0, 0, Infinity];
let [notes, calls] = [new Map(), 0];

/** A mutant that is met more often than `most` goes round for ever. */
export function switchOn(mutant, most) {
  [on, hits, limit] = [mutant, 0, most];
}

export function switchOff() {
  on = -1;
}

export function hit() {
  hits += 1;
  if (hits > limit) throw new Error('this mutant goes round for ever');
  return true;
}

/** Notes who comes by from now on, for so long. */
export function note(ms = Infinity) {
  [isNoting, notes, until] = [true, new Map(), performance.now() + ms];
}

/** How often each mutant was met. */
export function noted() {
  isNoting = false;
  return notes;
}

export function met(...mutants) {
  for (const mutant of mutants) notes.set(mutant, (notes.get(mutant) ?? 0) + 1);
  calls += 1;
  if (calls % 1024 === 0 && performance.now() > until) throw new Error('takes too long to be noted');
}

/** A module that is read late, by the first test that needs it, is read for all of them: see `tellRead`. */
let readLate = new Map();

export function beginReading() {
  const outer = notes;
  notes = new Map();
  return outer;
}

export function endReading(outer) {
  for (const [mutant, count] of notes) readLate.set(mutant, count);
  notes = outer;
}

/** The mutants that were there while modules were read, since the last time. */
export function tellRead() {
  const all = [...readLate.keys()];
  readLate = new Map();
  return all;
}
