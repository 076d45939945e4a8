/** How `tool_quality:`, `tdqs:` and `security:` measure the tools of a server in a run. Each loads when a suite uses it. */

import type { JudgeInput } from '../../tdqs/open-judge.js';
import { tokenCounter } from '../../tokens/token-counter.js';
import type { Catalog } from '../../types/catalog.js';
import type { Finding } from '../../types/envelope.js';
import type { RuleConfig } from '../../types/rule.js';
import type { CatalogCall, Suite } from '../../types/suite.js';
import type { ServerScore, TdqsJudge } from '../../types/tdqs.js';
import { McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { Budget } from '../agent/budget.js';
import type { CatalogFigures, MeasureCatalog } from './catalog-check.js';

export interface MeasureOptions {
  workspace: string;
  env: NodeJS.ProcessEnv;
  /** Severities and suppressions that apply to a suite. */
  rulesOf(suite: Suite): Promise<RuleConfig>;
}

export interface CatalogMeasures {
  /** A model as judge is paid from the budget. */
  measure(suite: Suite, budget?: Budget): MeasureCatalog;
  /** What `security:`, then `compat:`, then `tool_quality:` found, in the order of the suites and their tests. */
  findings(suites: readonly Suite[]): Finding[];
  /** What `tdqs:` scored, in the same order. */
  scores(suites: readonly Suite[]): ServerScore[];
}

export function catalogMeasures({ workspace, env, rulesOf }: MeasureOptions): CatalogMeasures {
  // One judge of a name and a budget for the whole run, so that rows that run side by side share what it said.
  const judges = new Map<Budget | undefined, Map<string, Promise<TdqsJudge>>>();
  const judgeOf = (suite: Suite, { judge }: CatalogCall, budget?: Budget, signal?: AbortSignal) => {
    const paid = judges.get(budget) ?? new Map<string, Promise<TdqsJudge>>();
    judges.set(budget, paid);
    const key = JSON.stringify([judge, suite.file]);
    const known = paid.get(key) ?? open({ judge, workspace, env, models: suite.models, signal }, budget);
    paid.set(key, known);
    return known;
  };
  const found = new Map<Suite, Map<string, Finding[]>>();
  const clients = new Map<Suite, Map<string, Finding[]>>();
  const linted = new Map<Suite, Map<string, Finding[]>>();
  const scored = new Map<Suite, Map<string, ServerScore>>();
  const measure: CatalogMeasures['measure'] = (suite, budget) => async (catalog, call, source, signal) => {
    try {
      if (call.measure === 'tool_quality') {
        const { findings, ...figures } = await quality(catalog, await rulesOf(suite));
        keep(linted, suite, call.server, findings);
        return figures;
      }
      if (call.measure === 'security') {
        const { securityFigures } = await import('./security-measure.js');
        const seen = await securityFigures(call, source, await rulesOf(suite));
        // A second attempt replaces what the first one found.
        keep(found, suite, call.server, seen.findings);
        return seen;
      }
      if (call.measure === 'compat') {
        const { compatFigures } = await import('./compat-measure.js');
        const seen = await compatFigures(catalog, call, source, suite.dir);
        keep(clients, suite, call.server, 'problem' in seen ? [] : seen.findings);
        return seen;
      }
      const score = await scoreOf(catalog, await judgeOf(suite, call, budget, signal));
      keep(scored, suite, call.server, score);
      return figuresOf(score);
    } catch (error) {
      if (error instanceof McptestError)
        return { problem: [error.message, error.hint].filter(Boolean).join('. ') };
      throw error;
    }
  };
  return {
    measure,
    findings: (suites) => [
      ...ofSuites(suites, 'security', found),
      ...ofSuites(suites, 'compat', clients),
      ...ofSuites(suites, 'tool_quality', linted),
    ],
    scores: (suites) => inOrder(suites, 'tdqs', scored),
  };
}

/** What was found of servers, in the order of the tests of this kind. */
function inOrder<T>(suites: readonly Suite[], kind: string, of: Map<Suite, Map<string, T>>): T[] {
  return suites.flatMap((suite) => {
    const servers = suite.tests.filter((test) => test.kind === kind).map(({ server }) => server);
    return [...new Set(servers)].flatMap((server) => of.get(suite)?.get(server) ?? []);
  });
}

function ofSuites(suites: readonly Suite[], kind: string, of: Map<Suite, Map<string, Finding[]>>): Finding[] {
  return suites.flatMap((suite) =>
    inOrder([suite], kind, of)
      .flat()
      .map((finding) => ({ ...finding, file: suite.display_file })),
  );
}

function keep<T>(of: Map<Suite, Map<string, T>>, suite: Suite, server: string, what: T): void {
  of.set(suite, (of.get(suite) ?? new Map<string, T>()).set(server, what));
}

async function quality(
  catalog: Catalog,
  config: RuleConfig,
): Promise<CatalogFigures & { findings: Finding[] }> {
  const { TOOL_QUALITY_DEFAULTS, toolQuality } = await import('../../lint/tool-quality.js');
  const { figures, findings } = toolQuality(catalog, config);
  const worst = findings.filter(({ severity }) => severity === 'critical').slice(0, 10);
  const notes = worst.map(({ rule, tool, message }) => `${rule} ${tool ?? ''}: ${message}`);
  return { figures, root: nested(figures), defaults: TOOL_QUALITY_DEFAULTS, notes, findings };
}

async function open(input: JudgeInput, budget: Budget | undefined): Promise<TdqsJudge> {
  const { openJudge } = await import('../../tdqs/open-judge.js');
  const { paidDriver } = await import('../agent/paid-driver.js');
  const pay: JudgeInput['pay'] = budget && ((driver, price) => paidDriver(driver, price, budget));
  return (await openJudge(omitUndefined({ ...input, pay }))).judge;
}

async function scoreOf(catalog: Catalog, judge: TdqsJudge): Promise<ServerScore> {
  const { scoreServer } = await import('../../tdqs/server-score.js');
  const { tokenSurface } = await import('../../catalog/token-surface.js');
  const count = await tokenCounter();
  return scoreServer(catalog, {
    judge,
    scoredAt: new Date().toISOString(),
    countTokens: (tool) => tokenSurface([{ ...tool, name: String(tool.name) }], count).total,
  });
}

const TDQS_DEFAULTS = [{ target: 'tdqs.overall', matcher: { '>=': 3 } }];

function figuresOf(score: ServerScore): CatalogFigures {
  const figures: Record<string, number> = {};
  const letters: Record<string, string> = {};
  const put = (target: string, value: number | undefined): void => {
    if (value !== undefined) figures[target] = value;
  };
  put('tdqs.overall', score.overallScore);
  put('tdqs.description_quality', score.descriptionQualityScore);
  put('tdqs.coherence', score.coherenceScore);
  const unscored = score.toolCount - score.scoredToolCount;
  // Of a part of the tools they would look better than they are.
  if (unscored === 0) {
    put('tdqs.mean', score.meanTdqs);
    put('tdqs.min', score.minTdqs);
  }
  put('tdqs.unscored', unscored);
  put('tdqs.shadowing_risks', score.shadowingRisks.length);
  if (score.overallTier !== undefined) letters['tdqs.tier'] = score.overallTier;
  for (const tool of score.tools) {
    if (!('scores' in tool)) continue;
    const at = `tdqs.tool[${JSON.stringify(tool.name)}]`;
    // Of two tools with one name the worse counts.
    if ((figures[`${at}.tdqs`] ?? 5) < tool.tdqs) continue;
    put(`${at}.tdqs`, tool.tdqs);
    for (const [dimension, value] of Object.entries(tool.scores)) put(`${at}.${dimension}`, value);
    letters[`${at}.tier`] = tool.tier;
  }
  const first = score.tools.find((tool) => 'unscored' in tool);
  const unjudged = first && 'unscored' in first ? first.unscored : score.coherenceUnscored;
  return {
    figures,
    root: nested({ ...figures, ...letters }),
    defaults: TDQS_DEFAULTS,
    unjudged,
    notes: notesOf(score),
  };
}

function notesOf(score: ServerScore): string[] {
  const byReason = new Map<string, string[]>();
  for (const tool of score.tools) {
    if (!('unscored' in tool)) continue;
    const names = byReason.get(tool.unscored) ?? [];
    names.push(tool.name);
    byReason.set(tool.unscored, names);
  }
  const unscored = [...byReason].map(([reason, names]) =>
    names.length === 1
      ? `${names[0]} has no score: ${reason}`
      : `${names[0]} and ${names.length - 1} more have no score: ${reason}`,
  );
  const set =
    score.coherenceUnscored === undefined || byReason.has(score.coherenceUnscored)
      ? []
      : [`the set was not judged: ${score.coherenceUnscored}`];
  const next = score.advice
    .slice(0, 3)
    .map(({ tool, tdqs, work_on }) => `${tool} is at ${tdqs.toFixed(1)}: work on ${work_on.join(', ')}`);
  return [...unscored.slice(0, 10), ...set, ...next];
}

/** `tool["x"].score` and `smells.brittle` as an object that targets lead into. */
function nested(figures: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const [target, value] of Object.entries(figures)) {
    const parts = [...target.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(([part, name]) =>
      name === undefined ? part : (JSON.parse(`"${name}"`) as string),
    );
    let at = root;
    for (const part of parts.slice(0, -1)) {
      at[part] ??= Object.create(null);
      at = at[part] as Record<string, unknown>;
    }
    at[parts.at(-1)!] = value;
  }
  return root;
}
