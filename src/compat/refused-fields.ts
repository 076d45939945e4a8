/** What the official client of one line refuses of a tool. */
import { refusalsOfTool } from '../shapes/refusals.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { LimitValue } from '../types/compat.js';

const MODERN = '2026-07-28';

export interface RefusedField {
  path: readonly (string | number)[];
  words: string;
}

/** A client of 1.x speaks the older revisions whatever the catalogue was listed with. */
export function refusedFields(tool: ToolDef, catalog: Catalog, line: LimitValue | undefined): RefusedField[] {
  const era = line === '2.x' && catalog.protocolVersion === MODERN ? 'modern' : 'legacy';
  return refusalsOfTool(tool, era).filter(({ clients }) => clients.some((client) => client === line));
}
