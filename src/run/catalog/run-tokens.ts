/** What the tools that a run listed cost a model, server by server. Loads the tokenizer. */
import { tokenSurface } from '../../catalog/token-surface.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ListedTools } from '../../score/coverage.js';
import { tokenCounter } from '../../tokens/token-counter.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ServerTokens } from '../../types/envelope.js';

export async function runTokens(listed: readonly ListedTools[], redactor: Redactor): Promise<ServerTokens[]> {
  const known = listed.filter(hasTools);
  if (known.length === 0) return [];
  const count = await tokenCounter();
  return known.map(({ file, server, tools }) => {
    const { total, by_tool } = tokenSurface(tools, count);
    by_tool.sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
    const rows = by_tool.map(({ name, tokens, description_tokens, schema_tokens }) => {
      return { name: redactor.text(name), tokens, description: description_tokens, schema: schema_tokens };
    });
    return { file, server, tokens: total, tools: rows };
  });
}

function hasTools(listed: ListedTools): listed is ListedTools & { tools: ToolDef[] } {
  return listed.tools !== undefined && listed.tools.length > 0;
}
