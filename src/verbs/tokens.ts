/** `mcptest tokens`: what the tools cost a model each time it sees them, by tool and part, beside a base. */
import { type ToolTokens, tokenSurface } from '../catalog/token-surface.js';
import { type CatalogInput, readCatalogs } from '../target/catalogs.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { TokenReport, TokenRow } from '../types/token-report.js';

export interface TokensInput extends CatalogInput {
  /** A saved catalogue to compare with. */
  compare?: string;
  /** The most that all tools together may cost. */
  budget?: number;
  /** The most that one tool may cost. */
  per_tool?: number;
}

export async function measureTokens(
  input: TokensInput,
): Promise<TokenReport & { closing: Promise<unknown> }> {
  const [{ catalogs, closing }, base, count] = await Promise.all([
    readCatalogs(input),
    input.compare === undefined ? undefined : readCatalogs({ cwd: input.cwd, from: input.compare }),
    tokenCounter(),
  ]);
  const several = catalogs.length > 1;
  const rowsOf = (list: typeof catalogs): Map<string, ToolTokens> =>
    new Map(
      list.flatMap(({ server, tools }) =>
        tokenSurface(tools, count).by_tool.map(
          (tool) => [several ? `${server}.${tool.name}` : tool.name, tool] as const,
        ),
      ),
    );
  const now = rowsOf(catalogs);
  const before = base && rowsOf(base.catalogs);
  const names = new Set([...now.keys(), ...(before?.keys() ?? [])]);
  const rows: TokenRow[] = [...names].map((tool) =>
    row(tool, now.get(tool), before && (before.get(tool)?.tokens ?? 0)),
  );
  rows.sort((a, b) => b.tokens - a.tokens || (a.tool < b.tool ? -1 : 1));
  const total = sum(now.values());
  const over = [
    ...(input.budget !== undefined && total > input.budget
      ? [`all tools cost ${total} tokens, the budget is ${input.budget}`]
      : []),
    ...rows
      .filter(({ tokens }) => input.per_tool !== undefined && tokens > input.per_tool)
      .map(
        ({ tool, tokens }) => `${tool} costs ${tokens} tokens, the budget of one tool is ${input.per_tool}`,
      ),
  ];
  return {
    version: 1,
    total,
    ...(before && { base_total: sum(before.values()) }),
    tools: rows,
    over_budget: over,
    closing,
  };
}

function row(tool: string, found: ToolTokens | undefined, before: number | undefined): TokenRow {
  const tokens = found?.tokens ?? 0;
  return {
    tool,
    tokens,
    name: found?.name_tokens ?? 0,
    description: found?.description_tokens ?? 0,
    schema: found?.schema_tokens ?? 0,
    ...(before !== undefined && { delta: tokens - before }),
  };
}

function sum(tools: Iterable<ToolTokens>): number {
  let total = 0;
  for (const { tokens } of tools) total += tokens;
  return total;
}
