/** The keywords of one schema beside those of the same schema later: types, values, bounds and texts. */

import { canonicalJson, sameJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { type Comparison, classOf, type Grade, note, type Step, subject } from './diff-notes.js';

type Schema = Record<string, unknown>;

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** With the value that an absent one stands for. */
const LOWER = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  minimum: undefined,
  exclusiveMinimum: undefined,
};
const UPPER = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];
const LIMITS = ['pattern', 'multipleOf', 'format', 'uniqueItems'];
const TEXTS = ['description', 'title', '$comment', 'examples'];

const HANDLED = new Set([
  ...['type', 'enum', 'const', 'default', ...Object.keys(LOWER), ...UPPER, ...LIMITS, ...TEXTS],
]);

/** `structure` names the keywords that are compared elsewhere; every other one is compared here. */
export function compareConstraints(
  run: Comparison,
  was: Schema,
  is: Schema,
  path: Step[],
  structure: ReadonlySet<string>,
): void {
  compareTypes(run, was, is, path);
  compareValues(run, was, is, path);
  for (const key of Object.keys(LOWER)) compareBound(run, was, is, path, key, 1);
  for (const key of UPPER) compareBound(run, was, is, path, key, -1);
  for (const key of LIMITS) compareLimit(run, was, is, path, key);
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (HANDLED.has(key) && !TEXTS.includes(key) && key !== 'default') continue;
    if (structure.has(key)) continue;
    const [before, after] = [ownValue(was, key), ownValue(is, key)];
    if (sameJson(before, after)) continue;
    const kind = TEXTS.includes(key)
      ? 'schema-text-changed'
      : key === 'default'
        ? 'default-changed'
        : 'schema-changed';
    const how = before === undefined ? 'is new' : after === undefined ? 'was removed' : 'changed';
    const message = `\`${clip(oneLine(key), 40)}\` of ${subject(path)} ${how}`;
    note(run, { class: 'risky', kind, path: [...path, key], message, before, after });
  }
}

function compareTypes(run: Comparison, was: Schema, is: Schema, path: Step[]): void {
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
  const type = ownValue(schema, 'type');
  const said = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined;
  const values = valuesOf(schema);
  if (said === undefined && values !== undefined) return new Set([...values.values()].flatMap(typeOf));
  const types = new Set<string>((said ?? TYPES).filter((name) => typeof name === 'string'));
  if (types.has('number')) types.add('integer');
  return types;
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
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : Array.isArray(listed) ? listed : undefined;
  return values && new Map(values.map((value) => [canonicalJson(value), value]));
}

function compareValues(run: Comparison, was: Schema, is: Schema, path: Step[]): void {
  const [old, now] = [valuesOf(was), valuesOf(is)];
  const at = [...path, 'enum'];
  const what = subject(path);
  const say = (grade: Grade, kind: string, message: string, before?: unknown, after?: unknown) =>
    note(run, { class: classOf(run.direction, grade), kind, path: at, message, before, after });
  if (old === undefined && now === undefined) return;
  if (old === undefined)
    say('narrowed', 'enum-added', `${what} is now limited to listed values`, undefined, [...now!.values()]);
  else if (now === undefined)
    say('widened', 'enum-lifted', `${what} is no longer limited to listed values`, [...old.values()]);
  else {
    const lost = [...old].filter(([key]) => !now.has(key)).map(([, value]) => value);
    const gained = [...now].filter(([key]) => !old.has(key)).map(([, value]) => value);
    if (lost.length > 0)
      say('narrowed', 'enum-value-removed', `${what} no longer lists ${values(lost)}`, lost);
    if (gained.length > 0)
      say('widened', 'enum-value-added', `${what} now lists ${values(gained)}`, undefined, gained);
  }
}

function compareBound(run: Comparison, was: Schema, is: Schema, path: Step[], key: string, up: 1 | -1): void {
  const fallback = (LOWER as Record<string, number | undefined>)[key];
  const before = ownValue(was, key) ?? fallback;
  const after = ownValue(is, key) ?? fallback;
  if (sameJson(before, after)) return;
  const grade = gradeOfBound(before, after, up);
  const kind = { changed: 'bound-changed', narrowed: 'bound-tightened', widened: 'bound-loosened' }[grade];
  const message = `\`${key}\` of ${subject(path)} went from ${show(before)} to ${show(after)}`;
  note(run, { class: classOf(run.direction, grade), kind, path: [...path, key], message, before, after });
}

function gradeOfBound(before: unknown, after: unknown, up: 1 | -1): Grade {
  if (before === undefined && typeof after === 'number') return 'narrowed';
  if (after === undefined && typeof before === 'number') return 'widened';
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed';
  return up * after > up * before ? 'narrowed' : 'widened';
}

function compareLimit(run: Comparison, was: Schema, is: Schema, path: Step[], key: string): void {
  const before = ownValue(was, key) || undefined;
  const after = ownValue(is, key) || undefined;
  if (sameJson(before, after)) return;
  // Most servers read `format` as a remark, so that a new one need not refuse anything.
  const added = key === 'format' ? 'changed' : 'narrowed';
  const grade = before === undefined ? added : after === undefined ? 'widened' : 'changed';
  const kind =
    before === undefined
      ? 'constraint-added'
      : after === undefined
        ? 'constraint-removed'
        : 'constraint-changed';
  const how = before === undefined ? 'is new' : after === undefined ? 'was removed' : 'changed';
  const message = `\`${key}\` of ${subject(path)} ${how}`;
  note(run, { class: classOf(run.direction, grade), kind, path: [...path, key], message, before, after });
}

function show(value: unknown): string {
  return value === undefined ? 'none' : clip(canonicalJson(value), 40);
}

function values(items: unknown[]): string {
  const shown = items.slice(0, 3).map((item) => `\`${clip(oneLine(text(item)), 40)}\``);
  return items.length > 3 ? `${shown.join(', ')} and ${items.length - 3} more` : list(shown);
}

function text(item: unknown): string {
  return isObject(item) || Array.isArray(item) || typeof item !== 'string' ? canonicalJson(item) : item;
}

function list(items: string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
