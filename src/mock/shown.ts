/** The keys by which everything that a mock lists is shown to people and models. */
import type { ManifestReader, Path } from './manifest-reader.js';

export const SHOWN = ['title', 'description', 'icons', 'annotations', '_meta'];

export function readShown(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Record<string, unknown> {
  const def: Record<string, unknown> = {};
  for (const key of ['title', 'description']) {
    const text = reader.text(from, key, path);
    if (text !== undefined) def[key] = text;
  }
  for (const key of ['annotations', '_meta']) {
    const map = reader.map(from, key, path);
    if (map !== undefined) def[key] = map;
  }
  if (Object.hasOwn(from, 'icons')) def.icons = reader.list(from, 'icons', path);
  return def;
}
