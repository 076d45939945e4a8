/** `security:` of a suite: the rules that read definitions, on one server of a run. */
import { lintCatalog } from '../../lint/engine.js';
import { isAtLeast, severityRank } from '../../lint/severity.js';
import type { Catalog } from '../../types/catalog.js';
import type { Finding } from '../../types/envelope.js';
import type { RuleConfig } from '../../types/rule.js';
import type { CatalogCall } from '../../types/suite.js';
import { ownValue } from '../../util/plain.js';
import type { CatalogFigures, CatalogSource } from './catalog-check.js';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
const MAX_NOTES = 10;

export interface SecurityFigures extends CatalogFigures {
  findings: Finding[];
}

export async function securityFigures(
  call: CatalogCall,
  source: CatalogSource,
  config: RuleConfig,
): Promise<SecurityFigures> {
  // A suppression of another server, or of a rule that a run does not have, says nothing here.
  const rules = { ...config, severity: { ...config.severity, 'SUP-001': 'off' as const } };
  const { findings, summary } = lintCatalog([await everything(call.server, source)], {
    rules: ['SEC'],
    config: rules,
  });
  const problems = findings.filter(({ severity }) => severity !== 'pass');
  const failOn = call.fail_on ?? 'high';
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, summary[severity]]));
  const notes = problems
    .filter(({ severity }) => isAtLeast(severity, failOn))
    .sort((a, b) => severityRank(a.severity) - severityRank(b.severity))
    .map(({ rule, tool, message }) => `${rule} ${tool ?? call.server}: ${message}`);
  return {
    figures: Object.fromEntries(SEVERITIES.map((severity) => [`security.${severity}`, summary[severity]])),
    root: { security: counts },
    defaults: SEVERITIES.filter((severity) => isAtLeast(severity, failOn)).map((severity) => ({
      target: `security.${severity}`,
      matcher: { '==': 0 },
    })),
    notes: notes.length > MAX_NOTES ? [...notes.slice(0, MAX_NOTES), 'and more in `findings`'] : notes,
    findings: problems,
  };
}

/** Raw: what the rules quote of it is short and made safe, and secrets only by their beginning. */
async function everything(server: string, { tools, info, list }: CatalogSource): Promise<Catalog> {
  const has = (capability: string) => ownValue(info.capabilities, capability) !== undefined;
  const catalog: Catalog = { server, tools };
  if (has('prompts')) catalog.prompts = await list('prompts/list');
  if (has('resources')) {
    catalog.resources = await list('resources/list');
    catalog.resourceTemplates = await list('resources/templates/list');
  }
  if (info.instructions !== undefined) catalog.instructions = info.instructions;
  catalog.protocolVersion = info.protocol_version;
  return catalog;
}
