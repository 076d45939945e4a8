/** `mcptest tokens`: what the tools cost a model each time it sees them, by tool and part, beside a base. */
import { type ToolTokens, tokenSurface } from '../catalog/token-surface.js';
import { type CatalogInput, readCatalogs } from '../target/catalogs.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { TokenReport, TokenRow } from '../types/token-report.js';
import { omitUndefined } from '../util/omit-undefined.js';

export interface TokensInput extends CatalogInput {
  /** A saved catalogue to set beside it. */
  against?: string;
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
    input.against === undefined ? undefined : readCatalogs({ cwd: input.cwd, from: input.against }),
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
  return omitUndefined({
    version: 1,
    total,
    base_total: before && sum(before.values()),
    tools: rows,
    over_budget: overBudget(total, rows, input),
    closing,
  });
}

function overBudget(total: number, rows: TokenRow[], { budget, per_tool }: TokensInput): string[] {
  const lines: string[] = [];
  if (budget !== undefined && total > budget)
    lines.push(`all tools cost ${total} tokens, the budget is ${budget}`);
  if (per_tool === undefined) return lines;
  for (const { tool, tokens } of rows) {
    if (tokens > per_tool)
      lines.push(`${tool} costs ${tokens} tokens, the budget of one tool is ${per_tool}`);
  }
  return lines;
}

function row(tool: string, found: ToolTokens | undefined, before: number | undefined): TokenRow {
  const tokens = found?.tokens ?? 0;
  return omitUndefined({
    tool,
    tokens,
    name: found?.name_tokens ?? 0,
    description: found?.description_tokens ?? 0,
    schema: found?.schema_tokens ?? 0,
    delta: before === undefined ? undefined : tokens - before,
  });
}

function sum(tools: Iterable<ToolTokens>): number {
  let total = 0;
  for (const { tokens } of tools) total += tokens;
  return total;
}
