/** Requests with their right tools, by the search of every client that defers tools. */
import { rankersFor } from '../catalog/rank.js';
import type { BenchSearch } from '../types/bench.js';
import type { ToolDef } from '../types/catalog.js';
import type { Client } from '../types/compat.js';
import { CLIENTS } from './clients.js';
import { createSearch, type ToolSearch } from './search-tools.js';

export function searchByClients(
  tools: readonly ToolDef[],
  intents: readonly { query: string; gold: readonly string[] }[],
  clients: readonly Client[] = CLIENTS,
): BenchSearch[] {
  // Clients that read the same fields find the same.
  const known = new Map<string, BenchSearch['ranks']>();
  const rankerOf = rankersFor(intents.map(({ query }) => query));
  return clients.flatMap(({ id, search }) =>
    (search?.kinds ?? []).map((kind): BenchSearch => {
      const { k = 0, fields = [] } = search ?? {};
      const key = JSON.stringify([kind, [...fields].sort()]);
      const ranks =
        known.get(key) ?? ranksOf(createSearch(tools, { kind, k, fields }, rankerOf), tools, intents);
      known.set(key, ranks);
      const hits = ranks.filter((rank) => rank !== null && rank <= k).length;
      return { client: id, kind, k, hit_rate: hits / Math.max(1, ranks.length), ranks };
    }),
  );
}

function ranksOf(
  search: ToolSearch,
  tools: readonly ToolDef[],
  intents: readonly { query: string; gold: readonly string[] }[],
): BenchSearch['ranks'] {
  return intents.map(({ query, gold }) => {
    const right = new Set(gold);
    return search.rank(query, (place) => right.has(String(tools[place]?.name)));
  });
}
