/**
 * TDQS: how well a tool definition tells a model what the tool is for, 1.0 to 5.0, and what that makes of
 * a server. The keys are those of the public format, so that other programs can read the scores.
 */

export type Dimension =
  | 'purpose_clarity'
  | 'usage_guidelines'
  | 'behavioral_transparency'
  | 'parameter_semantics'
  | 'conciseness_structure'
  | 'contextual_completeness';

export type CoherenceDimension =
  | 'disambiguation'
  | 'naming_consistency'
  | 'tool_count_appropriateness'
  | 'completeness';

export type Tier = 'A' | 'B' | 'C' | 'D' | 'F';

export type ToolFlag = 'No Description' | 'Tautological Description' | 'Annotation Contradiction';

/** Flags of ours, beside those of the public format; only the offline judge gives them. */
export type OurFlag = 'Unrelated Text' | 'Security Finding';

/** A score of 1 to 5 with the evidence for it. */
export interface JustifiedScore {
  score: number;
  justification: string;
}

/** Facts about a definition that need no judgement. */
export interface ContextSignals {
  paramCount: number;
  requiredParamCount: number;
  paramsWithDescriptions: number;
  paramsWithEnums: number;
  /** Percent; 100 for a tool without parameters. */
  schemaDescriptionCoverage: number;
  hasNestedObjects: boolean;
  hasOutputSchema: boolean;
  hasAnnotations: boolean;
  annotationValues: {
    readOnly: boolean | null;
    destructive: boolean | null;
    idempotent: boolean | null;
    openWorld: boolean | null;
  };
  titleIsMeaningful: boolean;
  inputHash: string;
  requiredFieldCount: number;
  schemaDepth: number;
  unionChoiceCount: number;
  invocationCost: number;
  /** UTF-8 length of what `inputHash` covers. */
  definitionBytes: number;
}

/** What a judge says of one tool. */
export interface ToolJudgement {
  scores: Record<Dimension, JustifiedScore>;
  annotation_contradiction: boolean;
  summary: string;
  /** Flags that are not of the public format. */
  ourFlags?: OurFlag[];
}

export interface ShadowClaim {
  tool: string;
  cheaper_tool: string;
  reason: string;
}

/** What a judge says of the tools of a server as a set. */
export interface ServerJudgement {
  scores: Record<CoherenceDimension, JustifiedScore>;
  shadowing_risks: ShadowClaim[];
  summary: string;
}

export interface ToolScore {
  name: string;
  scores: Record<Dimension, number>;
  justifications: Record<Dimension, JustifiedScore>;
  tdqs: number;
  tier: Tier;
  /** Dimensions below 3. */
  smells: Dimension[];
  flags: ToolFlag[];
  /** Flags that come from the tool's neighbours; they change no score. */
  serverFlags: 'Shadowing Risk'[];
  /** Flags of ours; empty from a model. */
  ourFlags: OurFlag[];
  summary: string;
  contextSignals: ContextSignals;
  /** cl100k tokens of name, description and input schema, where they were counted. */
  tokens?: number;
  judge: string;
  rubric: string;
  scoredAt: string;
}

/** A tool without a score, and why. */
export interface UnscoredTool {
  name: string;
  unscored: string;
  /** As in `JudgeAnswer`. */
  passing?: true;
  contextSignals: ContextSignals;
  tokens?: number;
}

export type ToolResult = ToolScore | UnscoredTool;

export interface ShadowingRisk {
  tool: string;
  cheaperTool: string;
  toolCost: number;
  cheaperCost: number;
  reason: string;
}

/** What the server's scores become when one tool is brought to a score. */
export interface Raise {
  to: number;
  descriptionQualityScore: number;
  overallScore?: number;
}

export interface Advice {
  tool: string;
  tdqs: number;
  /** Its dimensions below 3, else its lowest ones. */
  work_on: Dimension[];
  raises: Raise[];
}

/** A fault, the tools that have it, and what repairing it in all of them is worth. */
export interface Fix {
  fault: string;
  /** Absent where it is about the set. */
  dimension?: Dimension;
  tools: string[];
  /** On the overall score of the server, or on its description quality where there is none. */
  gain: number;
  /** Frames to paste; what is in brackets only the author knows. */
  sentences: { tool: string; text: string }[];
}

export interface ServerScore {
  name: string;
  toolCount: number;
  scoredToolCount: number;
  meanTdqs?: number;
  minTdqs?: number;
  /** Absent below 80 % of the tools scored. */
  descriptionQualityScore?: number;
  descriptionQualityTier?: Tier;
  disambiguation?: number;
  namingConsistency?: number;
  toolCountAppropriateness?: number;
  completeness?: number;
  coherenceScore?: number;
  coherenceTier?: Tier;
  overallScore?: number;
  overallTier?: Tier;
  coherenceJustifications?: Record<CoherenceDimension, JustifiedScore>;
  coherenceSummary?: string;
  /** Why the set could not be judged. */
  coherenceUnscored?: string;
  shadowingRisks: ShadowingRisk[];
  definitionBytes: number;
  tokens?: number;
  judge: string;
  rubric: string;
  scoredAt: string;
  /** What a model as judge was asked about this server. */
  books?: JudgeBooks;
  /** Which tool to work on first. */
  advice: Advice[];
  /** What to write, by fault. */
  fixes: Fix[];
  tools: ToolResult[];
}

/** The result of `tdqs score --format json`. */
export interface TdqsReport {
  version: 1;
  judge: string;
  rubric: string;
  /** What a model as judge was asked and what it cost. */
  books?: JudgeBooks;
  servers: ServerScore[];
}

/**
 * `at`: when it was said, where that is not now. `passing`: the judge was out of reach or out of budget, and
 * the same question may well be answered another time.
 */
export type JudgeAnswer<T> = { judgement: T; at?: string } | { unscored: string; passing?: true };

/** What a model was asked as a judge, and what that cost; absent parts were not told by the provider. */
export interface JudgeBooks {
  provider: string;
  /** As the provider calls it. */
  model: string;
  calls: number;
  /** Answers found again from earlier runs. */
  kept: number;
  input_tokens?: number;
  output_tokens?: number;
  /** Absent where no price is known. */
  cost_usd?: number;
}

/** What asking is going to take, guessed from the length of the questions. */
export interface JudgeEstimate {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd?: number;
}

export interface ToolSubject {
  tool: import('./catalog.js').ToolDef;
  signals: ContextSignals;
  /** Names of the tools of the server; the tool's own name may be among them. */
  siblings: readonly string[];
  /** The tools of the server, where they are known; the tool itself may be among them. */
  neighbours?: readonly import('./catalog.js').ToolDef[];
  /** What a security rule found in the description. */
  finding?: SecurityNote;
}

/** A finding of a security rule, as far as a judge needs it. */
export interface SecurityNote {
  rule: string;
  severity: string;
  message: string;
}

/** A pair of tools of which one costs far more to call. */
export interface ShadowCandidate {
  tool: string;
  cheaperTool: string;
  toolCost: number;
  cheaperCost: number;
}

export interface ServerSubject {
  server: string;
  tools: { tool: import('./catalog.js').ToolDef; signals: ContextSignals }[];
  candidates: readonly ShadowCandidate[];
}

/** Who fills in the rubric. Never throws for what a model or its provider does. */
export interface TdqsJudge {
  readonly id: string;
  readonly rubric: string;
  /** How many subjects it takes at a time. */
  readonly lanes: number;
  judgeTool(subject: ToolSubject): Promise<JudgeAnswer<ToolJudgement>>;
  judgeServer(subject: ServerSubject): Promise<JudgeAnswer<ServerJudgement>>;
  /** What security rules find in the descriptions, by tool; only a judge that reads texts by rules asks for it. */
  inspect?(catalog: import('./catalog.js').Catalog): Promise<ReadonlyMap<string, SecurityNote>>;
  /** What a model was asked so far. */
  books?(): JudgeBooks;
  /** What asking about these tools takes at most; nothing is asked. */
  estimate?(tools: readonly ToolSubject[], servers: readonly ServerSubject[]): JudgeEstimate;
}
