/**
 * Catalogues → findings. Pure, and never throws on any catalogue that JSON can hold; only an unknown
 * rule name is an error. Findings come grouped by tool, the worst tool first and the worst finding
 * first, and a tool without any has one `PASS`.
 */
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import type {
  CatalogRule,
  Rule,
  RuleConfig,
  RuleContext,
  RuleHit,
  Severity,
  Suppression,
  ToolRule,
  ToolView,
} from '../types/rule.js';
import { compareText } from '../util/compare-text.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { chooseRules } from './choose-rules.js';
import { clientRefusals } from './client-refusals.js';
import { countSeverities, isAtLeast, type SeverityCounts, severityRank } from './severity.js';
import { applySuppressions, staleFindings } from './suppressions.js';
import { forgetTexts } from './text/subject-text.js';
import { createContext } from './tool-view.js';

export interface LintOptions {
  /** Rule ids or families (`DESC`, `SCH-004`); descriptions and schemas when absent. */
  rules?: string[];
  /** The mildest severity to report; all of them when absent. */
  severity?: Severity;
  config?: RuleConfig;
  /** What is known of the tools already. */
  views?: Map<ToolDef, ToolView>;
  /** Findings of rules that are not run here, and which rules those were: they are held to the same settings. */
  more?: { findings: readonly Finding[]; rules: readonly string[] };
}

export interface LintResult {
  findings: Finding[];
  summary: SeverityCounts;
  /** How many tools were checked. */
  tools: number;
}

/** More hits of one rule on one tool tell nobody anything new. */
const MAX_HITS = 100;
const MAX_MESSAGE = 160;
const MAX_EXCERPT = 40;

/** The findings of one tool, or of a server as such. */
interface Group {
  server: string;
  tool?: string;
  findings: Finding[];
}

export function lintCatalog(catalogs: readonly Catalog[], options: LintOptions = {}): LintResult {
  const rules = chooseRules(options.rules).filter((rule) => options.config?.severity?.[rule.id] !== 'off');
  const groups = catalogs.flatMap((catalog) => lintOne(catalog, catalogs, rules, options));
  const refused = options.config?.severity?.['CAT-002'] ?? 'critical';
  // Whoever chooses rules has chosen.
  if (options.rules === undefined && refused !== 'off') addRefusals(groups, catalogs, refused);
  if (options.more) addMore(groups, options.more.findings, options.config);
  const stale = suppressIn(groups, options.config?.suppress ?? []);
  const ran = new Set([...rules.map((rule) => rule.id), ...(options.more?.rules ?? [])]);
  groups.push({ server: '', findings: staleSuppressions(stale, ran, catalogs, options.config) });
  const reported = arrange(groups, options.severity);
  return {
    findings: reported,
    summary: countSeverities(reported),
    tools: catalogs.reduce((sum, catalog) => sum + catalog.tools.length, 0),
  };
}

/** Takes out what is suppressed; gives the suppressions that nothing needs. */
function suppressIn(groups: readonly Group[], suppressions: readonly Suppression[]): Suppression[] {
  if (suppressions.length === 0) return [];
  const { stale, findings } = applySuppressions(
    groups.flatMap((group) => group.findings),
    suppressions,
  );
  const kept = new Set(findings);
  for (const group of groups) group.findings = group.findings.filter((finding) => kept.has(finding));
  return stale;
}

/** The groups of each catalogue are itself and then its tools. */
function addRefusals(groups: Group[], catalogs: readonly Catalog[], severity: Severity): void {
  let at = 0;
  for (const catalog of catalogs) {
    const { tools, whole } = clientRefusals(catalog, severity);
    for (const findings of [whole, ...tools]) {
      const group = groups[at];
      for (const finding of findings) group?.findings.push({ ...finding, tool: group.tool });
      at += 1;
    }
  }
}

function addMore(groups: Group[], findings: readonly Finding[], config?: RuleConfig): void {
  for (const finding of findings) {
    const severity = config?.severity?.[finding.rule] ?? finding.severity;
    if (severity === 'off') continue;
    const isHere = ({ server, tool }: Group): boolean => server === finding.server && tool === finding.tool;
    const group = groups.find(isHere) ?? groups[0];
    group?.findings.push({ ...finding, severity });
  }
}

function staleSuppressions(
  stale: readonly Suppression[],
  ran: ReadonlySet<string>,
  catalogs: readonly Catalog[],
  config?: RuleConfig,
): Finding[] {
  const severity = config?.severity?.['SUP-001'];
  if (severity === 'off') return [];
  const found = staleFindings(stale, ran, catalogs);
  return severity === undefined ? found : found.map((finding) => ({ ...finding, severity }));
}

function lintOne(
  catalog: Catalog,
  catalogs: readonly Catalog[],
  rules: readonly Rule[],
  { config, views }: LintOptions,
): Group[] {
  const context = createContext(catalog, catalogs, views);
  const whole: Group = { server: catalog.server, findings: unreadableEntries(catalog) };
  const tools = catalog.tools.map(
    (tool, i): Group => ({ server: catalog.server, tool: nameOf(tool, i), findings: [] }),
  );
  const add = (rule: Rule, group: Group, hits: readonly RuleHit[]): void => {
    const severity = config?.severity?.[rule.id] as Severity | undefined;
    for (const hit of hits.slice(0, MAX_HITS)) group.findings.push(toFinding(rule, hit, group, severity));
  };
  for (const rule of rules) {
    if (rule.scope === 'tool') continue;
    for (const [group, hits] of hitsByGroup(rule, context, { whole, tools })) add(rule, group, hits);
  }
  // Tool by tool: what was worked out for one is at hand for its next rule.
  const ofTools = rules.filter((rule) => rule.scope === 'tool');
  tools.forEach((group, at) => {
    checkTool(at, context, ofTools, (rule, hits) => add(rule, group, hits));
  });
  forgetTexts(catalog);
  return [whole, ...tools];
}

/** Nothing but this loop, which runs most of all: V8 would spend more on a larger function than it saves. */
function checkTool(
  at: number,
  context: RuleContext,
  rules: readonly ToolRule[],
  add: (rule: Rule, hits: readonly RuleHit[]) => void,
): void {
  const tool = context.catalog.tools[at]!;
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i]!;
    const hits = rule.check(tool, context);
    if (hits.length > 0) add(rule, hits);
  }
}

function hitsByGroup(
  rule: CatalogRule,
  context: RuleContext,
  groups: { whole: Group; tools: Group[] },
): Map<Group, RuleHit[]> {
  const byGroup = new Map<Group, RuleHit[]>();
  for (const hit of rule.check(context.catalog, context)) {
    const group = (hit.tool === undefined ? undefined : groups.tools[hit.tool]) ?? groups.whole;
    const hits = byGroup.get(group);
    if (hits === undefined) byGroup.set(group, [hit]);
    else hits.push(hit);
  }
  return byGroup;
}

/** `CAT-001`: what was left out was not judged, and what was not judged is never green. */
function unreadableEntries(catalog: Catalog): Finding[] {
  return (catalog.unreadable ?? []).slice(0, MAX_HITS).map(({ pointer, message }) => ({
    rule: 'CAT-001',
    severity: 'critical',
    server: catalog.server,
    pointer,
    message: show(message, MAX_MESSAGE),
    suggestion: 'Every entry of a tool list is an object with a name and an input schema.',
  }));
}

function toFinding(rule: Rule, hit: RuleHit, group: Group, severity?: Severity): Finding {
  const finding: Finding = {
    rule: rule.id,
    severity: severity ?? hit.severity ?? rule.severity,
    server: group.server,
    tool: group.tool,
    pointer: hit.pointer,
    message: show(hit.message, MAX_MESSAGE),
    suggestion: oneLine(hit.suggestion ?? rule.fix),
  };
  if (hit.excerpt !== undefined && hit.excerpt !== '') finding.excerpt = show(hit.excerpt, MAX_EXCERPT);
  return finding;
}

/** Cut before it is made visible and after, so that a text of any size costs nothing. */
function show(text: string, max: number): string {
  return clip(oneLine(text.slice(0, max + 1)), max);
}

function nameOf(tool: ToolDef, index: number): string {
  const name = ownValue(tool, 'name');
  return typeof name === 'string' && name !== '' ? name : `#${index}`;
}

function arrange(groups: readonly Group[], least: Severity = 'pass'): Finding[] {
  // By the worst finding of each group.
  const byRank: Finding[][] = [];
  for (const group of groups) {
    const { findings } = group;
    if (findings.length === 0 && group.tool !== undefined) findings.push(passed(group));
    if (findings.length > 1)
      findings.sort(
        (a, b) => severityRank(a.severity) - severityRank(b.severity) || compareText(a.rule, b.rule),
      );
    const [worst] = findings;
    if (worst === undefined) continue;
    const rank = severityRank(worst.severity) + 1;
    byRank[rank] ??= [];
    for (const finding of findings) if (isAtLeast(finding.severity, least)) byRank[rank].push(finding);
  }
  return byRank.flat();
}

function passed(group: Group): Finding {
  return {
    rule: 'PASS',
    severity: 'pass',
    server: group.server,
    tool: group.tool,
    pointer: '',
    message: 'nothing to report',
  };
}
