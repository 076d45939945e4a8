/** Judges beside the tests: what they were asked, what was recorded of it, and how far they can be trusted. */
import type { JudgementPart } from './trace.js';

/** A program that scores. */
export interface ScorerSpec {
  command: string[];
  timeout_ms?: number;
}

/** A judgement as a file keeps it. */
export interface RecordedJudgement {
  by: 'model' | 'scorer';
  judge: string;
  provider?: string;
  /** As the provider knows it. */
  model?: string;
  /** Names what was asked about which text. */
  of: string;
  asks: string[];
  /** The beginning of the text, for whoever reads the file. */
  text: string;
  parts: JudgementPart[];
}

/** Who judged tests of a run. */
export interface JudgeUse {
  model?: string;
  scorer?: string;
  /** How many of its judgements the tests use. */
  judged: number;
  /** How many gave no score. */
  unanswered?: number;
  /** Whether its rubrics were held against labels in this run, and all passed; not said of a scorer. */
  calibrated?: boolean;
}

/** A judge held against what people said. */
export interface CalibrationCall {
  kind: 'calibration';
  /** None. */
  server: '';
  /** The model. */
  judge: string;
  rubric: unknown;
  /** The least score that means yes. */
  threshold: number;
  /** Absolute path of the labels. */
  labels: string;
  min_agreement?: number;
  min_kappa?: number;
  max_error?: number;
}
