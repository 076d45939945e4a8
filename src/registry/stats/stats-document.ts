/** The figures as other programs read them, from `tdqs stats --format json` and `/v1/stats`. */
import { DIMENSIONS } from '../../tdqs/dimensions.js';
import { TIERS } from '../../tdqs/tiers.js';
import type {
  CountedTools,
  RegistryStats,
  ServerFigures,
  Share,
  StatsDocument,
  ToolFigures,
} from '../../types/registry-stats.js';
import { omitUndefined } from '../../util/omit-undefined.js';

export function statsDocument({ servers, ...stats }: RegistryStats): StatsDocument {
  const { counts, current } = stats;
  return {
    tools: counts.tools,
    servers: counts.servers,
    ...(current === null ? {} : ofTools(current)),
    server_means: meansOf(servers),
    ...stats,
    server_figures: servers,
  };
}

type OfTools = 'mean_tdqs' | 'median_tdqs' | 'tiers' | 'dimensions' | 'any_smell' | 'gates';

/** Of the current tools. */
function ofTools(figures: ToolFigures): Pick<StatsDocument, OfTools> {
  const { no_description, annotation_contradiction, tautological_description } = figures.gates;
  return {
    mean_tdqs: figures.mean,
    median_tdqs: figures.median,
    tiers: byName(TIERS, (tier) => counted(figures.tiers[tier])),
    dimensions: byName(DIMENSIONS, (name) => {
      const { mean, smells } = figures.dimensions[name];
      return { mean, smell_rate: smells.share };
    }),
    any_smell: counted(figures.any_smell),
    gates: {
      no_description: counted(no_description),
      annotation_contradiction: counted(annotation_contradiction),
      tautological_description: counted(tautological_description),
    },
  };
}

function counted({ count, share }: Share): CountedTools {
  return { tools: count, share };
}

function meansOf(figures: ServerFigures): StatsDocument['server_means'] {
  const { overall, description_quality, coherence, dimensions, worst_tool_gap } = figures;
  return omitUndefined({ overall, description_quality, coherence, ...dimensions, worst_tool_gap });
}

function byName<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>;
}
