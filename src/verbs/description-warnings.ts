/** Descriptions that try to give a model orders, told beside the catalogue that holds them. Never blocks. */
import type { Catalog } from '../types/catalog.js';

export interface DescriptionWarning {
  tool: string;
  rule: string;
  summary: string;
}

/** `{ warnings }` when there are any, else nothing: a clean server costs no tokens. */
export async function descriptionWarnings(catalog: Catalog): Promise<{ warnings?: DescriptionWarning[] }> {
  const lint = await import('../lint/description-warnings.js');
  const warnings = lint.descriptionWarnings(catalog);
  return warnings.length > 0 ? { warnings } : {};
}
