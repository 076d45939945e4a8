/**
 * What changed between two schemas of a tool, as its users feel it: what an input no longer accepts and
 * what an output no longer promises is breaking. `$ref` is followed on both sides and `anyOf: [X, null]`
 * read as a nullable X. Where the meaning of a change cannot be told, it is `schema-changed` and risky.
 * Never throws, and looks at a bounded number of places.
 */
import { resolveRef } from '../json-schema/walk.js';
import { sameJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { BRANCHES, compareBranches } from './diff-branches.js';
import { compareConstraints } from './diff-constraints.js';
import {
  addPair,
  type Comparison,
  classOf,
  type Direction,
  type Grade,
  note,
  type Schema,
  type SchemaChange,
  type SchemaPair,
  type Step,
  subject,
} from './diff-notes.js';

const MAX_PAIRS = 20_000;
const MAX_DEPTH = 200;

/** Stands for an absent schema; one object, so that a recursive schema beside it is entered once. */
const ANY: Schema = {};
/** Arguments are an object even where no schema says so. */
const ARGUMENTS: Schema = { type: 'object' };

/** Compared by meaning; every other keyword by its constraints or its text. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['properties', 'required', 'items', 'additionalProperties', '$defs', 'definitions'],
  ...BRANCHES,
]);

export function diffSchemas(before: unknown, after: unknown, direction: Direction): SchemaChange[] {
  const path: Step[] = [direction === 'input' ? 'inputSchema' : 'outputSchema'];
  const run: Comparison = {
    direction,
    roots: { before, after },
    seen: new Map(),
    reached: new Map(),
    pairs: 0,
    cut: false,
    changes: [],
  };
  compare(run, before ?? ARGUMENTS, after ?? ARGUMENTS, path);
  if (run.cut) {
    const message = `${subject(path)} changed and is too large to be compared in full`;
    note(run, { class: 'risky', kind: 'schema-changed', path, message });
  }
  return run.changes;
}

function compare(run: Comparison, before: unknown, after: unknown, path: Step[]): void {
  if (!addPair(run.seen, before, after)) return;
  run.pairs += 1;
  if (run.pairs > MAX_PAIRS || path.length > MAX_DEPTH) {
    run.cut = true;
    return;
  }
  const was = readable(run.roots.before, before);
  const is = readable(run.roots.after, after);
  if (was === undefined || is === undefined) {
    compareOdd(run, before, after, path);
    return;
  }
  addPair(
    run.reached,
    resolveRef(run.roots.before, before).schema,
    resolveRef(run.roots.after, after).schema,
  );
  const pair = { was, is, path };
  compareConstraints(run, pair, STRUCTURE);
  compareProperties(run, pair);
  compareItems(run, pair);
  compareExtra(run, pair);
  compareBranches(run, pair, compare);
  compareDefinitions(run, pair);
}

/** A definition that nothing refers to is still text that a model reads. */
function compareDefinitions(run: Comparison, { was, is, path }: SchemaPair): void {
  for (const key of ['$defs', 'definitions']) {
    const [left, right] = [ownValue(was, key), ownValue(is, key)];
    if (!isObject(left) || !isObject(right)) continue;
    for (const name of Object.keys(left)) {
      if (!Object.hasOwn(right, name) || run.reached.get(left[name])?.has(right[name])) continue;
      compare(run, left[name], right[name], [...path, key, name]);
    }
  }
}

/** An object schema with `$ref` followed and a nullable wrapper merged in; undefined for anything else. */
function readable(root: unknown, schema: unknown): Schema | undefined {
  if (schema === true) return {};
  if (!isObject(schema)) return undefined;
  const merged = withRef(root, schema);
  const branches = ownValue(merged, 'anyOf') ?? ownValue(merged, 'oneOf');
  if (!Array.isArray(branches) || branches.length !== 2) return merged;
  const nullAt = branches.findIndex(
    (branch) => ownValue(branch, 'type') === 'null' && Object.keys(branch).length === 1,
  );
  const other = branches[1 - nullAt];
  if (nullAt === -1 || !isObject(other)) return merged;
  const inner = withRef(root, other);
  const type = ownValue(inner, 'type');
  if (typeof type !== 'string' && !Array.isArray(type)) return merged;
  const { anyOf: _, oneOf: __, ...outer } = merged;
  return { ...inner, ...outer, type: [type, 'null'].flat() };
}

function withRef(root: unknown, schema: Schema): Schema {
  const target = resolveRef(root, schema);
  if (target.pointer === undefined || !isObject(target.schema)) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...target.schema, ...beside };
}

function compareOdd(run: Comparison, before: unknown, after: unknown, path: Step[]): void {
  if (sameJson(before, after)) return;
  const grade = gradeOfOdd(before, after);
  note(run, {
    class: classOf(run.direction, grade),
    kind: `schema-${grade}`,
    path,
    message: `${subject(path)} changed`,
    before,
    after,
  });
}

/** `false` accepts nothing. */
function gradeOfOdd(before: unknown, after: unknown): Grade {
  if (after === false) return 'narrowed';
  return before === false ? 'widened' : 'changed';
}

function compareProperties(run: Comparison, { was, is, path }: SchemaPair): void {
  const old = mapOf(ownValue(was, 'properties'));
  const now = mapOf(ownValue(is, 'properties'));
  const needed = namesOf(ownValue(was, 'required'));
  const needs = namesOf(ownValue(is, 'required'));
  for (const name of new Set([...Object.keys(old), ...Object.keys(now), ...needed, ...needs])) {
    const at = [...path, 'properties', name];
    const [hadIt, hasIt] = [Object.hasOwn(old, name), Object.hasOwn(now, name)];
    if (hadIt && !hasIt && !needs.has(name)) noteRemoved(run, at, old[name]);
    else if (!hadIt && hasIt && !needed.has(name)) noteAdded(run, at, now[name], needs.has(name));
    else {
      compareNeed(run, needed.has(name), needs.has(name), at);
      if (hadIt || hasIt) compare(run, hadIt ? old[name] : ANY, hasIt ? now[name] : ANY, at);
    }
  }
}

function noteRemoved(run: Comparison, path: Step[], before: unknown): void {
  const kind = run.direction === 'input' ? 'parameter-removed' : 'output-field-removed';
  note(run, { class: 'breaking', kind, path, message: `${subject(path)} was removed`, before });
}

function noteAdded(run: Comparison, path: Step[], after: unknown, required: boolean): void {
  const message = `${subject(path)} is new`;
  if (run.direction === 'output') {
    note(run, { class: 'additive', kind: 'output-field-added', path, message, after });
  } else if (required) {
    const kind = 'required-parameter-added';
    note(run, { class: 'breaking', kind, path, message: `${message} and required`, after });
  } else {
    note(run, { class: 'additive', kind: 'parameter-added', path, message, after });
  }
}

function compareNeed(run: Comparison, before: boolean, after: boolean, path: Step[]): void {
  if (before === after) return;
  const what = subject(path);
  if (run.direction === 'input') {
    if (after) {
      const message = `${what} was optional and is now required`;
      note(run, { class: 'breaking', kind: 'parameter-required', path, message });
    } else {
      const message = `${what} was required and is now optional`;
      note(run, { class: 'additive', kind: 'parameter-optional', path, message });
    }
  } else if (after) {
    note(run, {
      class: 'additive',
      kind: 'output-field-required',
      path,
      message: `${what} is now always there`,
    });
  } else {
    const message = `${what} was always there and may now be absent`;
    note(run, { class: 'breaking', kind: 'output-field-optional', path, message });
  }
}

function compareItems(run: Comparison, { was, is, path }: SchemaPair): void {
  const [left, right] = [ownValue(was, 'items'), ownValue(is, 'items')];
  if (left === undefined && right === undefined) return;
  if (Array.isArray(left) || Array.isArray(right)) compareOdd(run, left, right, [...path, 'items']);
  else compare(run, left ?? ANY, right ?? ANY, [...path, 'items']);
}

/** `additionalProperties`: true is the default, so an absent one and true are alike. */
function compareExtra(run: Comparison, { was, is, path }: SchemaPair): void {
  const key = 'additionalProperties';
  const before = ownValue(was, key) ?? true;
  const after = ownValue(is, key) ?? true;
  const at = { path: [...path, key], before, after };
  if (isObject(before) && isObject(after)) {
    compare(run, before, after, at.path);
    return;
  }
  if (sameJson(before, after)) return;
  const what = subject(path);
  if (before === false || after === true) {
    const message = `${what} now takes names that it does not list`;
    note(run, { ...at, class: classOf(run.direction, 'widened'), kind: 'extra-allowed', message });
  } else {
    const how = after === false ? 'no longer takes' : 'now limits';
    const message = `${what} ${how} names that it does not list`;
    note(run, { ...at, class: classOf(run.direction, 'narrowed'), kind: 'extra-refused', message });
  }
}

function mapOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function namesOf(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
}
