/**
 * Reading untrusted manifest values: every function takes what it finds at a path, reports what is
 * wrong there and goes on, so that one load names all problems at once.
 */
import { didYouMean } from '../util/did-you-mean.js';
import { parseDuration } from '../util/duration.js';
import { isObject, ownValue } from '../util/plain.js';

export type Path = readonly (string | number)[];

export interface ManifestProblem {
  path: Path;
  message: string;
  /** Point at the key or at its value. */
  at: 'key' | 'value';
}

export class ManifestReader {
  readonly problems: ManifestProblem[] = [];
  /** The counters that the manifest declares. */
  counters: ReadonlySet<string> = new Set();

  report(path: Path, message: string, at: 'key' | 'value' = 'value'): void {
    this.problems.push({ path, message, at });
  }

  /** The object at a path, its keys checked against the known ones; undefined when it is none. */
  object(value: unknown, path: Path, known: ReadonlySet<string>): Record<string, unknown> | undefined {
    if (!isObject(value)) {
      this.report(path, `${nameOf(path)} must be a map, not ${kindOf(value)}`);
      return undefined;
    }
    for (const key of Object.keys(value)) {
      if (known.has(key)) continue;
      const meant = didYouMean(key, known);
      this.report([...path, key], `unknown key "${key}"${meant ? `; did you mean "${meant}"?` : ''}`, 'key');
    }
    return value;
  }

  list(from: Record<string, unknown>, key: string, path: Path): unknown[] {
    const value = ownValue(from, key);
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.report([...path, key], `"${key}" must be a list, not ${kindOf(value)}`);
    return [];
  }

  text(from: Record<string, unknown>, key: string, path: Path): string | undefined {
    const value = ownValue(from, key);
    if (value === undefined || typeof value === 'string') return value;
    this.report([...path, key], `"${key}" must be text, not ${kindOf(value)}`);
    return undefined;
  }

  requiredText(from: Record<string, unknown>, key: string, path: Path): string {
    const value = ownValue(from, key);
    if (typeof value === 'string' && value !== '') return value;
    if (value === undefined) this.report(path, `"${key}" is missing`);
    else this.report([...path, key], `"${key}" must be text that is not empty`);
    return '';
  }

  map(from: Record<string, unknown>, key: string, path: Path): Record<string, unknown> | undefined {
    const value = ownValue(from, key);
    if (value === undefined || isObject(value)) return value;
    this.report([...path, key], `"${key}" must be a map, not ${kindOf(value)}`);
    return undefined;
  }

  flag(from: Record<string, unknown>, key: string, path: Path): boolean | undefined {
    const value = ownValue(from, key);
    if (value === undefined || typeof value === 'boolean') return value;
    this.report([...path, key], `"${key}" must be true or false`);
    return undefined;
  }

  duration(from: Record<string, unknown>, key: string, path: Path): number | undefined {
    const value = ownValue(from, key);
    if (value === undefined) return undefined;
    const ms = typeof value === 'string' || typeof value === 'number' ? parseDuration(value) : undefined;
    // setTimeout takes a longer wait for none at all.
    if (ms !== undefined && ms <= 2_147_483_647) return ms;
    this.report([...path, key], `"${key}" must be a duration such as 50ms or 2s`);
    return undefined;
  }

  /** The one of several spellings that is used. */
  spelling(from: Record<string, unknown>, keys: readonly [string, ...string[]], path: Path): string {
    const used = keys.filter((key) => Object.hasOwn(from, key));
    if (used.length > 1) {
      this.report(
        [...path, used[1] as string],
        `"${used[0]}" and "${used[1]}" are two spellings of one key`,
        'key',
      );
    }
    return used[0] ?? keys[0];
  }
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the manifest';
  return typeof last === 'number' ? `item ${last + 1} of "${path.at(-2)}"` : `"${last}"`;
}
