/**
 * What security rules find in the descriptions of a catalogue: orders to the model, directives about other
 * tools, ways out for data, hidden text, praise that pushes rivals aside. The rules are loaded only where a
 * text could give them something to find.
 */
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { SecurityNote } from '../../types/tdqs.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';

/** Rules about what a text says; those about names, annotations and addresses are no matter of a description. */
const RULES = ['SEC-001', 'SEC-002', 'SEC-003', 'SEC-004', 'SEC-005', 'SEC-006'];
/** Speaks to somebody, of secrets, of a place outside, or is not what it looks like. */
const WORTH_A_LOOK =
  /\b(?:ignore|disregard|override|instructions?|system prompt|always|never|priority|before (?:using|calling|any)|do not (?:tell|mention|inform|show)|silently|secretly|hidden|also (?:send|read|include|forward|peek)\w*|forward\w*|append\w*|password|secret|credential|token|private|\.ssh|\.env|id_rsa|https?:|curl|bash|rm |eval|base64|best tool|other tools?|only tool|instead of)\b|<[A-Za-z!]|[^\u0009-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2600-\u27bf\u3000-\ud7ff\uf900-\uffef]|[A-Za-z0-9+/]{40}/i;

export async function findPoison(catalog: Catalog): Promise<ReadonlyMap<string, SecurityNote>> {
  const found = new Map<string, SecurityNote>();
  const suspects = catalog.tools.filter(isWorthALook);
  if (suspects.length === 0) return found;
  const { lintCatalog } = await import('../../lint/engine.js');
  // The others are there by name: a text may give orders about them.
  const suspected = new Set(suspects);
  const tools = catalog.tools.map((tool) => {
    const bare = { name: toolName(tool), inputSchema: { type: 'object' } };
    return suspected.has(tool) ? { ...bare, description: descriptionOf(tool) ?? '' } : bare;
  });
  const { findings } = lintCatalog([{ server: catalog.server, tools }], { rules: RULES, severity: 'medium' });
  for (const { tool, rule, severity, message, pointer } of findings) {
    // The worst of a tool comes first.
    if (tool === undefined || found.has(tool) || !(pointer ?? '').startsWith('/description')) continue;
    found.set(tool, { rule, severity, message });
  }
  return found;
}

function isWorthALook(tool: ToolDef): boolean {
  return WORTH_A_LOOK.test((descriptionOf(tool) ?? '').slice(0, 20_000));
}
