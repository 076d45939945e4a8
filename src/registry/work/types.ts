/** What travels between those who find work, judge it and write it down; plain, so that a thread can have it. */
import type { ServerJudgement, ShadowingRisk, ToolScore } from '../../types/tdqs.js';

/** Who judges by what: scores belong to the pair. */
export interface JudgeName {
  judge: string;
  rubric: string;
}

/** A server and what is to be judged of it. */
export interface ServerWork {
  server_id: number;
  server: string;
  /** Stands for the tools below. */
  set_hash: string;
  /** Its current tools, in the order in which they were first seen. */
  tools: { id: number; definition: string }[];
  /** The tools that have no score yet. */
  missing: number[];
  /** Whether the set has to be judged too. */
  judge_set: boolean;
}

export interface FailedTool {
  tool_id: number;
  reason: string;
  /** The judge was at fault, not the definition: the next sweep tries again. */
  passing: boolean;
}

export type ScoredTool = Pick<
  ToolScore,
  'scores' | 'tdqs' | 'tier' | 'smells' | 'flags' | 'ourFlags' | 'summary' | 'scoredAt'
> & { tool_id: number; justifications: Record<string, string> };

/** What a judge said of the tools of a server as a set. */
export type JudgedSet =
  | { judgement: ServerJudgement; shadowingRisks: ShadowingRisk[]; at: string }
  | { unscored: string; passing?: true };

export interface JudgedWork {
  server_id: number;
  set_hash: string;
  scored: ScoredTool[];
  failed: FailedTool[];
  set?: JudgedSet;
}
