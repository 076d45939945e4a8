/** The catalogues of one file: a lock, or a saved catalogue in any form. */
import { catalogsOfLock, readLock } from '../catalog/lock.js';
import { catalogsIn } from '../catalog/read-catalog.js';
import { readText } from '../source/read-text.js';
import type { Catalog } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';

export async function savedCatalogs(path: string, shown: string): Promise<Catalog[]> {
  return catalogsOfText(await readText(path, shown), shown);
}

/** A file by its content: a lock, or a saved catalogue in any form. */
export function catalogsOfText(text: string, shown: string): Catalog[] {
  let document: unknown;
  try {
    document = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    throw new McptestError({
      code: 'catalog-unreadable',
      message: `${oneLine(shown)} is not JSON, so it is neither a saved catalogue nor a lock`,
      hint: 'Save one with `mcptest tools <server> --format json`.',
      cause,
    });
  }
  const isLock =
    typeof ownValue(document, 'version') === 'number' && Array.isArray(ownValue(document, 'servers'));
  if (isLock) return catalogsOfLock(readLock(text, shown));
  return catalogsIn(document, shown).map((catalog) =>
    catalog.instructions === undefined ? { ...catalog, instructions_unknown: true } : catalog,
  );
}
