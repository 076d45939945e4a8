/** Every metric by the name of its block. */
import type { Metric } from '../types/metric.js';
import { discovery } from './discovery.js';
import { distractors } from './distractors.js';
import { equalFunctionSets } from './equal-function-sets.js';
import { goldenPath } from './golden-path.js';
import { narrative } from './narrative.js';
import { orchestration } from './orchestration.js';
import { recovery } from './recovery.js';
import { stability } from './stability.js';
import { tokenEfficiency } from './token-efficiency.js';
import { toolEdges } from './tool-edges.js';
import { toolSelection } from './tool-selection.js';
import { trajectory } from './trajectory.js';

export const METRICS = {
  equal_function_sets: equalFunctionSets,
  tool_selection: toolSelection,
  distractors,
  discovery,
  orchestration,
  token_efficiency: tokenEfficiency,
  tool_edges: toolEdges,
  trajectory,
  golden_path: goldenPath,
  stability,
  recovery,
  narrative,
};

export type MetricBlock = keyof typeof METRICS;

export const METRIC_BLOCKS = Object.keys(METRICS) as MetricBlock[];

/** The metric of a block, for code that handles all alike. */
export function findMetric(block: string): Metric<unknown> | undefined {
  return Object.hasOwn(METRICS, block) ? (METRICS[block as MetricBlock] as Metric<unknown>) : undefined;
}

/** The metrics that yield a figure of this name; `<n>` in a metric's target stands for a whole number. */
export function metricsOfTarget(target: string): MetricBlock[] {
  const general = target.replace(/_\d+$/, '_<n>');
  return METRIC_BLOCKS.filter((block) => {
    const { targets } = METRICS[block];
    return targets.includes(target) || targets.includes(general);
  });
}
