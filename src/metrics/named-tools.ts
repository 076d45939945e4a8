/** Where the metric blocks of a test name tools, and what becomes of a name that no server has. */
import type { ToolClass } from '../types/metric.js';
import type { MetricSpec } from '../types/suite.js';
import type { CallPattern } from './schemas/call-pattern.js';
import type { Distractors } from './schemas/distractors.js';
import type { EqualFunctionSets } from './schemas/equal-function-sets.js';
import type { GoldenPath } from './schemas/golden-path.js';
import type { ToolEdges } from './schemas/tool-edges.js';
import type { ToolSelection } from './schemas/tool-selection.js';
import type { Trajectory } from './schemas/trajectory.js';

/**
 * `each` of the names must be a tool; of a `class` one must be; a `policy` may name tools that are absent
 * today.
 */
export type NameRule = 'each' | 'class' | 'policy';

export interface NamedTools {
  /** The key that holds the names, such as `tool_edges.restricted`. */
  target: string;
  names: string[];
  rule: NameRule;
  /** Added distractors do not count. */
  real?: boolean;
  /** What is compared with them has names without their servers. */
  bare?: boolean;
}

export function namedTools({ block, config }: MetricSpec): NamedTools[] {
  return placesOf(block, config).filter(({ names }) => names.length > 0);
}

function placesOf(block: MetricSpec['block'], config: unknown): NamedTools[] {
  switch (block) {
    case 'equal_function_sets':
    case 'token_efficiency':
      return (config as EqualFunctionSets).classes.map((one) => ofClass(block, one));
    case 'tool_selection':
      return [each('tool_selection.expected_tool', [(config as ToolSelection).expected_tool])];
    case 'distractors':
      return ofDistractors(config as Distractors);
    case 'tool_edges':
      return ofEdges(config as ToolEdges);
    case 'golden_path':
      return [each('golden_path.calls', (config as GoldenPath).calls.map(toolOf))];
    case 'trajectory':
      return ofTrajectory(config as Trajectory);
    default:
      return [];
  }
}

function each(target: string, names: string[]): NamedTools {
  return { target, names, rule: 'each' };
}

function toolOf(call: string | CallPattern): string {
  return typeof call === 'string' ? call : call.tool;
}

function ofClass(block: string, { name, members }: ToolClass): NamedTools {
  return { target: `${block}.classes.${name}`, names: members, rule: 'class' };
}

function ofDistractors({ correct, source }: Distractors): NamedTools[] {
  const right = each('distractors.correct', correct);
  if (source.from !== 'near_duplicate') return [right];
  return [right, { ...each('distractors.source.of', source.of), real: true }];
}

function ofTrajectory({ expected, args_for = {} }: Trajectory): NamedTools[] {
  return [
    each('trajectory.expected', expected.map(toolOf)),
    { target: 'trajectory.args_for', names: Object.keys(args_for), rule: 'policy' },
  ];
}

function ofEdges({ allowed = [], restricted = [] }: ToolEdges): NamedTools[] {
  return [
    { target: 'tool_edges.allowed', names: allowed, rule: 'policy' },
    { target: 'tool_edges.restricted', names: restricted, rule: 'policy' },
  ];
}
