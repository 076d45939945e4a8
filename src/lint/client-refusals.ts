/** `CAT-002`: what the official clients refuse of a catalogue. One tool is enough for them to refuse the whole list. */
import { fieldName, refusalsOfTool, refusedBy } from '../shapes/refusals.js';
import type { Catalog } from '../types/catalog.js';
import type { Era } from '../types/connection.js';
import type { Finding } from '../types/envelope.js';
import type { Severity } from '../types/rule.js';
import { toPointer } from '../util/pointer.js';

const MODERN = '2026-07-28';
const SUGGESTION = 'Send the field as the specification has it, or leave it out where it is optional.';

/** For each tool of the catalogue in its place, and last for the catalogue as such. */
export function clientRefusals(
  catalog: Catalog,
  severity: Severity,
): { tools: Finding[][]; whole: Finding[] } {
  const era: Era = catalog.protocolVersion === MODERN ? 'modern' : 'legacy';
  const told = { rule: 'CAT-002', severity, server: catalog.server, suggestion: SUGGESTION };
  return {
    tools: catalog.tools.map((tool) =>
      refusalsOfTool(tool, era).map(({ path, words, clients }) => ({
        ...told,
        pointer: toPointer(path),
        message: `${fieldName(path)} ${words}; ${refusedBy(clients)} the whole list`,
      })),
    ),
    whole: (catalog.refused ?? []).map(({ pointer, message }) => ({ ...told, pointer, message })),
  };
}
