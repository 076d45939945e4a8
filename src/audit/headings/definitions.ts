/** How well the tools tell a model what they are for: the score of TDQS, and what the rules of lint find. */
import type { AuditHeading } from '../../types/audit.js';
import type { Finding } from '../../types/envelope.js';
import type { Dimension, Fix, ServerScore } from '../../types/tdqs.js';
import { groupBy } from '../../util/group-by.js';
import { clip, oneLine, plural } from '../../util/text.js';
import type { CommandLine } from '../command-line.js';
import { type FoundFault, judgedHeading, tenths } from '../points.js';

/** Score of TDQS → points; the tiers of the one are the grades of the other. */
const SCALE: readonly [score: number, points: number][] = [
  [0, 0],
  [1, 40],
  [2, 60],
  [3, 75],
  [3.5, 90],
  [5, 100],
];
const CRITICAL = { least: 3, most: 10 };
const WARNING = { least: 0, most: 1 };
const FRAMES = 1;
/** Below this many tools nothing is wrong with the set as such. */
const FEW = 3;

/** Rules of lint that see the same as a dimension of TDQS: they are told once, as the rule. */
const SAME: Readonly<Record<string, Dimension>> = {
  'DESC-001': 'purpose_clarity',
  'DESC-003': 'purpose_clarity',
  'DESC-006': 'parameter_semantics',
};

export interface DefinitionFacts {
  score: ServerScore;
  findings: readonly Finding[];
}

export function definitionsHeading(facts: DefinitionFacts, command: CommandLine): AuditHeading {
  const { score, findings } = facts;
  const { overallScore = score.descriptionQualityScore ?? 0, toolCount } = score;
  const base = pointsOf(overallScore);
  const rules = groupBy(
    findings.filter(({ severity }) => severity !== 'pass'),
    ({ rule }) => rule,
  );
  const told = new Set([...rules.keys()].flatMap((rule) => SAME[rule] ?? []));
  const gainOf = (fix: Fix) => tenths(pointsOf(Math.min(5, overallScore + fix.gain)) - base);
  const ofRules = [...rules].map(([rule, hits]) => {
    const same = score.fixes.find(({ dimension }) => dimension !== undefined && dimension === SAME[rule]);
    return ruleFault(rule, hits, { toolCount, more: same === undefined ? 0 : gainOf(same), command });
  });
  const ofScore = score.fixes
    .filter(({ dimension }) => (dimension === undefined ? toolCount >= FEW : !told.has(dimension)))
    .map((fix) => scoreFault(fix, gainOf(fix), command));
  const lost = ofRules.reduce((sum, { points, own }) => sum + Math.min(points, own), 0);
  const criticals = ofRules.filter(({ severity }) => severity === 'high').length;
  return judgedHeading('definitions', {
    says: `TDQS ${overallScore.toFixed(1)} of 5, ${criticals === 0 ? 'no serious lint finding' : `${plural(criticals, 'serious lint finding')}`}`,
    findings: [...ofRules.map(({ own: _, ...fault }) => fault), ...ofScore],
    raw: base - lost,
  });
}

function pointsOf(score: number): number {
  const above = SCALE.findIndex(([at]) => score < at);
  if (above === -1) return 100;
  const [[low, least], [high, most]] = [SCALE[above - 1] ?? [0, 0], SCALE[above] ?? [5, 100]];
  return least + ((score - low) / (high - low)) * (most - least);
}

function ruleFault(
  rule: string,
  hits: readonly Finding[],
  { toolCount, more, command }: { toolCount: number; more: number; command: CommandLine },
): FoundFault & { own: number } {
  const tools = [...new Set(hits.flatMap(({ tool }) => tool ?? []))];
  const isCritical = hits.some(({ severity }) => severity === 'critical' || severity === 'high');
  const { least, most } = isCritical ? CRITICAL : WARNING;
  const share = toolCount === 0 ? 1 : Math.min(1, tools.length / toolCount);
  const own = tenths(least + (most - least) * share);
  const [first] = hits;
  return {
    rule,
    severity: isCritical ? 'high' : 'low',
    tools,
    message: first?.message ?? '',
    fix: first?.suggestion ?? '',
    points: tenths(own + more),
    own,
    command: command('lint', `--rule ${rule}`),
  };
}

function scoreFault(fix: Fix, points: number, command: CommandLine): FoundFault {
  const { fault, dimension, tools, sentences } = fix;
  const frame = sentences
    .slice(0, FRAMES)
    .map(({ tool, text }) => `For ${oneLine(tool)}: ${clip(oneLine(text), 200)}`)
    .join(' ');
  return {
    rule: dimension ?? 'tool_set',
    severity: 'medium',
    tools,
    message:
      tools.length === 0 ? fault : `${tools.length === 1 ? 'the description' : 'descriptions that'} ${fault}`,
    fix:
      frame === ''
        ? 'Add the tool that is missing, tell tools apart that are alike, or leave one out. The command names the pairs and gaps.'
        : frame,
    points,
    command: command('tdqs score'),
  };
}
