/** The verbs by which a thing is made, looked at, changed and taken away. */
import { stem } from '../../catalog/words.js';

export type Step = 'create' | 'read' | 'update' | 'delete';

/** Verbs as they are written in an order, "list" and not "lists". */
const orders = new Set<string>();

export function steps(words: string): ReadonlySet<string> {
  const verbs = words.split(' ');
  for (const verb of verbs) orders.add(verb);
  return new Set(verbs.map(stem));
}

const STEPS: readonly [Step, ReadonlySet<string>][] = [
  ['create', steps('create add insert new make register')],
  [
    'read',
    steps(
      'get read list search find fetch query show describe view retrieve lookup browse inspect download export count',
    ),
  ],
  [
    'update',
    steps(
      'update edit modify set patch change rename move upsert merge replace configure append assign enable disable transition',
    ),
  ],
  ['delete', steps('delete remove drop archive cancel close clear destroy purge revoke unregister')],
];
/** One tool for the whole life of a thing. */
const ALL_STEPS = steps('manage write save sync upsert crud admin');
const stepsByRoot = new Map<string, readonly Step[]>();
for (const [step, verbs] of STEPS)
  for (const verb of verbs) stepsByRoot.set(verb, [...(stepsByRoot.get(verb) ?? []), step]);
for (const verb of ALL_STEPS) stepsByRoot.set(verb, ['read', 'update', 'delete']);

/** Written as in an order. */
export function isOrder(word: string): boolean {
  return orders.has(word);
}

const NO_STEPS: readonly Step[] = [];

export function stepsOf(word = ''): readonly Step[] {
  return stepsByRoot.get(stem(word)) ?? NO_STEPS;
}
