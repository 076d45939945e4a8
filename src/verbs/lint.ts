/** `mcptest lint`: what is wrong with the tools of live servers or saved catalogues, and how to mend it. */
import { resolve } from 'node:path';
import { tokenSurface } from '../catalog/token-surface.js';
import { type LintOptions, lintCatalog } from '../lint/engine.js';
import { fixCatalogText } from '../lint/fix.js';
import { RULES } from '../lint/registry.js';
import { isAtLeast } from '../lint/severity.js';
import { readText } from '../source/read-text.js';
import { writeAtomic } from '../store/files.js';
import { type CatalogInput, isAdHoc, readCatalogs, savedFiles } from '../target/catalogs.js';
import { ruleSettings } from '../target/rule-settings.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { Catalog } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import type { FindingPlace, FindingsReport, RuleText } from '../types/findings-report.js';
import type { Severity } from '../types/rule.js';
import { McptestError } from '../util/errors.js';
import { findingPlaces } from './finding-places.js';

export interface LintInput extends CatalogInput {
  /** Ids or families; DESC and SCH when absent. */
  rules?: string[];
  /** The mildest severity to report. */
  severity?: Severity;
  /** The mildest severity that fails; critical when absent. */
  fail_on?: Severity;
  /** What clients do to tools as well (CLI rules); a text is a file with clients of your own. */
  clients?: string | true;
}

export interface LintReport extends FindingsReport {
  failed: boolean;
  place(finding: Finding): FindingPlace | undefined;
  catalogs: readonly Catalog[];
  closing: Promise<unknown>;
}

/** With what each tool costs in tokens. */
export async function lint(input: LintInput): Promise<LintReport> {
  const report = await lintUncounted(input);
  return { ...report, tokens: await tokensOf(report.catalogs) };
}

export async function lintUncounted(input: LintInput): Promise<LintReport> {
  const files = savedFiles(input);
  const ofSuite = files.length === 0 && !isAdHoc(input);
  const [{ catalogs, closing }, config] = await Promise.all([
    readCatalogs(input),
    ruleSettings(input, ofSuite),
  ]);
  const { findings, summary, tools } = lintCatalog(catalogs, {
    rules: input.rules,
    severity: input.severity,
    config,
    more: input.clients === undefined ? undefined : await clientFindings(catalogs, input, input.clients),
  });
  const failOn = input.fail_on ?? 'critical';
  return {
    findings,
    summary,
    tools,
    failed: findings.some(({ severity }) => severity !== 'pass' && isAtLeast(severity, failOn)),
    place: await findingPlaces(input),
    catalogs,
    closing,
  };
}

async function tokensOf(catalogs: readonly Catalog[]): Promise<FindingsReport['tokens']> {
  const count = await tokenCounter();
  const by_tool: Record<string, number> = Object.create(null);
  let total = 0;
  for (const { server, tools } of catalogs) {
    const surface = tokenSurface(tools, count);
    total += surface.total;
    for (const tool of surface.by_tool)
      by_tool[catalogs.length > 1 ? `${server}.${tool.name}` : tool.name] = tool.tokens;
  }
  return { total, by_tool };
}

export interface FixReport {
  fixes: { rule: string; tool: string }[];
  /** A unified diff of the files. */
  patch: string;
}

/** Mend what can be mended without inventing anything; with `write` the file itself is changed. */
export async function fixSaved(input: LintInput & { write: boolean }): Promise<FixReport> {
  const files = savedFiles(input);
  if (files.length === 0) {
    throw new McptestError({
      code: 'fix-needs-file',
      message: '--fix changes a saved catalogue, not a live server',
      hint: 'Save it first: mcptest tools SERVER --format json > tools.json, then mcptest lint --from tools.json --fix.',
    });
  }
  const report: FixReport = { fixes: [], patch: '' };
  for (const file of files) {
    const { text, fixes, patch } = fixCatalogText(await savedText(file, input), file, input.rules);
    if (input.write && fixes.length > 0) await writeAtomic(pathOf(file, input), text);
    report.fixes.push(...fixes.map(({ rule, tool }) => ({ rule, tool })));
    report.patch += patch;
  }
  return report;
}

export const LINT_RULES: readonly RuleText[] = RULES;

/** CLI rules are known to the formats whether they ran or not. */
export async function lintRules({ clients }: LintInput): Promise<readonly RuleText[]> {
  if (clients === undefined) return RULES;
  const { COMPAT_RULES } = await import('../compat/registry.js');
  return [...RULES, ...COMPAT_RULES];
}

async function clientFindings(
  catalogs: Catalog[],
  input: LintInput,
  clients: string | true,
): Promise<LintOptions['more']> {
  const { findingsOfCatalogs } = await import('./compat.js');
  return findingsOfCatalogs(catalogs, {
    ...input,
    fail_on: undefined,
    clients: clients === true ? undefined : clients,
  });
}

function pathOf(file: string, { cwd = process.cwd() }: LintInput): string {
  return resolve(cwd, file);
}

function savedText(file: string, input: LintInput): Promise<string> {
  return readText(pathOf(file, input), file);
}
