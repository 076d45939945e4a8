/** Descriptions that try to give a model orders, told beside the catalogue that holds them. Never blocks. */
import type { Redactor } from '../redact/redactor.js';
import type { Catalog } from '../types/catalog.js';
import { clip, oneLine } from '../util/text.js';

const MAX_WARNINGS = 100;

export interface DescriptionWarning {
  tool: string;
  rule: string;
  summary: string;
}

export interface Warnings {
  warnings?: DescriptionWarning[];
}

/**
 * `{ warnings }` when there are any, else nothing: a clean server costs no tokens. The catalogue is taken as the server
 * sent it, since a secret that is hidden already would not be found; what is said goes through the redactor.
 */
export async function descriptionWarnings(sent: Catalog, redactor?: Redactor): Promise<Warnings> {
  const lint = await import('../lint/description-warnings.js');
  const found = lint.descriptionWarnings(sent, redactor && hidden(sent, redactor)).slice(0, MAX_WARNINGS);
  const safe = redactor === undefined ? found : redactor.value(found);
  // The name of a tool is text of the server as much as its description is.
  const warnings = safe.map(({ tool, ...rest }) => ({ tool: clip(oneLine(tool), 100), ...rest }));
  return warnings.length > 0 ? { warnings } : {};
}

/** Undefined when there is nothing to hide, so that the rules run once. */
function hidden(sent: Catalog, redactor: Redactor): Catalog | undefined {
  const shown = redactor.value(sent);
  return JSON.stringify(shown) === JSON.stringify(sent) ? undefined : shown;
}
