/** `mcptest tdqs score | calibrate`: how well tool definitions tell a model what the tools are for. */
import { resolve } from 'node:path';
import { tokenSurface } from '../catalog/token-surface.js';
import type { RedactorInput } from '../redact/open-redactor.js';
import { readText } from '../source/read-text.js';
import { type CatalogInput, readCatalogs, savedFiles } from '../target/catalogs.js';
import type { CalibrationRow, ServerCalibrationRow } from '../tdqs/calibration.js';
import { openJudge } from '../tdqs/open-judge.js';
import { toolName } from '../tdqs/score-tool.js';
import { estimateFor, scoreServer } from '../tdqs/server-score.js';
import { bar } from '../tdqs/tiers.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { JudgeBooks, JudgeEstimate, ServerScore, TdqsReport } from '../types/tdqs.js';
import type { TdqsComparison } from '../types/tdqs-comparison.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { type JudgeFlags, judgeInput } from './judge-input.js';

export interface TdqsInput extends CatalogInput, JudgeFlags {
  /** A tier or a score that every server must reach. */
  fail_under?: string;
  /** A saved report to compare with. */
  compare?: string;
  /** Count cl100k tokens too. */
  tokens?: boolean;
  /** Told before a model is asked. */
  on_estimate?: (estimate: JudgeEstimate) => void;
}

export interface TdqsResult {
  report: TdqsReport;
  comparison?: TdqsComparison;
  /** Servers below the bar. */
  below: string[];
  /** Something has no score; what could not be judged is never green. */
  incomplete: boolean;
  /** It is so since a budget was spent. */
  refused: boolean;
  warnings: string[];
  /** What was scored, in the order of the servers. */
  catalogs: readonly Catalog[];
  closing: Promise<unknown>;
}

export async function scoreCatalogs(input: TdqsInput): Promise<TdqsResult> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const least = barOf(input.fail_under);
  const base =
    input.compare === undefined ? undefined : await readBase(resolve(cwd, input.compare), input.compare);
  const { judge, warning, spent } = await openJudge(await judgeInput(input, cwd));
  const { catalogs, skipped, closing } = await catalogsOf(input, cwd);
  const countTokens = input.tokens ? await toolTokenCounter() : undefined;
  if (judge.estimate !== undefined) {
    input.on_estimate?.(estimateFor(judge, catalogs));
  }
  const servers: ServerScore[] = [];
  for (const catalog of catalogs)
    servers.push(await scoreServer(catalog, { judge, scoredAt: new Date().toISOString(), countTokens }));
  const { id, rubric } = judge;
  const report: TdqsReport = omitUndefined({
    version: 1,
    judge: id,
    rubric,
    books: judge.books?.(),
    servers,
  });
  const warned = warning();
  const incomplete = servers.some(
    (server) => server.overallScore === undefined || server.scoredToolCount < server.toolCount,
  );
  return {
    report,
    comparison: base && (await compareWith(base, report)),
    below: servers.filter((server) => isBelow(server, least)).map(({ name }) => name),
    incomplete,
    refused: incomplete && spent?.() !== undefined,
    warnings: warned === undefined ? skipped : [...skipped, warned],
    catalogs,
    closing,
  };
}

async function toolTokenCounter(): Promise<(tool: ToolDef) => number> {
  const count = await tokenCounter();
  return (tool) => tokenSurface([{ ...tool, name: toolName(tool) }], count).total;
}

export interface CalibrateResult {
  judge: string;
  rubric: string;
  examples: CalibrationRow[];
  /** Tool sets whose coherence is known. */
  servers: ServerCalibrationRow[];
  books?: JudgeBooks;
  passed: boolean;
}

export interface CalibrateInput extends JudgeFlags, RedactorInput {
  cwd?: string;
  workspace?: string;
  /** The suite that declares the model. */
  config?: string;
  signal?: AbortSignal;
}

export async function calibrateJudge(input: CalibrateInput): Promise<CalibrateResult> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const { judge } = await openJudge(await judgeInput(input, cwd));
  const { calibrate, calibrateServers } = await import('../tdqs/calibration.js');
  const examples = await calibrate(judge, new Date().toISOString());
  const servers = await calibrateServers(judge);
  const passed = [...examples, ...servers].every((one) => one.passed);
  const { id, rubric } = judge;
  return omitUndefined({ judge: id, rubric, examples, servers, books: judge.books?.(), passed });
}

async function catalogsOf(
  input: TdqsInput,
  cwd: string,
): Promise<{ catalogs: Catalog[]; skipped: string[]; closing: Promise<unknown> }> {
  const named = input.server !== undefined || input.command !== undefined || input.url !== undefined;
  const files = savedFiles(input);
  if (files.length === 0 || named) return { ...(await readCatalogs(input)), skipped: [] };
  const { savedCatalogsIn } = await import('../target/saved-catalogs.js');
  const read = [];
  for (const file of files) read.push(await savedCatalogsIn(file, cwd));
  return {
    catalogs: read.flatMap(({ catalogs }) => catalogs),
    skipped: read.flatMap(({ skipped }) => skipped),
    closing: Promise.resolve(),
  };
}

async function compareWith(base: TdqsReport, report: TdqsReport): Promise<TdqsComparison> {
  const { compareReports } = await import('../tdqs/compare.js');
  return compareReports(base, report);
}

async function readBase(path: string, shown: string): Promise<TdqsReport> {
  const { readReport } = await import('../tdqs/compare.js');
  const text = await readText(path, shown);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // Not JSON is no report either.
  }
  return readReport(document, shown);
}

function barOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const tenths = bar(text);
  if (tenths !== undefined) return tenths;
  throw new McptestError({
    code: 'bad-argument',
    message: `--fail-under ${text} is neither a tier nor a score`,
    hint: 'Write a tier from A to F, or a score up to 5 such as 3.2.',
  });
}

/** A server without a score is not below the bar; it is incomplete. */
function isBelow({ overallScore }: ServerScore, least: number | undefined): boolean {
  return least !== undefined && overallScore !== undefined && Math.round(overallScore * 10) < least;
}
