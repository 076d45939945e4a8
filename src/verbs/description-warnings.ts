/** Descriptions that try to give a model orders, told beside the catalogue that holds them. Never blocks. */
import type { Catalog } from '../types/catalog.js';
import { clip, oneLine } from '../util/text.js';

const MAX_WARNINGS = 100;

export interface DescriptionWarning {
  tool: string;
  rule: string;
  summary: string;
}

/** `{ warnings }` when there are any, else nothing: a clean server costs no tokens. */
export async function descriptionWarnings(catalog: Catalog): Promise<{ warnings?: DescriptionWarning[] }> {
  const lint = await import('../lint/description-warnings.js');
  const found = lint.descriptionWarnings(catalog).slice(0, MAX_WARNINGS);
  // The name of a tool is text of the server as much as its description is.
  const warnings = found.map(({ tool, ...rest }) => ({ tool: clip(oneLine(tool), 100), ...rest }));
  return warnings.length > 0 ? { warnings } : {};
}
