/**
 * The snapshots of one suite as data: given what a file holds, it compares, and collects what is new,
 * changed and no longer used. Reading and writing the file is the caller's.
 */

import { indentedJson } from '../util/canonical-json.js';
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { equal } from './equal.js';

/** Test name → target or snapshot name → value. */
export type SnapshotEntries = Map<string, Map<string, unknown>>;

/** `write-missing` at a desk, `frozen` under CI, `update` with --update-snapshots. */
export type SnapshotMode = 'write-missing' | 'frozen' | 'update';

export type SnapshotComparison =
  | { status: 'same' | 'written' | 'updated' | 'missing' }
  | { status: 'differs'; saved: unknown }
  /** Another place of the same test has something else under this name. */
  | { status: 'taken'; by: string };

const VERSION = 1;

export class SnapshotBook {
  readonly #entries: SnapshotEntries;
  readonly #mode: SnapshotMode;
  readonly #used = new Set<string>();
  /** Label → the place that was compared under it first and was accepted, and its value. */
  readonly #places = new Map<string, { place: string; value: unknown }>();
  readonly #written = new Set<string>();
  readonly #updated = new Set<string>();
  #removed = false;

  constructor(loaded: SnapshotEntries, mode: SnapshotMode) {
    this.#entries = new Map([...loaded].map(([test, keys]) => [test, new Map(keys)]));
    this.#mode = mode;
  }

  /** From the text of a file; `undefined` when there is none yet. */
  static load(text: string | undefined, from: { file: string; mode: SnapshotMode }): SnapshotBook {
    return new SnapshotBook(text === undefined ? new Map() : parseSnapshots(text, from.file), from.mode);
  }

  /** `place`: where in the test the value comes from; the key, unless it has a name of its own. */
  compare(test: string, key: string, value: unknown, place = key): SnapshotComparison {
    const name = label(test, key);
    this.#used.add(name);
    const first = this.#places.get(name);
    if (first && first.place !== place && !equal(first.value, value))
      return { status: 'taken', by: first.place };
    const found = this.#compare(test, key, value);
    if (found.status === 'differs' || found.status === 'missing') this.#places.delete(name);
    else if (first === undefined || first.place === place) this.#places.set(name, { place, value });
    return found;
  }

  #compare(test: string, key: string, value: unknown): SnapshotComparison {
    const name = label(test, key);
    const keys = this.#entries.get(test) ?? new Map<string, unknown>();
    if (keys.has(key)) {
      const saved = keys.get(key);
      if (equal(saved, value)) return { status: 'same' };
      if (this.#mode !== 'update') return { status: 'differs', saved };
      keys.set(key, value);
      if (!this.#written.has(name)) this.#updated.add(name);
      return { status: 'updated' };
    }
    if (this.#mode === 'frozen') return { status: 'missing' };
    this.#entries.set(test, keys.set(key, value));
    this.#written.add(name);
    return { status: 'written' };
  }

  /** Labels `test › key`, in the order in which they came. */
  get written(): string[] {
    return [...this.#written];
  }

  get updated(): string[] {
    return [...this.#updated];
  }

  /** Whether the file must be written again. */
  get changed(): boolean {
    return this.#removed || this.#written.size > 0 || this.#updated.size > 0;
  }

  /**
   * Entries that nobody read. After a run of a part only, `names` tells which of them count: those of
   * tests that the `suite` no longer has, and of tests that were `judged` to the end.
   */
  obsolete(names?: { suite: Iterable<string>; judged: Iterable<string> }): string[] {
    return this.#unread(names).map(({ test, key }) => label(test, key));
  }

  /** Takes the obsolete entries out, and returns their labels. */
  prune(names?: { suite: Iterable<string>; judged: Iterable<string> }): string[] {
    const unread = this.#unread(names);
    for (const { test, key } of unread) {
      const keys = this.#entries.get(test);
      keys?.delete(key);
      if (keys?.size === 0) this.#entries.delete(test);
      this.#removed = true;
    }
    return unread.map(({ test, key }) => label(test, key));
  }

  serialize(): string {
    return serializeSnapshots(this.#entries);
  }

  #unread(names?: { suite: Iterable<string>; judged: Iterable<string> }): { test: string; key: string }[] {
    const suite = names && new Set(names.suite);
    const judged = names && new Set(names.judged);
    const found: { test: string; key: string }[] = [];
    for (const [test, keys] of this.#entries) {
      if (suite?.has(test) && !judged?.has(test)) continue;
      for (const key of keys.keys()) if (!this.#used.has(label(test, key))) found.push({ test, key });
    }
    return found;
  }
}

function label(test: string, key: string): string {
  return `${test} › ${key}`;
}

/** Throws `McptestError` (exit 2) for text that is no snapshot file, or one from a newer mcptest. */
export function parseSnapshots(text: string, file: string): SnapshotEntries {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw broken(file, 'it is not valid JSON', cause);
  }
  if (!isObject(data)) throw broken(file, 'it is not an object');
  if (typeof data.version === 'number' && data.version > VERSION) {
    throw new McptestError({
      code: 'snapshot-newer',
      message: `${file} was written by a newer mcptest (format ${data.version}; this one reads ${VERSION})`,
      hint: 'Update mcptest.',
    });
  }
  if (data.version !== VERSION) throw broken(file, `"version" is not ${VERSION}`);
  if (!isObject(data.snapshots)) throw broken(file, '"snapshots" is not an object');
  const entries: SnapshotEntries = new Map();
  for (const [test, keys] of Object.entries(data.snapshots)) {
    if (!isObject(keys)) throw broken(file, `the entry of ${JSON.stringify(test)} is not an object`);
    entries.set(test, new Map(Object.entries(keys)));
  }
  return entries;
}

function broken(file: string, why: string, cause?: unknown): McptestError {
  return new McptestError({
    code: 'snapshot-broken',
    message: `${file} is not a snapshot file: ${why}`,
    hint: 'Restore it from version control. Without a copy, rename it and run again: a new one is written, and nothing is compared.',
    cause,
  });
}

/** Equal entries give equal text, whatever order they came in. */
export function serializeSnapshots(entries: SnapshotEntries): string {
  const snapshots: Record<string, unknown> = Object.create(null);
  for (const [test, keys] of entries) {
    const inner: Record<string, unknown> = Object.create(null);
    for (const [key, value] of keys) inner[key] = value;
    snapshots[test] = inner;
  }
  const body = indentedJson(snapshots).replace(/\n/g, '\n  ');
  return `{\n  "version": ${VERSION},\n  "snapshots": ${body}\n}\n`;
}
