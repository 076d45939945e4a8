/** The headings that a catalogue alone can be judged under. */
import { commandLine } from '../../audit/command-line.js';
import { clientsHeading, clientVerdicts } from '../../audit/headings/clients.js';
import { definitionsHeading } from '../../audit/headings/definitions.js';
import { tokensHeading } from '../../audit/headings/tokens.js';
import { unjudgedHeading } from '../../audit/points.js';
import { tokenSurface } from '../../catalog/token-surface.js';
import { compatReport } from '../../compat/report.js';
import { isForAppsOnly } from '../../generate/leave-out.js';
import { lintCatalog } from '../../lint/engine.js';
import { openJudge } from '../../tdqs/open-judge.js';
import { scoreServer } from '../../tdqs/server-score.js';
import { tokenCounter } from '../../tokens/token-counter.js';
import type { AuditHeading, AuditReport } from '../../types/audit.js';
import type { Catalog } from '../../types/catalog.js';
import type { RuleConfig } from '../../types/rule.js';
import { plural } from '../../util/text.js';
import { knownClients, named } from '../compat.js';
import type { AuditInput } from './audit.js';
import type { AuditPlace } from './place.js';

const NO_TOOLS = { left_out: 'the server lists no tools' };

/** Deterministic to the byte: the judge works by rules, and when it judged is not shown. */
export async function definitions(
  catalog: Catalog,
  config: RuleConfig,
  { workspace, env, target }: AuditPlace,
): Promise<AuditHeading> {
  if (catalog.tools.length === 0) return unjudgedHeading('definitions', NO_TOOLS);
  const shown = { ...catalog, tools: catalog.tools.filter((tool) => !isForAppsOnly(tool)) };
  const hidden = catalog.tools.length - shown.tools.length;
  if (shown.tools.length === 0)
    return unjudgedHeading('definitions', { left_out: 'no tool is for a model, all are for apps only' });
  const { judge } = await openJudge({ judge: 'offline', workspace, env });
  const score = await scoreServer(shown, { judge, scoredAt: '' });
  const { findings } = lintCatalog([shown], { config });
  const heading = definitionsHeading({ score, findings }, commandLine(target));
  return hidden === 0
    ? heading
    : { ...heading, says: `${heading.says}, without ${plural(hidden, 'tool')} for apps only` };
}

export async function clients(
  catalog: Catalog,
  input: AuditInput,
  target: string,
): Promise<{ heading: AuditHeading; clients?: AuditReport['clients'] }> {
  if (catalog.tools.length === 0) return { heading: unjudgedHeading('clients', NO_TOOLS) };
  const known = await knownClients(input);
  const month = new Date().toISOString().slice(0, 7);
  const report = compatReport([named(catalog, input)], { chosen: known, clients: known, month });
  return { heading: clientsHeading(report, commandLine(target)), clients: clientVerdicts(report) };
}

export async function tokens(
  catalog: Catalog,
  target: string,
): Promise<{ heading: AuditHeading; tokens: NonNullable<AuditReport['tokens']> }> {
  const { total, by_tool } = tokenSurface(catalog.tools, await tokenCounter());
  const tools: Record<string, number> = Object.create(null);
  for (const tool of by_tool) tools[tool.name] = (tools[tool.name] ?? 0) + tool.tokens;
  const cost = { total, tools };
  return { heading: tokensHeading(cost, commandLine(target)), tokens: cost };
}
