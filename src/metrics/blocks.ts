/**
 * Every metric block of the suite language: what measuring it needs, what it yields, and what is gated
 * where its `expect:` is left out. Plain data: how a block is written is in `schemas.ts`, how it is
 * measured in `registry.ts`, and neither is loaded here.
 */
import type { Metric, MetricBlock } from '../types/metric.js';
import type { Assertion } from '../types/suite.js';

export const METRICS: Record<MetricBlock, Metric> = {
  equal_function_sets: {
    needs: [],
    targets: ['tool_selection.precision', 'tool_selection.recall', 'tool_selection.f1'],
    defaults: () => [gate('tool_selection.f1', '>=', 50)],
  },
  tool_selection: {
    needs: [],
    targets: [
      'tool_selection.selection_rate',
      'tool_selection.pass_k',
      'tool_selection.tokens_median',
      'tool_selection.tokens_max',
      'tool_selection.rate_low',
      'tool_selection.rate_high',
      'reliability.pass_hat_<n>',
    ],
    defaults: () => [],
  },
  distractors: {
    preview: true,
    needs: [],
    targets: [
      'distractors.accuracy',
      'distractors.chose_distractor',
      'distractors.certified_lower',
      'distractors.accuracy_at_<n>',
    ],
    defaults: () => [gate('distractors.accuracy', '>=', 50)],
  },
  discovery: {
    preview: true,
    needs: ['catalog'],
    targets: ['discovery.leaks'],
    defaults: ({ name_free }) => (name_free === true ? [gate('discovery.leaks', '<=', 0)] : []),
  },
  orchestration: {
    preview: true,
    needs: ['catalog', 'schemas'],
    targets: [
      'orchestration.discovery',
      'orchestration.parameterization',
      'orchestration.syntax',
      'orchestration.error_recovery',
      'orchestration.efficiency',
      'orchestration.schema_validity',
    ],
    defaults: () => [],
  },
  token_efficiency: {
    needs: ['tokens', 'catalog'],
    targets: [
      'token_efficiency.f1',
      'token_efficiency.tool_surface_tokens',
      'token_efficiency.correct_selections',
      'token_efficiency.cost',
      'token_efficiency.tokens_per_correct',
      'token_efficiency.cost_per_correct',
    ],
    defaults: () => [gate('token_efficiency.f1', '>=', 50)],
  },
  tool_edges: {
    preview: true,
    needs: [],
    targets: ['edges.allowed_pct', 'edges.restricted_attempts', 'edges.delegation_pct', 'edges.gate_passed'],
    defaults: () => [gate('edges.restricted_attempts', '<=', 0)],
  },
  trajectory: {
    needs: ['matchers'],
    targets: ['trajectory.matched', 'trajectory.similarity'],
    defaults: () => [gate('trajectory.matched', '>=', 1)],
  },
  golden_path: {
    needs: ['matchers'],
    targets: [
      'golden_path.efficiency',
      'golden_path.wasted',
      'golden_path.repeats',
      'golden_path.backtracks',
    ],
    defaults: () => [gate('golden_path.efficiency', '>=', 50)],
  },
  stability: {
    needs: [],
    targets: [
      'stability.loops',
      'stability.errors',
      'stability.thrash',
      'stability.tokens',
      'stability.agreement',
    ],
    defaults: () => ['loops', 'errors', 'thrash'].map((leaf) => gate(`stability.${leaf}`, '>=', 50)),
  },
  recovery: {
    needs: [],
    targets: ['recovery.recovered', 'recovery.gave_up', 'recovery.extra_calls'],
    defaults: () => [gate('recovery.recovered', '>=', 50)],
  },
  narrative: {
    needs: ['catalog'],
    targets: ['narrative.unsupported_tools', 'narrative.unbacked_values', 'narrative.claimed_after_error'],
    defaults: () =>
      ['unsupported_tools', 'unbacked_values', 'claimed_after_error'].map((leaf) =>
        gate(`narrative.${leaf}`, '<=', 0),
      ),
  },
};

export const METRIC_BLOCKS = Object.keys(METRICS) as MetricBlock[];

export function isMetricBlock(name: string): name is MetricBlock {
  return Object.hasOwn(METRICS, name);
}

/** The metrics that yield a figure of this name; `<n>` in a metric's target stands for a whole number. */
export function metricsOfTarget(target: string): MetricBlock[] {
  const general = target.replace(/_\d+$/, '_<n>');
  return METRIC_BLOCKS.filter((block) => {
    const { targets } = METRICS[block];
    return targets.includes(target) || targets.includes(general);
  });
}

function gate(target: string, comparator: '>=' | '<=', bound: number): Assertion {
  return { target, matcher: { [comparator]: bound } };
}
