/**
 * A judge beside people who labelled the same texts: how often they agree, Cohen's kappa with a 95 % interval, and how
 * far the scores are from the shares of yes that they stand for. Pure.
 */

export interface LabelledScore {
  /** From 0 to 1. */
  score: number;
  /** What the judge says: yes or no. */
  says: boolean;
  /** What people say. */
  label: boolean;
}

export interface Agreement {
  n: number;
  agreement: number;
  /** Absent where all say the same: chance alone would agree. */
  kappa?: number;
  kappa_low?: number;
  kappa_high?: number;
  calibration_error: number;
}

const Z95 = 1.959963984540054;
const BINS = 10;

export function agreementOf(rows: readonly LabelledScore[]): Agreement {
  const n = rows.length;
  const cell = (says: boolean, label: boolean): number =>
    rows.filter((row) => row.says === says && row.label === label).length / n;
  const [yy, yn, ny, nn] = [cell(true, true), cell(true, false), cell(false, true), cell(false, false)];
  const agreement = yy + nn;
  return { n, agreement, ...kappaOf([yy, yn, ny, nn], n), calibration_error: calibrationError(rows) };
}

/** Cells as shares: the judge first, then people. The interval is the large-sample one of Fleiss, Cohen and Everitt. */
function kappaOf([yy, yn, ny, nn]: [number, number, number, number], n: number) {
  const judge = [yy + yn, ny + nn] as const;
  const people = [yy + ny, yn + nn] as const;
  const chance = judge[0] * people[0] + judge[1] * people[1];
  if (1 - chance < 1e-12) return {};
  const kappa = (yy + nn - chance) / (1 - chance);
  const diagonal = [yy, nn].reduce(
    (sum, share, i) => sum + share * (1 - (judge[i]! + people[i]!) * (1 - kappa)) ** 2,
    0,
  );
  const beside = yn * (people[0] + judge[1]) ** 2 + ny * (people[1] + judge[0]) ** 2;
  const variance =
    (diagonal + (1 - kappa) ** 2 * beside - (kappa - chance * (1 - kappa)) ** 2) / (n * (1 - chance) ** 2);
  const half = Z95 * Math.sqrt(Math.max(0, variance));
  return { kappa, kappa_low: Math.max(-1, kappa - half), kappa_high: Math.min(1, kappa + half) };
}

/** Scores in ten bins: the mean distance between the mean score and the share of yes, weighed by texts. */
function calibrationError(rows: readonly LabelledScore[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const own = rows.filter((row) => Math.min(BINS - 1, Math.floor(row.score * BINS + 1e-9)) === bin);
    if (own.length === 0) continue;
    const score = own.reduce((sum, row) => sum + row.score, 0) / own.length;
    const share = own.filter(({ label }) => label).length / own.length;
    error += (own.length / rows.length) * Math.abs(score - share);
  }
  return error;
}
