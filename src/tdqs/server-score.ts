/**
 * The scores of a server: its tools rolled up, the set judged as a whole, and what to do next. Below 80 %
 * of the tools scored there is no description quality; without tools there is nothing to judge.
 */
import type { Catalog } from '../types/catalog.js';
import type {
  CoherenceDimension,
  JudgeAnswer,
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
  // One list for all, so that what is worked out from it is worked out once.
  const siblings = catalog.tools.map(toolName);
  const tools = await inParallel(inputs, judge.lanes, async (input): Promise<ToolResult> => {
    const result = await scoreTool({ ...input, siblings }, judge, scoredAt);
    return countTokens === undefined ? result : { ...result, tokens: countTokens(input.tool) };
  });
  const candidates = shadowCandidates(inputs.map(({ tool, signals }) => ({ name: toolName(tool), signals })));
  const set: JudgeAnswer<ServerJudgement> =
    tools.length === 0
      ? { unscored: 'The server has no tools.' }
      : await judge.judgeServer({ server: catalog.server, tools: inputs, candidates });
  return rollUp({ name: catalog.server, results: tools, set, candidates }, options);
}

export function isScored(tool: ToolResult): tool is ToolScore {
  return 'scores' in tool;
}

interface JudgedServer {
  name: string;
  results: readonly ToolResult[];
  /** What the judge said of the tools as a set. */
  set: JudgeAnswer<ServerJudgement>;
  candidates: readonly ShadowCandidate[];
}

/** Pure: from what judges said to the figures of the server. */
function rollUp(
  { name, results, set, candidates }: JudgedServer,
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
    scoredAt,
    advice: quality === undefined ? [] : advise({ tools: scored, totals, coherence: coherent }),
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
