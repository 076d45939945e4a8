/** The notes that a comparison of two schemas takes: where, what, how bad, in words. */
import type { ChangeClass } from '../types/catalog-diff.js';
import { clip, oneLine } from '../util/text.js';

/** Whose side a schema is on: callers fill an input, readers rely on an output. */
export type Direction = 'input' | 'output';

export type Step = string | number;

export type Schema = Record<string, unknown>;

/** One schema before and after, and where it stands. */
export interface SchemaPair {
  was: Schema;
  is: Schema;
  path: Step[];
}

export interface SchemaChange {
  class: ChangeClass;
  kind: string;
  path: Step[];
  /** A clause: no capital at the start, no full stop. */
  message: string;
  before?: unknown;
  after?: unknown;
}

export interface Comparison {
  direction: Direction;
  roots: { before: unknown; after: unknown };
  /** Pairs that were compared, and pairs that were met behind a `$ref`. */
  seen: Map<unknown, Set<unknown>>;
  reached: Map<unknown, Set<unknown>>;
  pairs: number;
  /** The limits were met: something that differs was not looked at. */
  cut: boolean;
  changes: SchemaChange[];
}

/** What a schema accepts: less than before, more, or something else. */
export type Grade = 'narrowed' | 'widened' | 'changed';

/** An input that accepts less breaks its callers; an output that may hold more surprises its readers. */
export function classOf(direction: Direction, grade: Grade): ChangeClass {
  if (grade === 'changed') return 'risky';
  if (direction === 'input') return grade === 'narrowed' ? 'breaking' : 'additive';
  return grade === 'narrowed' ? 'additive' : 'risky';
}

/** The words for a change of something that may be absent on either side. */
export function howChanged(before: unknown, after: unknown): 'is new' | 'was removed' | 'changed' {
  if (before === undefined) return 'is new';
  return after === undefined ? 'was removed' : 'changed';
}

export function note(run: Comparison, change: SchemaChange): void {
  run.changes.push(change);
}

/** False when the pair was there already. */
export function addPair(pairs: Map<unknown, Set<unknown>>, before: unknown, after: unknown): boolean {
  const others = pairs.get(before) ?? new Set();
  if (others.has(after)) return false;
  pairs.set(before, others.add(after));
  return true;
}

const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** "parameter `to.address`", "output field `days[]`", "the input schema". */
export function subject(path: readonly Step[]): string {
  const input = path[0] === 'inputSchema';
  let name = '';
  let inside = '';
  let definition = false;
  let nameComesNext = false;
  const [, ...steps] = path;
  for (const [i, step] of steps.entries()) {
    if (nameComesNext) {
      name += `${name === '' ? '' : '.'}${step}`;
      nameComesNext = false;
    } else if (NAMED.has(String(step)) && i + 1 < steps.length) {
      definition ||= step === '$defs' || step === 'definitions';
      nameComesNext = true;
    } else if (step === 'items') name += '[]';
    else if (typeof step === 'number') inside = `, alternative ${step + 1}`;
  }
  if (name === '') return `the ${input ? 'input' : 'output'} schema${inside}`;
  const field = input ? 'parameter' : 'output field';
  return `${definition ? 'definition' : field} \`${clip(oneLine(name), 80)}\`${inside}`;
}
