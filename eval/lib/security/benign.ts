/**
 * The real catalogues of the data folder as benign tools. Servers that share a description are one group,
 * so that no copy of a server is on both sides of a split.
 */
import type { Catalog } from '../../../src/types/catalog.js';
import { everyCatalogue } from '../catalogues.js';

export interface BenignServer {
  catalog: Catalog;
  group: string;
}

const TELLING = 60;

export function benignServers(folder: string): BenignServer[] {
  const catalogs = distinct(everyCatalogue(folder));
  const parent = catalogs.map((_, i) => i);
  const find = (at: number): number => (parent[at] === at ? at : find(parent[at]!));
  const firstWith = new Map<string, number>();
  for (const [i, { tools }] of catalogs.entries()) {
    for (const { description } of tools) {
      if (typeof description !== 'string' || description.length < TELLING) continue;
      const first = firstWith.get(description);
      if (first === undefined) firstWith.set(description, i);
      else parent[find(i)] = find(first);
    }
  }
  return catalogs.map((catalog, i) => ({ catalog, group: `${find(i)}` }));
}

/** The collections overlap; a server that is there twice counts once. */
function distinct(catalogs: readonly Catalog[]): Catalog[] {
  const byContent = new Map(catalogs.map((catalog) => [JSON.stringify(catalog.tools), catalog]));
  return [...byContent.values()];
}
