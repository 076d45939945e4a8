/**
 * Part of `npm run eval:tdqs`: the offline judge beside a jury of three models with a rubric of their own
 * (arXiv:2602.14878), which read the description alone. Rank correlations, and what explains them: plain
 * length, what is left beyond length, the judge without the schema, and one juror against the others.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offlineJudge } from '../src/tdqs/offline/judge.js';
import { scoreTool } from '../src/tdqs/score-tool.js';
import { isScored } from '../src/tdqs/server-score.js';
import { contextSignals } from '../src/tdqs/signals.js';
import type { ToolDef } from '../src/types/catalog.js';
import type { Dimension, ToolScore } from '../src/types/tdqs.js';
import { isObject, ownValue } from '../src/util/plain.js';
import { liveMcpBenchCatalogues } from './lib/catalogues.js';
import { spearman, table } from './lib/statistics.js';

interface JuryRow {
  server: string;
  tool: string;
  judges: Record<string, number[]>;
}

/** Ours, and its place in the jury's list of scores; no dimension: all of them. */
const PAIRS: readonly { name: string; dimension?: Dimension; at?: number }[] = [
  { name: 'mean of six against TDQS' },
  { name: 'purpose', dimension: 'purpose_clarity', at: 0 },
  { name: 'usage guideline', dimension: 'usage_guidelines', at: 1 },
  { name: 'limitation against behaviour', dimension: 'behavioral_transparency', at: 2 },
  { name: 'parameters', dimension: 'parameter_semantics', at: 3 },
  { name: 'completeness', dimension: 'contextual_completeness', at: 5 },
];

export async function jury(folder: string): Promise<void> {
  const { rows } = JSON.parse(readFileSync(join(folder, 'jury-livemcpbench-dev.json'), 'utf8')) as {
    rows: JuryRow[];
  };
  const catalogs = liveMcpBenchCatalogues(folder);
  const found: { jurors: number[][]; length: number; ours: ToolScore; blind: ToolScore }[] = [];
  for (const { server, tool: name, judges } of rows) {
    const catalog = catalogs.find((one) => one.server === server);
    const tool = catalog?.tools.find((one) => one.name === name);
    if (catalog === undefined || tool === undefined) continue;
    const siblings = catalog.tools.map((one) => one.name).filter((one) => one !== name);
    found.push({
      jurors: Object.values(judges),
      length: String(tool.description ?? '').length,
      ours: await scoreOf(tool, siblings),
      blind: await scoreOf(withoutSchemaTexts(tool), siblings),
    });
  }
  console.log(
    `\nThe jury of arXiv:2602.14878, ${found.length} of ${rows.length} tools found (rank correlation)`,
  );
  const length = found.map((one) => one.length);
  const out = [['', '', 'offline', 'without schema texts', 'plain length', 'beyond length', 'one juror']];
  for (const { name, dimension, at } of PAIRS) {
    const said = (list: readonly number[]) => (at === undefined ? average(list) : list[at]!);
    const theirs = found.map(({ jurors }) => average(jurors.map(said)));
    const score = (one: ToolScore) => (dimension === undefined ? one.tdqs : one.scores[dimension]);
    const ours = found.map((one) => score(one.ours));
    const blind = found.map((one) => score(one.blind));
    const alone = [0, 1, 2].map((i) =>
      spearman(
        found.map(({ jurors }) => said(jurors[i]!)),
        found.map(({ jurors }) => average(jurors.filter((_, k) => k !== i).map(said))),
      ),
    );
    const figures = [
      spearman(ours, theirs),
      spearman(blind, theirs),
      spearman(length, theirs),
      beyond(ours, theirs, length),
      average(alone),
    ];
    out.push([name, '', ...figures.map((figure) => figure.toFixed(2))]);
  }
  console.log(table(out));
}

async function scoreOf(tool: ToolDef, siblings: string[]): Promise<ToolScore> {
  const score = await scoreTool({ tool, signals: contextSignals(tool), siblings }, offlineJudge, '');
  if (!isScored(score)) throw new Error(score.unscored);
  return score;
}

/** The parameters' names stay: the jury sees them where the description names them. */
function withoutSchemaTexts(tool: ToolDef): ToolDef {
  const properties = ownValue(tool.inputSchema, 'properties');
  const names = isObject(properties) ? Object.keys(properties) : [];
  return {
    ...tool,
    inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
  };
}

/** What two have in common that the length does not explain: a partial rank correlation. */
function beyond(a: readonly number[], b: readonly number[], length: readonly number[]): number {
  const [ab, al, bl] = [spearman(a, b), spearman(a, length), spearman(b, length)];
  return (ab - al * bl) / Math.sqrt((1 - al ** 2) * (1 - bl ** 2));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
