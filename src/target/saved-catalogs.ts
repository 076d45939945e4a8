/** `--from` for many servers at once: a file, a JSONL with a catalogue a line (also gzipped), or a folder of both. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readCatalog } from '../catalog/read-catalog.js';
import { readText } from '../source/read-text.js';
import type { Catalog } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { savedCatalogs } from './saved-catalog.js';

const LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const MAX_FILES = 100_000;
const MAX_UNPACKED = 2 ** 30;

/** Files of a folder in the order of their names; one that is no catalogue is told in `skipped`. */
export async function savedCatalogsIn(
  from: string,
  cwd: string,
): Promise<{ catalogs: Catalog[]; skipped: string[] }> {
  const path = resolve(cwd, from);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return { catalogs: await readOne(path, from), skipped: [] };
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => /\.json$/i.test(name) || LINES.test(name)).sort();
  if (files.length === 0 || files.length > MAX_FILES) {
    throw new McptestError({
      code: 'catalog-unreadable',
      message: `${oneLine(from)} holds ${files.length === 0 ? 'no' : 'too many'} .json or .jsonl files`,
      hint: 'Save catalogues in it with `mcptest tools <server> --format json`.',
    });
  }
  const catalogs: Catalog[] = [];
  const skipped: string[] = [];
  for (const name of files) {
    const file = join(path, name);
    try {
      for (const catalog of await readOne(file, relative(cwd, file))) catalogs.push(catalog);
    } catch (error) {
      if (!(error instanceof McptestError)) throw error;
      skipped.push(error.message);
    }
  }
  if (catalogs.length > 0) return { catalogs, skipped };
  throw new McptestError({
    code: 'catalog-unreadable',
    message: `${oneLine(from)} contains no catalogue. ${skipped[0] ?? ''}`.trimEnd(),
    hint: 'Save catalogues in it with `mcptest tools <server> --format json`.',
  });
}

async function readOne(path: string, shown: string): Promise<Catalog[]> {
  if (!LINES.test(path)) return savedCatalogs(path, shown);
  const text = /\.gz$/i.test(path) ? await unpacked(path, shown) : await readText(path, shown);
  const catalogs: Catalog[] = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() !== '') for (const one of readCatalog(line, `${shown}:${number}`)) catalogs.push(one);
  }
  return catalogs;
}

async function unpacked(path: string, shown: string): Promise<string> {
  const { gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(await readFile(path), { maxOutputLength: MAX_UNPACKED }).toString('utf8');
  } catch (cause) {
    throw new McptestError({
      code: 'file-unreadable',
      message: `${oneLine(shown)} cannot be unpacked: ${oneLine((cause as Error).message)}`,
      hint: 'A name that ends in .gz is read as gzip, of at most 1 GB unpacked.',
      cause,
    });
  }
}
