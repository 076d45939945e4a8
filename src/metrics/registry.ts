/** How every metric block is measured; each is loaded when a test has the block. */
import type { Measure, MetricBlock } from '../types/metric.js';

export const MEASURES: Record<MetricBlock, () => Promise<Measure<never>>> = {
  equal_function_sets: async () => (await import('./equal-function-sets.js')).measureEqualFunctionSets,
  tool_selection: async () => (await import('./tool-selection.js')).measureToolSelection,
  distractors: async () => (await import('./distractors.js')).measureDistractors,
  discovery: async () => (await import('./discovery.js')).measureDiscovery,
  orchestration: async () => (await import('./orchestration.js')).measureOrchestration,
  token_efficiency: async () => (await import('./token-efficiency.js')).measureTokenEfficiency,
  tool_edges: async () => (await import('./tool-edges.js')).measureToolEdges,
  trajectory: async () => (await import('./trajectory.js')).measureTrajectory,
  golden_path: async () => (await import('./golden-path.js')).measureGoldenPath,
  stability: async () => (await import('./stability.js')).measureStability,
  recovery: async () => (await import('./recovery.js')).measureRecovery,
  narrative: async () => (await import('./narrative.js')).measureNarrative,
};
