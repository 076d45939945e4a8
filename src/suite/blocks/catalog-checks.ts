/** `tool_quality:` and `tdqs:` — checks of what a server says of its tools; no tool is called. */
import { parseTarget, targetProblem } from '../../match/target.js';
import type { Severity } from '../../types/rule.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { clip } from '../../util/text.js';
import { block, type Complaint, define, judged, list, optional, text } from '../shape.js';
import { server } from './call.js';
import { selection, testName } from './common.js';
import { assertionsOn, type JudgeTarget } from './expect.js';

const SMELLS = [
  'underspecified',
  'verbose',
  'uninformative',
  'brittle',
  'missing_examples',
  'missing_return_format',
  'invalid_annotation',
  'missing_annotations',
];

/** Written out here, so that reading a suite does not load the rules. */
const TOOL_QUALITY_NAMES: readonly string[] = [
  'min_score',
  'mean_score',
  'tool["name"].score',
  'critical_count',
  'warning_count',
  'schema_criticals',
  'schema_warnings',
  ...SMELLS.map((smell) => `smells.${smell}`),
  'smell_total',
];

const OF_A_TOOL = [
  'tdqs',
  'tier',
  'purpose_clarity',
  'usage_guidelines',
  'behavioral_transparency',
  'parameter_semantics',
  'conciseness_structure',
  'contextual_completeness',
];

const TDQS_NAMES: readonly string[] = [
  'tdqs.overall',
  'tdqs.tier',
  'tdqs.description_quality',
  'tdqs.coherence',
  'tdqs.mean',
  'tdqs.min',
  'tdqs.unscored',
  'tdqs.shadowing_risks',
  ...OF_A_TOOL.map((figure) => `tdqs.tool["name"].${figure}`),
];

/** A name in brackets is any name. */
function judgeOneOf(known: readonly string[]): JudgeTarget {
  const roots = [...new Set(known.map((one) => one.replace(/\W.*$/, '')))];
  return (value): Complaint[] => {
    if (typeof value !== 'string')
      return [{ path: [], message: `expected a target such as \`${known[0]}\`` }];
    const problem = targetProblem(value, roots);
    if (problem !== undefined) {
      const { message, hint } = problem;
      return [{ path: [], message, hint: hint === null ? null : `did you mean \`${hint}\`?` }];
    }
    const plain = shapeOf(value);
    if (known.includes(plain)) return [];
    const near = didYouMean(plain.slice(0, 200), known);
    const hint =
      near === undefined
        ? `there are ${known.map((one) => `\`${one}\``).join(', ')}`
        : `did you mean \`${near}\`?`;
    return [{ path: [], message: `there is no target \`${clip(value, 80)}\``, hint }];
  };
}

function shapeOf(target: string): string {
  const parsed = parseTarget(target);
  if (parsed.problem) return target;
  const parts = parsed.segments.map(String);
  const at = parts.indexOf('tool');
  if (at < 0 || at + 1 >= parts.length) return parts.join('.');
  return [...parts.slice(0, at), 'tool["name"]', ...parts.slice(at + 2)].join('.');
}

function expectOn(name: string, known: readonly string[]) {
  const judge = judgeOneOf(known);
  const target = judged(`One of: ${known.join(', ')}.`, 'target', judge);
  return optional(assertionsOn(target, judge, name));
}

export const toolQuality = list(
  'Checks that the descriptions of a server meet a quality bar. No tool is called.',
  define(
    'tool_quality_check',
    block('Scores the descriptions of a server by structure, and gates on the result.', () => ({
      name: testName(),
      server: server(),
      expect: expectOn('tool_quality_assertion', TOOL_QUALITY_NAMES),
      ...selection,
    })),
  ),
);

export const tdqs = list(
  'Checks of the TDQS of a server and its tools. No tool is called.',
  define(
    'tdqs_check',
    block('Scores the definitions of a server against the TDQS rubric, and gates on the result.', () => ({
      name: testName(),
      server: server(),
      judge: optional(text('Who judges: `offline` (the default), or a model.')),
      expect: expectOn('tdqs_assertion', TDQS_NAMES),
      ...selection,
    })),
  ),
);

export type RawCatalogCheck = { judge?: string; fail_on?: Severity };
