/**
 * The scores of a server: its tools rolled up, the set judged as a whole, and what to do next. Below 80 %
 * of the tools scored there is no description quality; without tools there is nothing to judge.
 */
import type { Catalog } from '../types/catalog.js';
import type {
  CoherenceDimension,
  JudgeAnswer,
  JudgeBooks,
  JudgeEstimate,
  ServerJudgement,
  ServerScore,
  ShadowCandidate,
  TdqsJudge,
  Tier,
  ToolResult,
  ToolScore,
} from '../types/tdqs.js';
import { inParallel } from '../util/in-parallel.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { advise } from './advice.js';
import {
  coherence,
  descriptionQuality,
  enoughScored,
  inTenths,
  meanTenths,
  overall,
  totalsOf,
} from './arithmetic.js';
import { COHERENCE } from './dimensions.js';
import { fixesOf } from './fixes.js';
import { descriptionOf } from './hard-gates.js';
import { scoreTool, toolName } from './score-tool.js';
import { confirmed, shadowCandidates } from './shadowing.js';
import { contextSignals } from './signals.js';
import { tierOf } from './tiers.js';

export interface ScoreOptions {
  judge: TdqsJudge;
  scoredAt: string;
  countTokens?: (tool: Catalog['tools'][number]) => number;
}

export async function scoreServer(catalog: Catalog, options: ScoreOptions): Promise<ServerScore> {
  const { judge, scoredAt, countTokens } = options;
  const inputs = catalog.tools.map((tool) => ({ tool, signals: contextSignals(tool) }));
  // One list for all, so that what is worked out from it is worked out once; and it goes when the server is read.
  const siblings = catalog.tools.map(toolName);
  const definitions = [...catalog.tools];
  const before = judge.books?.();
  const notes = await judge.inspect?.(catalog);
  const tools = await inParallel(inputs, judge.lanes, async ({ tool, signals }): Promise<ToolResult> => {
    const finding = notes?.get(toolName(tool));
    const subject = { tool, signals, siblings, neighbours: definitions, finding };
    const result = await scoreTool(subject, judge, scoredAt);
    return countTokens === undefined ? result : { ...result, tokens: countTokens(tool) };
  });
  const candidates = shadowCandidates(inputs.map(({ tool, signals }) => ({ name: toolName(tool), signals })));
  const set: JudgeAnswer<ServerJudgement> =
    tools.length === 0
      ? { unscored: 'The server has no tools.' }
      : await judge.judgeServer({ server: catalog.server, tools: inputs, candidates });
  const books = booksSince(before, judge.books?.());
  return omitUndefined({
    ...rollUp({ name: catalog.server, results: tools, definitions, set, candidates }, options),
    books,
  });
}

export function isScored(tool: ToolResult): tool is ToolScore {
  return 'scores' in tool;
}

interface JudgedServer {
  name: string;
  results: readonly ToolResult[];
  definitions: Catalog['tools'];
  /** What the judge said of the tools as a set. */
  set: JudgeAnswer<ServerJudgement>;
  candidates: readonly ShadowCandidate[];
}

/** Pure: from what judges said to the figures of the server. */
function rollUp(
  { name, results, definitions, set, candidates }: JudgedServer,
  { judge, scoredAt, countTokens }: ScoreOptions,
): ServerScore {
  const judged = 'judgement' in set ? set.judgement : undefined;
  const shadowingRisks = confirmed(judged?.shadowing_risks ?? [], candidates);
  const risky = new Set(shadowingRisks.map(({ tool }) => tool));
  const tools = results.map(
    (tool): ToolResult =>
      isScored(tool) && risky.has(tool.name) ? { ...tool, serverFlags: ['Shadowing Risk'] } : tool,
  );
  const scored = tools.filter(isScored);
  const totals = totalsOf(scored.map(({ tdqs }) => inTenths(tdqs)));
  const quality = enoughScored(scored.length, tools.length) ? descriptionQuality(totals) : undefined;
  const coherent = judged && coherence(scoresOf(judged));
  const whole = quality !== undefined && coherent !== undefined ? overall(quality, coherent) : undefined;
  return omitUndefined({
    name,
    toolCount: tools.length,
    scoredToolCount: scored.length,
    meanTdqs: scored.length > 0 ? meanTenths(totals) / 10 : undefined,
    minTdqs: scored.length > 0 ? totals.min / 10 : undefined,
    descriptionQualityScore: tenth(quality),
    descriptionQualityTier: tierIn(quality),
    ...coherenceFields(judged),
    coherenceUnscored: 'unscored' in set ? set.unscored : undefined,
    overallScore: tenth(whole),
    overallTier: tierIn(whole),
    shadowingRisks,
    definitionBytes: sum(tools, ({ contextSignals: { definitionBytes } }) => definitionBytes),
    tokens: countTokens && sum(tools, (tool) => tool.tokens ?? 0),
    judge: judge.id,
    rubric: judge.rubric,
    scoredAt: ('judgement' in set ? set.at : undefined) ?? scoredAt,
    advice: quality === undefined ? [] : advise({ tools: scored, totals, coherence: coherent }),
    fixes:
      quality === undefined ? [] : fixesOf({ tools: scored, definitions, coherence: coherent, set: judged }),
    tools,
  });
}

function tenth(tenths: number | undefined): number | undefined {
  return tenths === undefined ? undefined : tenths / 10;
}

function tierIn(tenths: number | undefined): Tier | undefined {
  return tenths === undefined ? undefined : tierOf(tenths);
}

function coherenceFields(judged: ServerJudgement | undefined): Partial<ServerScore> {
  if (judged === undefined) return {};
  const scores = scoresOf(judged);
  const score = coherence(scores);
  return {
    disambiguation: scores.disambiguation,
    namingConsistency: scores.naming_consistency,
    toolCountAppropriateness: scores.tool_count_appropriateness,
    completeness: scores.completeness,
    coherenceScore: score / 10,
    coherenceTier: tierOf(score),
    coherenceJustifications: judged.scores,
    coherenceSummary: judged.summary,
  };
}

function scoresOf(judged: ServerJudgement): Record<CoherenceDimension, number> {
  return Object.fromEntries(
    COHERENCE.map((dimension) => [dimension, judged.scores[dimension].score]),
  ) as Record<CoherenceDimension, number>;
}

function sum(tools: readonly ToolResult[], of: (tool: ToolResult) => number): number {
  return tools.reduce((total, tool) => total + of(tool), 0);
}

/** What asking a model about these catalogues takes, if nothing is kept from before. */
export function estimateFor(judge: TdqsJudge, catalogs: readonly Catalog[]): JudgeEstimate {
  const servers = catalogs
    .filter((catalog) => catalog.tools.length > 0)
    .map((catalog) => ({
      server: catalog.server,
      tools: catalog.tools.map((tool) => ({ tool, signals: contextSignals(tool) })),
      candidates: [],
    }));
  const tools = servers.flatMap((one) => {
    const siblings = one.tools.map(({ tool }) => toolName(tool));
    const described = one.tools.filter(({ tool }) => descriptionOf(tool) !== undefined);
    return described.map((input) => ({ ...input, siblings }));
  });
  return judge.estimate?.(tools, servers) ?? { calls: 0, input_tokens: 0, output_tokens: 0 };
}

/** What this server took of what a judge was asked so far. */
function booksSince(before: JudgeBooks | undefined, now: JudgeBooks | undefined): JudgeBooks | undefined {
  if (before === undefined || now === undefined) return undefined;
  const less = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined || b === undefined ? undefined : Math.round((a - b) * 1e6) / 1e6;
  return omitUndefined({
    provider: now.provider,
    model: now.model,
    calls: now.calls - before.calls,
    kept: now.kept - before.kept,
    input_tokens: less(now.input_tokens, before.input_tokens),
    output_tokens: less(now.output_tokens, before.output_tokens),
    cost_usd: less(now.cost_usd, before.cost_usd),
  });
}
