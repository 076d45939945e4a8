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
const MOST_MUTANTS = 1 << 17;
/** How often each mutant was met while somebody notes it. */
export let counts = new Uint32Array(MOST_MUTANTS);
let calls = 0;

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
  [isNoting, until] = [true, performance.now() + ms];
  counts.fill(0);
}

/** How often each mutant was met, those that were not left out. */
export function noted() {
  isNoting = false;
  return metIn(counts);
}

function metIn(all) {
  const found = new Map();
  for (const [mutant, count] of all.entries()) if (count > 0) found.set(mutant, count);
  return found;
}

/** Now and then looks whether it takes too long. */
export function tick() {
  calls += 1;
  if (calls % 1024 === 0 && performance.now() > until) throw new Error('takes too long to be noted');
}

/** A module that is read late, by the first test that needs it, is read for all of them: see `tellRead`. */
let readLate = new Map();

export function beginReading() {
  const outer = counts;
  counts = new Uint32Array(MOST_MUTANTS);
  return outer;
}

export function endReading(outer) {
  for (const [mutant, count] of metIn(counts)) readLate.set(mutant, count);
  counts = outer;
}

/** The mutants that were there while modules were read, since the last time. */
export function tellRead() {
  const all = [...readLate.keys()];
  readLate = new Map();
  return all;
}
