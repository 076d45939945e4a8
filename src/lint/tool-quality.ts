/** The figures that `tool_quality:` gates on, and the gate of a block without `expect:`. */
import type { Catalog } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import type { RuleConfig } from '../types/rule.js';
import type { Assertion } from '../types/suite.js';
import { ownValue } from '../util/plain.js';
import { descriptionScore, round } from './description-score.js';
import { lintCatalog } from './engine.js';
import { familyOf } from './known-rules.js';
import { countSmells, SMELL_NAMES } from './smells.js';

/** `<name>` stands for the name of a tool. */
export const TOOL_QUALITY_TARGETS: readonly string[] = [
  'min_score',
  'mean_score',
  'tool["<name>"].score',
  'critical_count',
  'warning_count',
  'schema_criticals',
  'schema_warnings',
  ...SMELL_NAMES.map((name) => `smells.${name}`),
  'smell_total',
];

export const TOOL_QUALITY_DEFAULTS: readonly Assertion[] = [
  { target: 'min_score', matcher: { '>=': 0.5 } },
  { target: 'mean_score', matcher: { '>=': 0.7 } },
  { target: 'critical_count', matcher: { '<=': 0 } },
];

export interface ToolQuality {
  /** Without tools there is no score, and the key is absent. */
  figures: Record<string, number>;
  findings: Finding[];
}

export function toolQuality(catalog: Catalog, config?: RuleConfig): ToolQuality {
  const { findings } = lintCatalog([catalog], { rules: ['DESC', 'SCH'], config });
  const count = (family: string, severity: string) =>
    findings.filter((finding) => familyOf(finding.rule) === family && finding.severity === severity).length;
  const { smells, smell_total } = countSmells(findings);
  const figures: Record<string, number> = {
    ...scoreFigures(catalog),
    critical_count: count('DESC', 'critical'),
    warning_count: count('DESC', 'warning'),
    schema_criticals: count('SCH', 'critical'),
    schema_warnings: count('SCH', 'warning'),
    ...Object.fromEntries(SMELL_NAMES.map((name) => [`smells.${name}`, smells[name]])),
    smell_total,
  };
  return { figures, findings };
}

export function toolQualityFigures(catalog: Catalog, config?: RuleConfig): Record<string, number> {
  return toolQuality(catalog, config).figures;
}

function scoreFigures(catalog: Catalog): Record<string, number> {
  if (catalog.tools.length === 0) return {};
  const figures: Record<string, number> = {};
  let lowest = 1;
  let sum = 0;
  for (const tool of catalog.tools) {
    const { score } = descriptionScore(tool);
    lowest = Math.min(lowest, score);
    sum += score;
    const name = ownValue(tool, 'name');
    if (typeof name !== 'string') continue;
    const target = `tool[${JSON.stringify(name)}].score`;
    // Of two tools with one name the worse counts.
    figures[target] = Math.min(figures[target] ?? 1, score);
  }
  return { min_score: lowest, mean_score: round(sum / catalog.tools.length), ...figures };
}
