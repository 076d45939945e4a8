/**
 * `mcptest security`: what an attacker could hide in tools, of live servers, of saved catalogues, or of
 * several together. Tools are listed and never called, and nothing is sent anywhere else.
 */
import { resolve } from 'node:path';
import { catalogsOfLock, readLock } from '../catalog/lock.js';
import { lintCatalog } from '../lint/engine.js';
import { PROBE_RULE } from '../lint/probe-rules.js';
import { chooseSecurityRules } from '../lint/security-rules.js';
import { countSeverities, isAtLeast, severityRank } from '../lint/severity.js';
import { compareBaseline, readBaseline, writeBaseline } from '../security/baseline.js';
import { inspectServer } from '../security/session.js';
import { readText } from '../source/read-text.js';
import { writeAtomic } from '../store/files.js';
import { isAdHoc, savedFiles } from '../target/catalogs.js';
import { type Places, placesIn } from '../target/finding-places.js';
import { declaredServers } from '../target/live-catalogs.js';
import { ruleSettings } from '../target/rule-settings.js';
import { catalogsOfText } from '../target/saved-catalog.js';
import { serverPlaces } from '../target/server-places.js';
import type { TargetInput } from '../target/target.js';
import type { Catalog } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import type { FindingPlace, FindingsReport } from '../types/findings-report.js';
import type { ProbeHit } from '../types/probe-rule.js';
import type { RuleConfig, Severity } from '../types/rule.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';

export { SECURITY_RULES } from '../lint/security-rules.js';
export { aboutSecurity } from '../security/about.js';

export interface SecurityInput extends TargetInput {
  /** Saved catalogues or locks, in place of live servers. */
  from?: string | string[];
  /** Ids or `SEC`; all of them when absent. */
  rules?: string[];
  /** The mildest severity to report. */
  severity?: Severity;
  /** The mildest severity that fails; high when absent. */
  fail_on?: Severity;
  /** Accepted findings, which are not reported again. */
  baseline?: string;
  /** Accept every finding: write them to the baseline. */
  update?: boolean;
  /** A lock to compare with. */
  lock?: string;
}

export interface SecurityReport extends FindingsReport {
  failed: boolean;
  /** What a person should know besides the findings. */
  notes: string[];
  place: (finding: Finding) => FindingPlace | undefined;
  catalogs: readonly Catalog[];
  closing: Promise<unknown>;
}

export async function checkSecurity(input: SecurityInput): Promise<SecurityReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const chosen = chooseSecurityRules(input.rules);
  const config = await ruleSettings(input, savedFiles(input).length === 0 && !isAdHoc(input));
  const { catalogs, probed, places, closing } = await readSubjects(input, cwd);
  const drift =
    input.lock === undefined ? [] : await lockFindings(resolve(cwd, input.lock), input.lock, catalogs);
  const least = input.severity ?? 'info';
  const all = securityFindings(catalogs, [...probed, ...drift], { chosen, config }).filter(({ severity }) =>
    isAtLeast(severity, least),
  );
  const { findings, notes } = await againstBaseline(all, input, cwd);
  return {
    findings,
    summary: countSeverities(findings),
    tools: catalogs.reduce((sum, { tools }) => sum + tools.length, 0),
    failed: findings.some(({ severity }) => isAtLeast(severity, input.fail_on ?? 'high')),
    notes,
    place: (finding) => places.get(finding.server ?? '')?.(finding),
    catalogs,
    closing,
  };
}

/** What the rules find in catalogues, with what probes and a lock have found, by the settings of the user. */
export function securityFindings(
  catalogs: Catalog[],
  found: readonly Finding[],
  { chosen = chooseSecurityRules(), config }: SecuritySettings,
): Finding[] {
  const rules = chosen.ofCatalog;
  const linted =
    rules.length === 0 ? [] : lintCatalog(catalogs, { rules, config, severity: 'info' }).findings;
  const extra = found
    .filter((finding) => chosen.ids.has(finding.rule))
    .flatMap((finding) => graded(finding, config))
    .sort((a, b) => severityRank(a.severity) - severityRank(b.severity));
  return [...extra, ...linted];
}

interface SecuritySettings {
  chosen?: ReturnType<typeof chooseSecurityRules>;
  config?: RuleConfig;
}

/** What the rules are applied to. */
interface SecuritySubjects {
  catalogs: Catalog[];
  probed: Finding[];
  places: Map<string, Places>;
  closing: Promise<unknown>;
}

async function readSubjects(input: SecurityInput, cwd: string): Promise<SecuritySubjects> {
  const out: SecuritySubjects = { catalogs: [], probed: [], places: new Map(), closing: Promise.resolve() };
  const files = savedFiles(input);
  for (const file of files) {
    const text = await readText(resolve(cwd, file), file);
    const places = placesIn(file, () => text);
    for (const catalog of catalogsOfText(text, file)) {
      out.catalogs.push(catalog);
      out.places.set(catalog.server, places);
    }
  }
  const isLive = input.server !== undefined || isAdHoc(input);
  if (!isLive && files.length > 0) return out;
  const servers = isLive ? [input.server] : await declaredServers(input, cwd);
  const closing: Promise<unknown>[] = [];
  const declared = await serverPlaces(input);
  for (const server of servers) {
    const { catalog, probed, closed } = await inspectServer({ ...input, server });
    out.catalogs.push(catalog);
    out.places.set(catalog.server, () => declared.get(catalog.server));
    out.probed.push(
      ...probed.flatMap(({ rule, hits }) => hits.map((hit) => toFinding(rule, hit, catalog.server))),
    );
    closing.push(closed);
  }
  return { ...out, closing: Promise.all(closing) };
}

async function lockFindings(path: string, shown: string, catalogs: Catalog[]): Promise<Finding[]> {
  const pinned = catalogsOfLock(readLock(await readText(path, shown), shown));
  const one = pinned.length === 1 && catalogs.length === 1;
  return catalogs.flatMap((catalog) => {
    const pin = one ? pinned[0] : pinned.find(({ server }) => server === catalog.server);
    if (pin === undefined) return [];
    const rule = PROBE_RULE.driftSinceLock;
    return rule.judge({ pinned: [pin], now: [catalog] }).map((hit) => toFinding(rule, hit, catalog.server));
  });
}

export function toFinding(
  rule: { id: string; severity: Severity; fix: string },
  hit: ProbeHit,
  server: string,
): Finding {
  return omitUndefined({
    rule: rule.id,
    severity: hit.severity ?? rule.severity,
    server,
    tool: hit.tool,
    pointer: hit.pointer,
    message: clip(oneLine(hit.message.slice(0, 161)), 160),
    suggestion: rule.fix,
  });
}

function graded(finding: Finding, config?: RuleConfig): Finding[] {
  const severity = config?.severity?.[finding.rule];
  const suppressed = config?.suppress?.some(
    ({ rule, server, tool, pointer }) =>
      rule === finding.rule &&
      (server ?? finding.server) === finding.server &&
      (tool ?? finding.tool) === finding.tool &&
      (pointer ?? finding.pointer) === finding.pointer,
  );
  if (severity === 'off' || suppressed) return [];
  return [severity === undefined ? finding : { ...finding, severity }];
}

async function againstBaseline(findings: Finding[], input: SecurityInput, cwd: string) {
  if (input.baseline === undefined) return { findings, notes: [] };
  const path = resolve(cwd, input.baseline);
  if (input.update) {
    await writeAtomic(path, writeBaseline(findings));
    return {
      findings: [],
      notes: [`${input.baseline} now holds every finding`],
    };
  }
  const { fresh, known, stale } = compareBaseline(
    findings,
    readBaseline(await readText(path, input.baseline), input.baseline),
  );
  const notes = stale.map(
    ({ rule, tool }) => `stale in the baseline: ${rule}${tool ? ` on ${oneLine(tool)}` : ''}`,
  );
  if (known > 0) notes.unshift(`${known} known from ${input.baseline}`);
  return { findings: fresh, notes };
}
