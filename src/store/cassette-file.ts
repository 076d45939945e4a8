/**
 * Where cassettes live: `cassettes/<test>.json` beside the suite, meant for git. Tests whose names differ
 * only in what a file name cannot hold, and suites that share a folder, get `-2`, `-3` and so on.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownValue } from '../util/plain.js';
import { writeAtomic } from './files.js';

export interface FoundCassette {
  path: string;
  /** Absent when there is none yet; `path` is then where it belongs. */
  text?: string;
}

const LONGEST = 80;

export type FindCassette = (suiteFile: string, test: string) => Promise<FoundCassette>;

/** For one reading or writing of cassettes, while nobody else changes them: a folder may hold thousands, and is listed once. */
export function cassetteFinder(): FindCassette {
  const folders = new Map<string, Promise<Shelf>>();
  return async (suiteFile, test) => {
    const dir = folderOf(suiteFile);
    const shelf = await (folders.get(dir) ?? put(folders, dir, cassetteNames(dir).then(shelve)));
    const slug = slugOf(test);
    const number = (name: string): number => Number(name.slice(slug.length + 1, -'.json'.length)) || 1;
    const alike = [...(shelf.get(slug) ?? [])].sort((a, b) => number(a) - number(b));
    for (const name of alike) {
      const path = join(dir, name);
      const text = await readIfThere(path);
      if (text !== undefined && belongs(text, basename(suiteFile), test)) return { path, text };
    }
    let n = 1;
    const next = (): string => (n === 1 ? `${slug}.json` : `${slug}-${n}.json`);
    while (alike.includes(next())) n += 1;
    // It is taken from now on.
    shelve([next()], shelf);
    return { path: join(dir, next()) };
  };
}

/** The names of files by the slugs that they may stand for: `a-2.json` is the second of `a`, or the first of `a-2`. */
type Shelf = Map<string, Set<string>>;

function shelve(names: readonly string[], shelf: Shelf = new Map()): Shelf {
  for (const name of names) {
    const whole = name.slice(0, -'.json'.length);
    for (const slug of [whole, whole.replace(/-\d+$/, '')])
      (shelf.get(slug) ?? put(shelf, slug, new Set<string>())).add(name);
  }
  return shelf;
}

function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}

export interface LabelledCassette {
  path: string;
  suite: string;
  test: string;
}

/** Every cassette beside a suite that says whose it is. */
export async function labelledCassettes(suiteFile: string): Promise<LabelledCassette[]> {
  const dir = folderOf(suiteFile);
  const all = (await cassetteNames(dir)).map(async (name) => {
    const path = join(dir, name);
    const label = labelOf((await readIfThere(path)) ?? '');
    return label ? [{ path, ...label }] : [];
  });
  return (await Promise.all(all)).flat();
}

function folderOf(suiteFile: string): string {
  return join(dirname(suiteFile), 'cassettes');
}

async function cassetteNames(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(nothingThere<string[]>);
  return (names ?? []).filter((name) => name.endsWith('.json')).sort();
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(nothingThere<string>);
}

function nothingThere<T>(error: NodeJS.ErrnoException): T | undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

export async function writeCassette(suiteFile: string, path: string, text: string): Promise<void> {
  const { ownTarget } = await import('./own-target.js');
  await writeAtomic(await ownTarget(suiteFile, path), text);
}

/** Told before anything is recorded: what a model said costs money, and would be lost. */
export async function refuseLinkedCassettes(suiteFile: string): Promise<void> {
  const { refuseLinkOut } = await import('./own-target.js');
  const folder = folderOf(suiteFile);
  await refuseLinkOut(suiteFile, folder);
  for (const name of await cassetteNames(folder)) await refuseLinkOut(suiteFile, join(folder, name));
}

export function slugOf(test: string): string {
  const slug = test
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, LONGEST);
  // Windows keeps these names for devices.
  return slug === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(slug) ? `test-${slug}` : slug;
}

/** A file that cannot be read is taken to be meant: who reads it says what is wrong. */
function belongs(text: string, suite: string, test: string): boolean {
  const label = labelOf(text);
  return label === undefined || (label.suite === suite && label.test === test);
}

/** Undefined for what does not say whose it is, such as a file that is not JSON, or an empty object. */
function labelOf(text: string): { suite: string; test: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const [suite, test] = [ownValue(value, 'suite'), ownValue(value, 'test')];
    return typeof suite === 'string' && typeof test === 'string' ? { suite, test } : undefined;
  } catch {
    return undefined;
  }
}
