/** How every metric block is written in a suite. */
import type { MetricBlock } from '../types/metric.js';
import type { BlockSchema } from './schemas/common.js';
import { discoverySchema } from './schemas/discovery.js';
import { distractorsSchema } from './schemas/distractors.js';
import { equalFunctionSetsSchema } from './schemas/equal-function-sets.js';
import { goldenPathSchema } from './schemas/golden-path.js';
import { narrativeSchema } from './schemas/narrative.js';
import { orchestrationSchema } from './schemas/orchestration.js';
import { recoverySchema } from './schemas/recovery.js';
import { stabilitySchema } from './schemas/stability.js';
import { tokenEfficiencySchema } from './schemas/token-efficiency.js';
import { toolEdgesSchema } from './schemas/tool-edges.js';
import { toolSelectionSchema } from './schemas/tool-selection.js';
import { trajectorySchema } from './schemas/trajectory.js';

export const METRIC_SCHEMAS: Record<MetricBlock, BlockSchema<unknown>> = {
  equal_function_sets: equalFunctionSetsSchema,
  tool_selection: toolSelectionSchema,
  distractors: distractorsSchema,
  discovery: discoverySchema,
  orchestration: orchestrationSchema,
  token_efficiency: tokenEfficiencySchema,
  tool_edges: toolEdgesSchema,
  trajectory: trajectorySchema,
  golden_path: goldenPathSchema,
  stability: stabilitySchema,
  recovery: recoverySchema,
  narrative: narrativeSchema,
};
