/** The keywords of one schema beside those of the same schema later: types, values, bounds and texts. */

import { canonicalJson, sameJson } from '../util/canonical-json.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import {
  type Comparison,
  classOf,
  type Grade,
  howChanged,
  note,
  type Schema,
  type SchemaPair,
  subject,
} from './diff-notes.js';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
interface Bound {
  key: string;
  /** The sign of a change that accepts less. */
  tighter: 1 | -1;
  /** What an absent one stands for. */
  absent?: number;
}

const BOUNDS: Bound[] = [
  { key: 'minLength', tighter: 1, absent: 0 },
  { key: 'minItems', tighter: 1, absent: 0 },
  { key: 'minProperties', tighter: 1, absent: 0 },
  { key: 'minimum', tighter: 1 },
  { key: 'exclusiveMinimum', tighter: 1 },
  { key: 'maxLength', tighter: -1 },
  { key: 'maxItems', tighter: -1 },
  { key: 'maxProperties', tighter: -1 },
  { key: 'maximum', tighter: -1 },
  { key: 'exclusiveMaximum', tighter: -1 },
];
const LIMITS = ['pattern', 'multipleOf', 'format', 'uniqueItems'];
const TEXTS = ['description', 'title', '$comment', 'examples'];

/** Compared by what they accept; every other keyword by its text. */
const BY_MEANING = new Set(['type', 'enum', 'const', ...BOUNDS.map(({ key }) => key), ...LIMITS]);

/** `structure` names the keywords that are compared elsewhere; every other one is compared here. */
export function compareConstraints(run: Comparison, pair: SchemaPair, structure: ReadonlySet<string>): void {
  compareTypes(run, pair);
  compareValues(run, pair);
  for (const bound of BOUNDS) compareBound(run, pair, bound);
  for (const key of LIMITS) compareLimit(run, pair, key);
  for (const key of new Set([...Object.keys(pair.was), ...Object.keys(pair.is)])) {
    if (!BY_MEANING.has(key) && !structure.has(key)) compareText(run, pair, key);
  }
}

function compareText(run: Comparison, { was, is, path }: SchemaPair, key: string): void {
  const [before, after] = [ownValue(was, key), ownValue(is, key)];
  if (sameJson(before, after)) return;
  const message = `\`${clip(oneLine(key), 40)}\` of ${subject(path)} ${howChanged(before, after)}`;
  note(run, { class: 'risky', kind: kindOfText(key), path: [...path, key], message, before, after });
}

function kindOfText(key: string): string {
  if (TEXTS.includes(key)) return 'schema-text-changed';
  return key === 'default' ? 'default-changed' : 'schema-changed';
}

function compareTypes(run: Comparison, { was, is, path }: SchemaPair): void {
  const [old, now] = [typesOf(was), typesOf(is)];
  const lost = TYPES.filter((type) => old.has(type) && !now.has(type));
  const gained = TYPES.filter((type) => now.has(type) && !old.has(type));
  if (lost.length === 0 && gained.length === 0) return;
  const before = ownValue(was, 'type');
  const after = ownValue(is, 'type');
  const at = { path: [...path, 'type'], before, after };
  const what = subject(path);
  if (lost.length > 0 && gained.length > 0) {
    const message = `the type of ${what} changed`;
    note(run, { ...at, class: 'breaking', kind: 'type-changed', message });
  } else if (lost.length > 0) {
    const message = `${what} no longer takes ${list(lost)}`;
    note(run, { ...at, class: classOf(run.direction, 'narrowed'), kind: 'type-narrowed', message });
  } else {
    // A reader that knows one type of a field has no branch for another.
    const grade = run.direction === 'output' ? 'breaking' : 'additive';
    const message = `${what} may now be ${list(gained)}`;
    note(run, { ...at, class: grade, kind: 'type-widened', message });
  }
}

/** Without a `type` the listed values tell; without those, anything goes. */
function typesOf(schema: Schema): Set<string> {
  const named = namedTypes(schema);
  const listed = valuesOf(schema);
  if (named === undefined && listed !== undefined) return new Set([...listed.values()].flatMap(typeOf));
  const types = new Set((named ?? TYPES).filter((name) => typeof name === 'string'));
  if (types.has('number')) types.add('integer');
  return types;
}

function namedTypes(schema: Schema): unknown[] | undefined {
  const type = ownValue(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type : undefined;
}

function typeOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer'] : ['number', 'integer'];
  return [typeof value];
}

/** `enum`, or `const` as the list of one, by canonical text. */
function valuesOf(schema: Schema): Map<string, unknown> | undefined {
  const listed = ownValue(schema, 'enum');
  if (Object.hasOwn(schema, 'const')) return byText([schema.const]);
  return Array.isArray(listed) ? byText(listed) : undefined;
}

function byText(items: unknown[]): Map<string, unknown> {
  return new Map(items.map((item) => [canonicalJson(item), item]));
}

function compareValues(run: Comparison, { was, is, path }: SchemaPair): void {
  const [old, now] = [valuesOf(was), valuesOf(is)];
  const what = subject(path);
  const narrowed = { path: [...path, 'enum'], class: classOf(run.direction, 'narrowed') };
  const widened = { path: [...path, 'enum'], class: classOf(run.direction, 'widened') };
  if (old !== undefined && now !== undefined) {
    const lost = missingFrom(now, old);
    if (lost.length > 0) {
      const message = `${what} no longer lists ${showAll(lost)}`;
      note(run, { ...narrowed, kind: 'enum-value-removed', message, before: lost });
    }
    const gained = missingFrom(old, now);
    if (gained.length > 0) {
      const message = `${what} now lists ${showAll(gained)}`;
      note(run, { ...widened, kind: 'enum-value-added', message, after: gained });
    }
  } else if (now !== undefined) {
    const message = `${what} is now limited to listed values`;
    note(run, { ...narrowed, kind: 'enum-added', message, after: [...now.values()] });
  } else if (old !== undefined) {
    const message = `${what} is no longer limited to listed values`;
    note(run, { ...widened, kind: 'enum-lifted', message, before: [...old.values()] });
  }
}

/** The values of `all` that `some` does not have. */
function missingFrom(some: Map<string, unknown>, all: Map<string, unknown>): unknown[] {
  return [...all].filter(([key]) => !some.has(key)).map(([, value]) => value);
}

function compareBound(run: Comparison, { was, is, path }: SchemaPair, bound: Bound): void {
  const { key, absent, tighter } = bound;
  const before = ownValue(was, key) ?? absent;
  const after = ownValue(is, key) ?? absent;
  if (sameJson(before, after)) return;
  const grade = gradeOfBound(before, after, tighter);
  const kind = { changed: 'bound-changed', narrowed: 'bound-tightened', widened: 'bound-loosened' }[grade];
  const message = `\`${key}\` of ${subject(path)} went from ${show(before)} to ${show(after)}`;
  note(run, { class: classOf(run.direction, grade), kind, path: [...path, key], message, before, after });
}

function gradeOfBound(before: unknown, after: unknown, tighter: 1 | -1): Grade {
  if (before === undefined && typeof after === 'number') return 'narrowed';
  if (after === undefined && typeof before === 'number') return 'widened';
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed';
  return tighter * after > tighter * before ? 'narrowed' : 'widened';
}

function compareLimit(run: Comparison, { was, is, path }: SchemaPair, key: string): void {
  const before = ownValue(was, key) || undefined;
  const after = ownValue(is, key) || undefined;
  if (sameJson(before, after)) return;
  const how = howChanged(before, after);
  // Most servers read `format` as a remark, so that a new one need not refuse anything.
  const added: Grade = key === 'format' ? 'changed' : 'narrowed';
  const grade = ({ 'is new': added, 'was removed': 'widened', changed: 'changed' } as const)[how];
  const kind = {
    'is new': 'constraint-added',
    'was removed': 'constraint-removed',
    changed: 'constraint-changed',
  }[how];
  const message = `\`${key}\` of ${subject(path)} ${how}`;
  note(run, { class: classOf(run.direction, grade), kind, path: [...path, key], message, before, after });
}

function show(value: unknown): string {
  return value === undefined ? 'none' : clip(canonicalJson(value), 40);
}

function showAll(items: unknown[]): string {
  const shown = items.slice(0, 3).map((item) => {
    const text = typeof item === 'string' ? item : canonicalJson(item);
    return `\`${clip(oneLine(text), 40)}\``;
  });
  return items.length > 3 ? `${shown.join(', ')} and ${items.length - 3} more` : list(shown);
}

function list(items: string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
