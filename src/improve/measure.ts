/** One tool of a catalogue by everything that can be measured of it without calling it. */
import type { NearWords } from '../catalog/near/near-words.js';
import { tokenSurface } from '../catalog/token-surface.js';
import { CLIENTS } from '../compat/clients.js';
import { compatReport } from '../compat/report.js';
import { lintCatalog } from '../lint/engine.js';
import { severityRank } from '../lint/severity.js';
import { openJudge } from '../tdqs/open-judge.js';
import { scoreTool, toolName } from '../tdqs/score-tool.js';
import { isScored } from '../tdqs/server-score.js';
import { contextSignals } from '../tdqs/signals.js';
import { runBench } from '../tool-bench/run-bench.js';
import type { Intent } from '../tool-bench/spec.js';
import type { Catalog } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import type { ImproveFigures, Picks } from '../types/improve.js';
import type { ToolScore } from '../types/tdqs.js';
import { McptestError } from '../util/errors.js';

export interface Meter {
  measure(catalog: Catalog, place: number): Promise<ImproveFigures>;
  /** The part that proposals are chosen by. */
  score(catalog: Catalog, place: number): Promise<Scored>;
}

export interface Scored {
  tool: ToolScore;
  /** Of this tool, the worst first. */
  findings: Finding[];
  elsewhere: number;
  tokens: number;
}

export interface MeterOptions {
  countTokens: (text: string) => number;
  near: NearWords;
  intents: readonly Intent[];
  /** Requests of agent tests. */
  cases: readonly Intent[];
  /** The server's name in the settings of a client. */
  server_name: string;
  /** `2026-11`. */
  month: string;
}

const RULES = ['DESC', 'SCH', 'SEC'];

export async function openMeter(options: MeterOptions): Promise<Meter> {
  const { judge } = await openJudge({ workspace: '', env: {} });
  const score = async (catalog: Catalog, place: number): Promise<Scored> => {
    const tool = toolAt(catalog, place);
    const notes = await judge.inspect?.(catalog);
    const result = await scoreTool(
      {
        tool,
        signals: contextSignals(tool),
        siblings: catalog.tools.map(toolName),
        neighbours: catalog.tools,
        finding: notes?.get(tool.name),
      },
      judge,
      '',
    );
    if (!isScored(result)) throw unscored(result.unscored);
    const all = lintCatalog([catalog], { rules: RULES }).findings.filter(({ rule }) => rule !== 'PASS');
    const findings = all.filter((one) => one.tool === tool.name);
    findings.sort((a, b) => severityRank(a.severity) - severityRank(b.severity));
    const { total } = tokenSurface([tool], options.countTokens);
    return { tool: result, findings, elsewhere: all.length - findings.length, tokens: total };
  };
  return {
    score,
    measure: async (catalog, place) => {
      const { tool, findings, elsewhere, tokens } = await score(catalog, place);
      return {
        tdqs: tool.tdqs,
        tier: tool.tier,
        dimensions: tool.scores,
        findings: findings.map(({ severity, rule }) => `${severity} ${rule}`),
        findings_elsewhere: elsewhere,
        tokens,
        bench: byWords(catalog, options.intents, options.near),
        clients: clientFit(catalog, place, options),
        selection: options.cases.length === 0 ? [] : [byWords(catalog, options.cases, options.near)],
      };
    },
  };
}

export function toolAt(catalog: Catalog, place: number): Catalog['tools'][number] {
  const tool = catalog.tools[place];
  if (tool === undefined) throw unscored('there is no such tool');
  return tool;
}

function unscored(why: string): McptestError {
  return new McptestError({ code: 'internal', message: `the tool has no score: ${why}`, exitCode: 4 });
}

function byWords(catalog: Catalog, intents: readonly Intent[], near: NearWords): Picks {
  const report = runBench({ catalog, intents: [...intents], mutations: [] }, near);
  const hits = report.intents.map(({ correct }) => correct);
  return { by: 'words', right: hits.filter(Boolean).length, of: hits.length, hits };
}

function clientFit(
  catalog: Catalog,
  place: number,
  { server_name, month }: MeterOptions,
): ImproveFigures['clients'] {
  const fit = { works: 0, degraded: 0, dropped: 0, error: 0 };
  const { clients } = compatReport([{ catalog, server_name, name_from: 'assumed' }], {
    chosen: CLIENTS,
    clients: CLIENTS,
    month,
  });
  for (const { tools } of clients) fit[tools[place]?.verdict ?? 'works'] += 1;
  return fit;
}
