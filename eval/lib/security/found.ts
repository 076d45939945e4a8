/** What the rules say of a definition, and what SEC-027 says when it never saw the server. */
import { lintCatalog } from '../../../src/lint/engine.js';
import { SEC_RULES } from '../../../src/lint/sec-registry.js';
import { isAtLeast } from '../../../src/lint/severity.js';
import type { Catalog } from '../../../src/types/catalog.js';
import type { BenignServer } from './benign.js';
import type { LeftOut } from './folds.js';
import type { LabelledTool } from './labelled.js';

const LEARNED = 'SEC-027';
const WRITTEN = SEC_RULES.map(({ id }) => id).filter((id) => id !== LEARNED);
/** About annotations and names: they say nothing of a poisoned text. */
const NOT_OF_TEXT = new Set(['SEC-009', 'SEC-010', 'SEC-011', 'SEC-012']);

export interface FoundFinding {
  rule: string;
  isHigh: boolean;
  message: string;
}

/** Findings of medium or above by tool; those of the server as such stand under ''. */
function findingsOf(catalogs: Catalog[], server: string): Map<string, FoundFinding[]> {
  const byTool = new Map<string, FoundFinding[]>();
  for (const finding of lintCatalog(catalogs, { rules: WRITTEN }).findings) {
    const { rule, severity, tool = '', message } = finding;
    if (finding.server !== server || severity === 'pass' || !isAtLeast(severity, 'medium')) continue;
    const found = byTool.get(tool) ?? [];
    byTool.set(tool, [...found, { rule, isHigh: isAtLeast(severity, 'high'), message }]);
  }
  return byTool;
}

const isReported = ({ score, threshold }: LeftOut) => score >= threshold;
const learnedFinding = (at: LeftOut): FoundFinding[] =>
  isReported(at) ? [{ rule: LEARNED, isHigh: false, message: `score ${at.score.toFixed(2)}` }] : [];

export interface JudgedTool extends LabelledTool {
  leftOut: LeftOut;
  /** Among the tools of its own server. */
  inOne: FoundFinding[];
  /** Beside the server whose tools it speaks of; as `inOne` where no server is named. */
  across: FoundFinding[];
}

export function judgeLabelled(tool: LabelledTool, leftOut: LeftOut): JudgedTool {
  const [own] = tool.catalog.tools;
  const name = String(own?.name);
  const ofText = (found: FoundFinding[] = []) => [
    ...found.filter(({ rule }) => !NOT_OF_TEXT.has(rule)),
    ...learnedFinding(leftOut),
  ];
  const inOne = ofText(findingsOf([tool.catalog], tool.catalog.server).get(name));
  const { neighbours } = tool;
  if (neighbours === undefined || own === undefined) return { ...tool, leftOut, inOne, across: inOne };
  const alone = { server: 'stranger', tools: [own] };
  return { ...tool, leftOut, inOne, across: ofText(findingsOf([alone, neighbours], 'stranger').get(name)) };
}

/** How many servers have a finding of medium or above that names none of their tools. */
export function serversReported(servers: readonly BenignServer[]): number {
  return servers.filter(({ catalog }) => findingsOf([catalog], catalog.server).has('')).length;
}

export interface JudgedDefinition {
  server: string;
  group: string;
  tool: string;
  found: FoundFinding[];
}

/** `leftOut` is in the order of the definitions of the servers, what is no tool after the tools. */
export function judgeBenign(
  servers: readonly BenignServer[],
  leftOut: readonly LeftOut[],
): JudgedDefinition[] {
  const out: JudgedDefinition[] = [];
  let at = 0;
  for (const { catalog, group } of servers) {
    const byTool = findingsOf([catalog], catalog.server);
    for (const { name } of catalog.tools) {
      const found = [...(byTool.get(String(name)) ?? []), ...learnedFinding(leftOut[at]!)];
      out.push({ server: catalog.server, group, tool: String(name), found });
      at += 1;
    }
    at += definitionsBesideTools(catalog);
  }
  return out;
}

function definitionsBesideTools(catalog: Catalog): number {
  const lists = [catalog.prompts, catalog.resources, catalog.resourceTemplates];
  const listed = lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  return listed + (typeof catalog.instructions === 'string' ? 1 : 0);
}
