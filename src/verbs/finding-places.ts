/** Where findings stand: at a tool in a saved file, at a server in a suite. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CatalogInput, readCatalogs, savedFiles } from '../target/catalogs.js';
import { type Places, placesIn } from '../target/finding-places.js';
import { serverPlaces } from '../target/server-places.js';

export async function findingPlaces(input: CatalogInput): Promise<Places> {
  const files = savedFiles(input);
  return files.length === 0 ? atServers(input) : inFiles(files, input);
}

async function atServers(input: CatalogInput): Promise<Places> {
  const places = await serverPlaces(input);
  return ({ server }) => places.get(server ?? '');
}

async function inFiles(files: string[], input: CatalogInput): Promise<Places> {
  const places = new Map<string, Places>();
  for (const file of files) {
    const path = resolve(input.cwd ?? process.cwd(), file);
    const inFile = placesIn(file, () => textOf(path));
    if (files.length === 1) return inFile;
    for (const { server } of (await readCatalogs({ cwd: input.cwd, from: file })).catalogs)
      places.set(server, inFile);
  }
  return (finding) => places.get(finding.server ?? '')?.(finding);
}

/** Once more, where a format asks for places: the catalogues were read from it before. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has gone since, or was a pipe: everything stands in its first line.
    return '';
  }
}
