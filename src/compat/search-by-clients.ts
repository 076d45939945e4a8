/** Requests with their right tools, by the search of every client that defers tools. */
import type { BenchSearch } from '../types/bench.js';
import type { ToolDef } from '../types/catalog.js';
import type { Client } from '../types/compat.js';
import { CLIENTS } from './clients.js';
import { createSearch } from './search-tools.js';

export function searchByClients(
  tools: readonly ToolDef[],
  intents: readonly { query: string; gold: readonly string[] }[],
  clients: readonly Client[] = CLIENTS,
): BenchSearch[] {
  return clients.flatMap(({ id, search }) =>
    (search?.kinds ?? []).map((kind): BenchSearch => {
      const { k = 0, fields = [] } = search ?? {};
      const find = createSearch(tools, { kind, k, fields });
      const ranks = intents.map(({ query, gold }) => {
        const at = find(query).findIndex((place) => gold.includes(String(tools[place]?.name)));
        return at < 0 ? null : at + 1;
      });
      const hits = ranks.filter((rank) => rank !== null && rank <= k).length;
      return { client: id, kind, k, hit_rate: hits / Math.max(1, ranks.length), ranks };
    }),
  );
}
