/** Where findings stand: at a tool in a saved file, at a server in a suite. */
import { resolve } from 'node:path';
import { readText } from '../source/read-text.js';
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
    const text = await readText(resolve(input.cwd ?? process.cwd(), file), file);
    const inFile = placesIn(file, text);
    if (files.length === 1) return inFile;
    for (const { server } of (await readCatalogs({ cwd: input.cwd, from: file })).catalogs)
      places.set(server, inFile);
  }
  return (finding) => places.get(finding.server ?? '')?.(finding);
}
